import { zonedTime } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** The values of a frame of days that count. */
export interface WholeDays {
  /** The values of the days that have one and count. */
  readonly values: Float64Array;
  /** The row of each. */
  readonly rows: readonly number[];
  /** The days that have a value and do not count: they are not over, or cut by the range. */
  readonly partial: readonly Temporal.PlainDate[];
}

/** Which days count. */
export interface WholeDaysOptions {
  /** IANA zone of the days. */
  readonly tz: string;
  /** Whether days count that are not over, or that the range cuts. @default false */
  readonly includePartial?: boolean;
}

/**
 * The values of the days that count, and which others have one.
 *
 * @param frame What `daily` gives: `time`, columns of numbers, `whole`.
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
