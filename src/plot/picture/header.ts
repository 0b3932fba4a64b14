import type { GroupSymbol } from "./groupSymbols.ts";
import { joinLines, textWidth } from "./textWidth.ts";
import { FONT_SIZE, LINES, SPACES, SUBTITLE_SIZE, TITLE_SIZE } from "./theme.ts";

/** An entry of a legend. */
export interface LegendEntry {
  /** Text of the entry. */
  readonly label: string;
  /** Colour of its symbol. */
  readonly color: string;
  /** Opacity of its colour. @default 1 */
  readonly opacity?: number;
  /** Shape of its symbol; steps touch, and their labels are their upper ends. @default "square" */
  readonly shape?: "square" | "line" | "dashed" | "outline" | "hatched" | "step";
  /** Lower end of a step, for the first one. @default none */
  readonly from?: string;
  /** Symbol of its group, drawn instead of a shape. @default none */
  readonly symbol?: GroupSymbol;
}

/** A text of the header and the start of its baseline, in pixels from the top left. */
export interface HeaderText {
  /** Text to show. */
  readonly text: string;
  /** Left end of the text. */
  readonly x: number;
  /** Baseline of the text. */
  readonly y: number;
}

/** Header of a chart: its title, subtitle and legend. */
export interface Header {
  /** Height in pixels. */
  readonly height: number;
  /** Lines of the title. */
  readonly title: readonly HeaderText[];
  /** Lines of the subtitle. */
  readonly subtitle: readonly HeaderText[];
  /** Entries of the legend, each with the position of its label. */
  readonly legend: readonly (HeaderText & {
    readonly entry: LegendEntry;
    /** Width of a step, which is left of the middle of its label and above it. */
    readonly wide: number;
  })[];
}

/** Left end of the header's text in pixels. */
const LEFT = 0;
/** Width of a legend symbol before its label, and height of a step above it. */
export const SWATCH = 16, STEP_HEIGHT = SPACES.near;
/** Ratio of the width of bold text to normal text. */
const BOLD = 1.12;

/** Lays out title, subtitle and legend in the given width; they wrap if needed. */
export function header(
  title: string | undefined,
  legend: readonly LegendEntry[],
  width: number,
  subtitle?: string,
): Header {
  let y = 0; // the lower end of the last line
  const lineOf = (line: number, font: number): number => (y += line) - baseline(line, font);
  const place = (text: string | undefined, line: number, font: number, bold = 1): HeaderText[] =>
    wrapText(text, width, bold * font).map((text) => ({ text, x: LEFT, y: lineOf(line, font) }));
  const titleTexts = place(title, LINES.title, TITLE_SIZE, BOLD);
  if (titleTexts.length > 0) y += SPACES.tight;
  const subtitleTexts = place(subtitle, LINES.subtitle, SUBTITLE_SIZE);
  if (y > 0 && legend.length > 0) y += SPACES.near;
  const ends = legend.flatMap(({ shape, label }) => shape === "step" ? [textWidth(label)] : []);
  // The first number begins at the edge; the others are centred below the ends of their steps.
  const first = legend.find(({ from }) => from !== undefined)?.from ?? "";
  const wide = Math.max(
    Math.max(...ends) + SPACES.apart,
    textWidth(first) + (ends[0] ?? 0) / 2 + SPACES.near,
  );
  if (ends.length > 0) y += STEP_HEIGHT;
  let x = width, at = y; // makes the first entry start a line
  const entries = legend.map((entry, i) => {
    const isStep = entry.shape === "step";
    const size = isStep ? wide : SWATCH + textWidth(entry.label) + 14;
    if (!isStep && legend[i - 1]?.shape === "step") x += wide / 2; // half of the last number
    if (x + size > width) {
      x = LEFT;
      at = lineOf(LINES.legend, FONT_SIZE);
    }
    const placed = { entry, text: entry.label, x: x + (isStep ? wide : SWATCH), y: at, wide };
    x += size;
    return placed;
  });
  return {
    title: titleTexts,
    subtitle: subtitleTexts,
    legend: entries,
    height: y === 0 ? 0 : y + SPACES.apart,
  };
}

/** Returns the pixels between the lower end of a line and the baseline of its text. */
function baseline(line: number, font: number): number {
  return Math.round((line - font) / 2 + font / 5);
}

/** Spaces at which a line must not break. */
const JOINS = new RegExp(
  [
    // A number and its unit, hours and minutes, `14:00 to 15:00`, `2 of 7`.
    /(?<=\d)\s+(?=(?:[%\u00b0]|h|min|s|d|m|cm|km|kg|mg|ms|bpm|kcal|mmHg)(?!\p{L}))/u,
    /(?<=\d h)\s+(?=\d)|(?<=\d)\s+(?=\p{Ll}{2,3}\s\d)|(?<=\d\s\p{Ll}{2,3})\s+(?=\d)/u,
    // A weekday and its day, a day and its month, a month and its year.
    /(?<=(?<!\p{L})\p{Lu}\p{Ll}{1,2}[.,]{0,2})\s+(?=\d{1,2}(?![\d:]))/u,
    /(?<=\d\.?)\s+(?=\p{Lu}\p{Ll}{2,3}\.?(?!\p{L}))/u,
    /(?<=(?<!\p{L})\p{Lu}\p{Ll}{2,3}\.?)\s+(?=(?:19|20)\d\d(?!\d))/u,
    // The sign of `r = 0.68`, of a limit, and the name of an effect size.
    /\s+(?==)|(?<=[=<>])\s+|(?<=(?:^|[\s(])[rgnp])\s+(?=[\d+\u2212])|(?<=Hedges)\s+/u,
  ].map(({ source }) => source).join("|"),
  "gu",
);

/** Replaces spaces at which a line must not break with no-break spaces. */
export function keepUnits(text: string): string {
  return text.replaceAll(JOINS, "\u00a0");
}

/**
 * Splits a text at its spaces into as few lines as fit, of similar lengths; empty without a text. A
 * line may be a third longer to end after punctuation.
 */
export function wrapText(text: string | undefined, width: number, size: number): string[] {
  if (text === undefined || text === "") return [];
  const parts = keepUnits(text).split(/[ \n]+/).map((part) => part.replaceAll("\u00a0", " "));
  const wide = (line: string): number => textWidth(line, size);
  const within = (room: number): string[] => joinLines(parts, " ", (line) => wide(line) <= room);
  const fitted = within(width), { length } = fitted;
  const others = length === 2
    ? parts.slice(1).map((_, i) =>
      [parts.slice(0, i + 1), parts.slice(i + 1)].map((line) => line.join(" "))
    )
    : Array.from({ length: width / 8 }, (_, i) => within(width - 4 * i));
  const cost = (lines: readonly string[]): number =>
    Math.max(...lines.map(wide)) *
    0.75 ** lines.slice(0, -1).filter((line) => /[,;:)]$/.test(line)).length;
  return length === 1 ? fitted : others
    .filter((lines) => lines.length === length && lines.every((line) => wide(line) <= width))
    .reduce((best, lines) => cost(lines) < cost(best) ? lines : best, fitted);
}
