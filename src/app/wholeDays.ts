import { readColumns } from "../frame/readColumns.ts";
import { readNumbers } from "../frame/readNumbers.ts";
import type { Frame } from "../frame/toFrame.ts";

/** The values of a frame of days that are whole. */
export interface WholeDays {
  /** The values, of the days that have one and are whole. */
  readonly values: Float64Array;
  /** The days that have a value, but are not over or are cut by the range. */
  readonly partial: readonly Temporal.PlainDate[];
}

/**
 * The values of the days that are whole, and which others there are.
 *
 * @param frame What `daily` gives: `time`, columns of numbers, `partial`.
 */
export function wholeDays(frame: Frame, column: string, tz: string): WholeDays {
  const { time, partial } = readColumns(frame, { time: "time", "partial?": "bool" });
  const [all] = readNumbers(frame, [column], "read days");
  const isPartial = (i: number): boolean => partial?.values[i] === 1;
  return {
    values: all!.filter((value, i) => !Number.isNaN(value) && !isPartial(i)),
    partial: [...time.values.keys()].filter((i) => isPartial(i) && !Number.isNaN(all![i]))
      .map((i) => new Temporal.ZonedDateTime(time.values[i]! * 1000n, tz).toPlainDate()),
  };
}
