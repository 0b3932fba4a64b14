import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { correlations, type CorrelationsOptions } from "../../series/correlations.ts";
import { checkMetrics, isRank } from "../ask/checkMetrics.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Which metrics are correlated, and how. */
export interface CorrelateOptions extends DailyOptions, Pick<CorrelationsOptions, "method"> {
  /** Whether days count that are not over, or that the range cuts. @default false */
  includePartial?: boolean | undefined;
}

const OPTIONS: OptionTable<CorrelateOptions> = {
  ...DAILY_OPTIONS,
  method: true,
  includePartial: true,
};

/**
 * How metrics go together from day to day: `series.correlations` of their daily totals and means. Days
 * that are not over, or that the range cuts, are left out.
 *
 * @returns a row for each pair: `a`, `b` `str`, the value columns; `r`, `low`, `high` `f64`, the
 * coefficient and its 95 % interval; `n` `i64`, the days that have both.
 * @throws {TypeError} if fewer than two metrics are named, or one twice; if one's numbers are codes
 * (`SleepStage`), or ranks (severity) and the method is not `"spearman"`
 * @throws {RangeError} if there is no zone, no such metric, or the method does not exist
 */
export async function correlate(me: Client, options: CorrelateOptions): Promise<Frame> {
  checkOptions("correlate metrics", options, OPTIONS, "metrics, start_time and end_time");
  const { method = "pearson", includePartial = false, ...asked } = options;
  const { metrics } = asked;
  if (!Array.isArray(metrics) || metrics.length < 2) {
    throw new TypeError(
      `Cannot correlate ${[metrics].flat().join() || "nothing"}: name two metrics or more`,
    );
  }
  const known = await checkMetrics(me, metrics, `correlate ${metrics.join(" with ")}`);
  const ranks = known.find(isRank);
  if (ranks !== undefined && method === "pearson") {
    throw new TypeError(
      `Cannot correlate ${ranks.name} by pearson: its numbers are ranks (${ranks.unit}), whose steps ` +
        `are not equal; give method: "spearman"`,
    );
  }
  const days = await daily(me, asked);
  const { whole } = openFrame(days).read({ whole: "bool" });
  const rows = rowsWhere(whole.values.length, (i) => includePartial || whole.values[i] === 1);
  return correlations(toFrame(takeRows(openFrame(days).columns(), rows)), {
    method,
    y: known.map(({ column }) => column),
  });
}
