import type { YAxis } from "../picture/chart.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GRID_OPACITY } from "../picture/theme.ts";

/** A row, or a lane, that is named at the left. */
export interface RowName {
  /** Its middle, in rows from the top. */
  readonly y: number;
  readonly text: string;
}

/** An axis of rows that count from the top: their names left of the frame, and on request a line through each. */
export function rowAxis(
  rows: number,
  names: readonly RowName[],
  { gap = 8, room = 6, least = 0, lines = false, slots, days = 1 }: {
    /** Pixels between the names and the frame. @default 8 */
    readonly gap?: number;
    /** Pixels left of the names. @default 6 */
    readonly room?: number;
    /** Pixels that names take at least. @default 0 */
    readonly least?: number;
    /** Whether a line runs through each row that is named. @default false */
    readonly lines?: boolean;
    /** The day of each row. @default rows are no days */
    readonly slots?: readonly number[];
    /** How many days a row has, of which that is the first. @default 1 */
    readonly days?: number;
  } = {},
): Required<Pick<YAxis, "domain" | "above" | "width" | "marks">> & Pick<YAxis, "reading"> {
  return {
    domain: [rows, 0],
    above: 0,
    ...(slots === undefined ? {} : { reading: { kind: "rows" as const, slots, days } }),
    width: Math.max(least, ...names.map(({ text }) => textWidth(text))) + room + gap,
    marks: (plot) => [
      plot.ruleY(lines ? names : [], { y: "y", strokeOpacity: GRID_OPACITY }),
      plot.text(names, { y: "y", text: "text", frameAnchor: "left", textAnchor: "end", dx: -gap }),
    ],
  };
}
