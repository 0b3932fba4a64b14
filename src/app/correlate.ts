import type { Client } from "../client/client.ts";
import type { Frame } from "../frame/toFrame.ts";
import { correlations, type CorrelationsOptions } from "../series/correlations.ts";
import { numberColumns } from "../frame/numberColumns.ts";
import { daily, type DailyOptions } from "./daily.ts";

/** Which metrics are correlated, and how. */
export interface CorrelateOptions extends DailyOptions, Pick<CorrelationsOptions, "method"> {}

/**
 * How metrics go together from day to day: `series.correlations` of their daily totals and means.
 *
 * @returns a row for each pair: `a`, `b` `str`, the value columns; `r`, `low`, `high` `f64`, the
 * coefficient and its 95 % interval; `n` `i64`, the days that have both.
 * @throws {TypeError} if fewer than two metrics are named, or one twice
 * @throws {RangeError} if there is no zone, or the method is none
 */
export async function correlate(me: Client, options: CorrelateOptions): Promise<Frame> {
  const { method = "pearson", metrics } = options;
  if (metrics.length < 2) {
    throw new TypeError(
      `Cannot correlate ${metrics.join() || "nothing"}: name two metrics or more`,
    );
  }
  const days = await daily(me, options);
  return correlations(days, { method, y: numberColumns(days) });
}
