import { zonedTime } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Values of the days that count. */
export interface WholeDays {
  /** Values of the counted days with data. */
  readonly values: Float64Array;
  /** Row of each value. */
  readonly rows: readonly number[];
  /** Days with data that do not count: they are not over, or only partly in the range. */
  readonly partial: readonly Temporal.PlainDate[];
}

/** Options of {@linkcode wholeDays}. */
export interface WholeDaysOptions {
  readonly tz: string;
  /** Also counts days that are not over, or are only partly in the range. @default false */
  readonly includePartial?: boolean;
}

/**
 * Returns the values of the days that count, and the other days with data.
 *
 * @param frame The result of `daily`: `time`, numeric columns, `whole`.
 */
export function wholeDays(frame: Frame, column: string, options: WholeDaysOptions): WholeDays {
  const { tz, includePartial = false } = options;
  const data = openFrame(frame, { action: "read days" });
  const { time, whole } = data.read({ time: "time", "whole?": "bool" });
  const values = data.numbers(column);
  const isPartial = (i: number): boolean => !includePartial && whole?.values[i] === 0;
  const known = [...values.keys()].filter((i) => !Number.isNaN(values[i]));
  const rows = known.filter((i) => !isPartial(i));
  return {
    values: Float64Array.from(rows, (i) => values[i]!),
    rows,
    partial: known.filter(isPartial)
      .map((i) => zonedTime(time.values[i]!, tz).toPlainDate()),
  };
}
