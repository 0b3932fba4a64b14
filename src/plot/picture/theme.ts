/** Fonts of all charts: the user interface font of the machine that shows them. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Size of tick labels and legends, in pixels. */
export const FONT_SIZE = 11;
/** Size of titles, in pixels. */
export const TITLE_SIZE = 14;

/** Ink is `currentColor`: black on white, white on black, like the page around it. */
export const INK = "currentColor";
export const GRID_OPACITY = 0.15;
export const QUIET_OPACITY = 0.7;
/** Opacity of a band that marks days without data. */
export const MISSING_OPACITY = 0.09;

/** Colour of charts with a single colour: readable on white, on black, and in grey print. */
export const ACCENT = "#3d85c6";

/**
 * Colours of series and kinds of event, in order of use: Okabe and Ito's palette for colour-blind
 * readers ("Color Universal Design", 2008), shifted so that each has a contrast of at least 2.2 on
 * white and on a dark page.
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

/** Colours of events drawn over another chart, different from the stages and the first line. */
export const OVERLAY_COLORS: readonly string[] = [
  "#1f9e77",
  "#8a70d6",
  "#c8503c",
  "#8c8c1e",
  "#7d8894",
];

/** Strength of a value: the opacity of {@linkcode ACCENT}, and of {@linkcode INK} over it. */
export interface Shade {
  /** Opacity of the colour. */
  readonly color: number;
  /** Opacity of the ink on top, which sets the strongest values further apart from the paper. */
  readonly ink: number;
}

/** Shades from low to high: each stands out from the one before, on any paper and in grey. */
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

/** Returns the colour of the i-th series or kind; colours repeat after the eighth. */
export function category(index: number): string {
  return CATEGORIES[index % CATEGORIES.length]!;
}

/** Colours of the usual range and of free days, different from all sleep stages. */
export const USUAL_COLOR = category(2), FREE_COLOR = category(4);
