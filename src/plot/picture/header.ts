import type { GroupSymbol } from "./groupSymbols.ts";
import { joinLines, textWidth } from "./textWidth.ts";
import { FONT_SIZE, TITLE_SIZE } from "./theme.ts";

/** One entry of a legend. */
export interface LegendEntry {
  /** What it stands for. */
  readonly label: string;
  /** Its colour. */
  readonly color: string;
  /** How opaque its colour is. @default 1 */
  readonly opacity?: number;
  /** How opaque the ink over its colour is, of a square. @default 0 */
  readonly ink?: number;
  /** How it is drawn; `topped` is a shade with a line on top. @default "square" */
  readonly shape?: "square" | "line" | "dashed" | "outline" | "hatched" | "topped";
  /** The sign of its group, drawn in place of a shape. @default none */
  readonly symbol?: GroupSymbol;
}

/** A text of the header and where its baseline begins, in pixels from the top left. */
export interface HeaderText {
  /** The text. */
  readonly text: string;
  /** Its left end. */
  readonly x: number;
  /** Its baseline. */
  readonly y: number;
}

/** What stands above a picture: the lines of its title and its legend. */
export interface Header {
  /** How many pixels it takes from the top. */
  readonly height: number;
  /** The lines of the title. */
  readonly title: readonly HeaderText[];
  /** The entries of the legend, each with the place of its label. */
  readonly legend: readonly (HeaderText & { readonly entry: LegendEntry })[];
}

/** Where the header's text begins, in pixels from the left. */
const LEFT = 4;
/** The room of a legend's swatch before its label. */
export const SWATCH = 16;
const TITLE_LINE = TITLE_SIZE + 6;
/** How much wider a title is for being bold. */
const BOLD = 1.12;
const LEGEND_LINE = FONT_SIZE + 8;

/** Lays title and legend out in the given width: both break into further lines where they must. */
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
  let x = width; // so that the first entry begins a line
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
