import type { GroupSymbol } from "./groupSymbols.ts";
import { joinLines, textWidth } from "./textWidth.ts";
import { FONT_SIZE, TITLE_SIZE } from "./theme.ts";

/** An entry of a legend. */
export interface LegendEntry {
  /** Text of the entry. */
  readonly label: string;
  /** Colour of its symbol. */
  readonly color: string;
  /** Opacity of its colour. @default 1 */
  readonly opacity?: number;
  /** Shape of its symbol; `topped` is a shade with a line on top. @default "square" */
  readonly shape?: "square" | "line" | "dashed" | "outline" | "hatched" | "topped";
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

/** Header of a chart: its title and legend. */
export interface Header {
  /** Height in pixels. */
  readonly height: number;
  /** Lines of the title. */
  readonly title: readonly HeaderText[];
  /** Entries of the legend, each with the position of its label. */
  readonly legend: readonly (HeaderText & { readonly entry: LegendEntry })[];
}

/** Left end of the header's text in pixels. */
const LEFT = 4;
/** Width of a legend symbol before its label. */
export const SWATCH = 16;
const TITLE_LINE = TITLE_SIZE + 6;
/** Ratio of the width of bold text to normal text. */
const BOLD = 1.12;
const LEGEND_LINE = FONT_SIZE + 8;

/** Lays out title and legend in the given width; both wrap if needed. */
export function header(
  title: string | undefined,
  legend: readonly LegendEntry[],
  width: number,
): Header {
  const lines = title === undefined ? [] : joinLines(
    title.split(/\s+/),
    " ",
    (line) => BOLD * textWidth(line, TITLE_SIZE) <= width - 2 * LEFT,
  );
  let y = 0;
  const titleTexts = lines.map((text) => ({ text, x: LEFT, y: y += TITLE_LINE }));
  if (titleTexts.length > 0) y += 4;
  let x = width; // makes the first entry start a line
  const entries = legend.map((entry) => {
    const size = SWATCH + textWidth(entry.label) + 14;
    if (x + size > width) {
      x = LEFT;
      y += LEGEND_LINE;
    }
    const placed = { entry, text: entry.label, x: x + SWATCH, y: y - 2 };
    x += size;
    return placed;
  });
  return { title: titleTexts, legend: entries, height: y === 0 ? 0 : y + 6 };
}
