/** Fonts of all pictures; the page's own user interface font, wherever it is shown. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Size of tick labels and legends, in pixels. */
export const FONT_SIZE = 11;
/** Size of titles, in pixels. */
export const TITLE_SIZE = 14;

/** Ink is `currentColor`: black on white, white on black, as the page around it writes. */
export const INK = "currentColor";
/** Opacity of grid lines. */
export const GRID_OPACITY = 0.15;
/** Opacity of secondary text. */
export const QUIET_OPACITY = 0.7;
/** Opacity of a band that marks days without data. */
export const MISSING_OPACITY = 0.09;

/** The colour where there is only one: readable on white, on black, and in grey print. */
export const ACCENT = "#3d85c6";

/**
 * Colours of series and kinds of event, in order of use: Okabe and Ito's palette for the colour
 * blind ("Color Universal Design", 2008), shifted so that each has a contrast of at least 2.2 with
 * white and with a dark page.
 */
export const CATEGORIES: readonly string[] = [
  ACCENT,
  "#d9822b",
  "#1f9e77",
  "#c45a9a",
  "#8a70d6",
  "#c8503c",
  "#8c8c1e",
  "#7d8894",
];

/** Colours of events drawn over another picture: those that neither stages nor a first line have. */
export const OVERLAY_COLORS: readonly string[] = [
  "#1f9e77",
  "#8a70d6",
  "#c8503c",
  "#8c8c1e",
  "#7d8894",
];

/** How strongly a value is drawn: {@linkcode ACCENT} so opaque, and {@linkcode INK} so opaque over it. */
export interface Shade {
  /** How opaque the colour is. */
  readonly color: number;
  /** How opaque the ink over it is: it takes the strongest further from the paper, on light and on dark. */
  readonly ink: number;
}

/** Shades for low to high values: each stands out from the one before on white, on black, and in grey. */
export const SHADES: readonly Shade[] = [
  { color: 0.3, ink: 0 },
  { color: 0.55, ink: 0 },
  { color: 0.85, ink: 0 },
  { color: 1, ink: 0.2 },
  { color: 1, ink: 0.45 },
];

/** Shades below numbers in ink, which stay legible on the strongest. */
export const TEXT_SHADES: readonly Shade[] = [0.22, 0.35, 0.48, 0.62, 0.76]
  .map((color) => ({ color, ink: 0 }));

/** The colour of the i-th series or kind; they repeat after the eighth. */
export function category(index: number): string {
  return CATEGORIES[index % CATEGORIES.length]!;
}

/** The colour of one's own usual range, and that of free days: no stage of sleep has them. */
export const USUAL_COLOR = category(2), FREE_COLOR = category(4);
