import {
  ALERT_TOKEN,
  CATEGORY_TOKENS,
  DIVERGING_TOKENS,
  DOMAIN_TEXT_TOKENS,
  DOMAIN_TOKENS,
  INK_TOKENS,
  SEQUENTIAL_TOKENS,
  STAGE_TEXT_TOKENS,
  STAGE_TOKENS,
} from "../../display/colors.ts";

/** Fonts of all charts: the user interface font of the machine that shows them. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Size of tick labels, legends and numbers, in pixels. */
export const FONT_SIZE = 12;
/** Size of the source line, and of notes inside marks, in pixels. */
export const NOTE_SIZE = 11;
/** Size of titles, in pixels. */
export const TITLE_SIZE = 18;
/** Size of subtitles, in pixels. */
export const SUBTITLE_SIZE = 13;

/**
 * Pixels left and right of a frame. Left: values, or names of rows. Right: nothing, or labels of
 * lines and rows. Every frame with axes starts and ends at one of these edges.
 */
export const GUTTERS = { left: [56, 88], right: [16, 104] } as const;
/** Narrowest chart with gutters, in pixels; narrower ones only leave room for their own labels. */
export const LEAST_GUTTERED = 340;

/** Distances in pixels. */
export const SPACES = {
  /** Between lines that belong together, such as title and subtitle, and below a chart. */
  tight: 4,
  /** Between a frame and its labels, and above a legend or a source line. */
  near: 8,
  /** Below a header, and between a frame and a title above it. */
  apart: 12,
  /** Between charts side by side. */
  panels: 16,
} as const;
/** Places of a text left and right of a frame. */
export const LEFT_OF_FRAME = {
  frameAnchor: "left",
  textAnchor: "end",
  dx: -SPACES.near,
} as const;
export const RIGHT_OF_FRAME = {
  frameAnchor: "right",
  textAnchor: "start",
  dx: SPACES.near,
} as const;
/** Heights of lines of text in pixels. */
export const LINES = { title: 23, subtitle: 18, legend: 20, label: 16, note: 15 } as const;
/** Heights of frames in pixels. */
export const FRAMES = { usual: 200, tall: 300 } as const;
/** Heights of rows in pixels: thin rows of many days, rows, rows of boxes, cells with two lines. */
export const ROWS = { dense: 14, row: 24, lane: 32, cell: 48 } as const;

/** Widths of strokes in pixels; wider ones are bars. */
export const STROKES = {
  /** Grids, axes, outlines, hatching, connectors. */
  fine: 1,
  /** Lines to compare with, and outlines of symbols. */
  reference: 1.5,
  /** Lines of data, medians. */
  data: 2,
} as const;
/** Patterns of dashed lines. */
export const DASHES = {
  /** A target or a limit. */
  limit: "3,3",
  /** A clock change. */
  clock: "1,3",
} as const;

/** Ink is `currentColor`: black on white, white on black, like the page around it. */
export const INK = "currentColor";
/** Secondary text, and notes. */
export const INK_2 = INK_TOKENS.ink2.light, INK_3 = INK_TOKENS.ink3.light;
/** Outlines that carry data, zero lines and axes. */
export const AXIS = INK_TOKENS.axis.light;
export const GRID = INK_TOKENS.grid.light;
/** Background of times and days without data. */
export const UNKNOWN = INK_TOKENS.unknown.light;
/** Connectors, and hatching of unknown times. */
export const HATCH = INK_TOKENS.hatch.light;
export const PAPER = INK_TOKENS.paper.light;
export const DAYLIGHT_COLOR = INK_TOKENS.daylight.light;
/** Marks of errors in the data. */
export const ALERT = ALERT_TOKEN.light;

/** Colours of kinds of measure. */
export const DOMAINS = {
  sleep: DOMAIN_TOKENS.sleep.light,
  heart: DOMAIN_TOKENS.heart.light,
  activity: DOMAIN_TOKENS.activity.light,
  body: DOMAIN_TOKENS.body.light,
  notes: DOMAIN_TOKENS.notes.light,
} as const;

const TEXTS: ReadonlyMap<string, string> = new Map(
  ([[STAGE_TOKENS, STAGE_TEXT_TOKENS], [DOMAIN_TOKENS, DOMAIN_TEXT_TOKENS]] as const)
    .flatMap(([marks, texts]) =>
      Object.values(marks).map((mark, i) => [mark.light, Object.values(texts)[i]!.light] as const)
    ),
);

/** Returns the colour of a text that names a mark: its own if that is legible, otherwise ink. */
export function textColor(color: string): string {
  return color === INK_2 || color === INK_3 ? color : TEXTS.get(color) ?? INK;
}

/** Words in the name of a measure, and its domain; the first that matches wins. */
const DOMAIN_WORDS: readonly (readonly [RegExp, keyof typeof DOMAINS])[] = [
  [/sleep|asleep|awake|wake|bed|nap|snor|rem\b/i, "sleep"],
  [/heart|pulse|hrv|rmssd|sdnn|bpm|\bhr\b|_hr\b|blood_?pressure|systolic|diastolic/i, "heart"],
  [
    /step|distance|energy|active|activity|exercise|floor|flight|walk|run|cycl|swim|count|met\b/i,
    "activity",
  ],
  [/weight|mass|fat|temperature|oxygen|spo2|respir|breath|glucose|height|bmi/i, "body"],
  [/mood|note|stress|pain|coffee|caffeine|alcohol|water|mindful|symptom/i, "notes"],
];

/** Returns the colour of the measure's domain, or the first category if no domain matches. */
export function measureColor(name: string): string {
  const domain = DOMAIN_WORDS.find(([words]) => words.test(name))?.[1];
  return domain === undefined ? category(0) : DOMAINS[domain];
}

/** Colours of series and groups, in order of use. */
export const CATEGORIES: readonly string[] = CATEGORY_TOKENS.map(({ light }) => light);

/** Returns the colour of the i-th series or group; colours repeat after the sixth. */
export function category(index: number): string {
  return CATEGORIES[index % CATEGORIES.length]!;
}

/** A class of values: its colour, and the colour of text on it. */
export interface Shade {
  readonly color: string;
  readonly text: string;
}

/** Classes from low to high. */
export const SHADES: readonly Shade[] = SEQUENTIAL_TOKENS
  .map(({ cell, text }) => ({ color: cell.light, text: text.light }));

/** Classes from far below to far above; the middle class is neither. */
export const DIVERGING: readonly Shade[] = DIVERGING_TOKENS.map(({ light }, i) => ({
  color: light,
  text: [INK_TOKENS.ink, INK_TOKENS.ink, SEQUENTIAL_TOKENS[2]!.text, INK_TOKENS.paper][
    Math.abs(i - (DIVERGING_TOKENS.length - 1) / 2)
  ]!.light,
}));
