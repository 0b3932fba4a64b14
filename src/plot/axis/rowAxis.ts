import type { YAxis } from "../picture/chart.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GRID } from "../picture/theme.ts";

export interface RowName {
  /** Middle of the row, in rows from the top. */
  readonly y: number;
  readonly text: string;
}

/** Returns an axis of rows counted from the top, with names left of the frame. */
export function rowAxis(
  rows: number,
  names: readonly RowName[],
  { gap = 8, room = 6, least = 0, lines = false, slots, days = 1 }: {
    /** Pixels between the names and the frame. @default 8 */
    readonly gap?: number;
    /** Pixels left of the names. @default 6 */
    readonly room?: number;
    /** Minimum width of the names in pixels. @default 0 */
    readonly least?: number;
    /** Draws a line through each named row. @default false */
    readonly lines?: boolean;
    /** Day of each row. @default rows are not days */
    readonly slots?: readonly number[];
    /** Number of days per row, from the given day on. @default 1 */
    readonly days?: number;
  } = {},
): Required<Pick<YAxis, "domain" | "above" | "width" | "marks">> & Pick<YAxis, "reading"> {
  return {
    domain: [rows, 0],
    above: 0,
    ...(slots === undefined ? {} : { reading: { kind: "rows" as const, slots, days } }),
    width: Math.max(least, ...names.map(({ text }) => textWidth(text))) + room + gap,
    marks: (plot) => [
      plot.ruleY(lines ? names : [], { y: "y", stroke: GRID }),
      plot.text(names, { y: "y", text: "text", frameAnchor: "left", textAnchor: "end", dx: -gap }),
    ],
  };
}
