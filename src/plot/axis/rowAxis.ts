import { localTime } from "../../time/localText.ts";
import type { YAxis } from "../picture/chart.ts";
import type { Labels } from "../picture/labels.ts";
import { textWidth, wrapName } from "../picture/textWidth.ts";
import {
  GRID,
  GUTTERS,
  INK_2,
  LEFT_OF_FRAME,
  RIGHT_OF_FRAME,
  ROWS,
  SPACES,
} from "../picture/theme.ts";

export interface RowName {
  /** Middle of the row, in rows from the top. */
  readonly y: number;
  readonly text: string;
  /** Total of the row, right of the frame. @default none */
  readonly total?: string;
}

interface RowSizes {
  /** Height of a row in pixels, larger if a name wraps to two lines. */
  readonly row: number;
  /** Width of the totals in pixels; 0 without any. */
  readonly labels: number;
}

/** Line height of names, in em. */
const LINE_HEIGHT = 1.05;

/**
 * Returns an axis of rows counted from the top, with names left of the frame. Names that are wider
 * than the gutter wrap to two lines, and end with an ellipsis if that is not enough; days do not.
 */
export function rowAxis(
  rows: number,
  names: readonly RowName[],
  { least = 0, lines = false, slots, days = 1 }: {
    /** Minimum width of the names in pixels. @default 0 */
    readonly least?: number;
    /** Draws a line through each named row. @default false */
    readonly lines?: boolean;
    /** Day of each row. @default rows are not days */
    readonly slots?: readonly number[];
    /** Number of days per row, from the given day on. @default 1 */
    readonly days?: number;
  } = {},
): Required<Pick<YAxis, "domain" | "width" | "marks">> & Pick<YAxis, "reading"> & RowSizes {
  const room = GUTTERS.left[1] - SPACES.near;
  const wrapped = names.map(({ y, text }) => ({
    y,
    lines: slots === undefined ? wrapName(text, room) : [text],
  }));
  const widths = wrapped.flatMap(({ lines }) => lines.map((line) => textWidth(line)));
  const totals = names.filter(({ total }) => total !== undefined);
  return {
    domain: [rows, 0],
    ...(slots === undefined ? {} : { reading: { kind: "rows" as const, slots, days } }),
    row: wrapped.some(({ lines }) => lines.length > 1) ? ROWS.lane : ROWS.row,
    width: Math.max(least, ...widths) + SPACES.near,
    labels: totals.length === 0
      ? 0
      : Math.max(...totals.map(({ total }) => textWidth(total ?? ""))) + SPACES.near,
    marks: (plot) => [
      plot.ruleY(lines ? names : [], { y: "y", stroke: GRID }),
      plot.text(wrapped, {
        y: "y",
        text: ({ lines }: { lines: string[] }) => lines.join("\n"),
        lineHeight: LINE_HEIGHT,
        ...LEFT_OF_FRAME,
      }),
      ...totals.length === 0 ? [] : [plot.text(totals, {
        y: "y",
        text: "total",
        ...RIGHT_OF_FRAME,
        fill: INK_2,
      })],
    ],
  };
}

/** Returns the dates to show next to rows: all, or as many Mondays or firsts of a month as fit. */
export function rowLabels(
  days: readonly number[],
  labels: Labels,
): { y: number; text: string }[] {
  const dated = days.map((slot, i) => ({ y: i + 0.5, slot, date: localTime(slot, "UTC") }));
  const some = days.length <= 31
    ? dated
    : days.length <= 150
    ? dated.filter(({ date }) => date.dayOfWeek === 1)
    : dated.filter(({ date }) => date.day === 1);
  const { day, monthYear } = labels.in("UTC");
  return some.map(({ y, slot }) => ({ y, text: days.length <= 150 ? day(slot) : monthYear(slot) }));
}
