import type { Api } from "../../api/api.ts";
import { CYCLES_SCHEMA } from "../../api/sleep.ts";
import type { Call } from "../http/handler.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { _cycles } from "../../sleep/cycles.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { cycleSeries } from "../metrics/cycleSeries.ts";
import { inPieces } from "./inPieces.ts";
import { namedOwner, ownerOf } from "../sharing/mayRead.ts";
import { metricOf } from "../types/metricOf.ts";
import { invalid } from "../http/problem.ts";
import { rejectDuplicates } from "../http/rejectDuplicates.ts";
import { sleepNights } from "./sleepNights.ts";

/**
 * Computes sleep cycles, with a list column per metric that covers some seconds before and after
 * each cycle.
 *
 * @throws {Problem} 403 if the caller may not read the data, 404 for an unknown metric, 422 for
 * statistics of a cumulative metric or an argument out of range
 */
export async function extendedCycles(call: Call<Api["sleep"]["cyclesExtended"]>): Promise<Columns> {
  const { args, context } = call;
  const calculations = [...new Set(args.metric_calculations)];
  const before = micros(args.metric_seconds_before), after = micros(args.metric_seconds_after);
  const owner = await namedOwner(call);
  const names = [...new Set(args.metrics)];
  // Check access first, so that the answer does not reveal whether the type exists.
  const range = { start: args.start_time, end: args.end_time };
  for (const name of names) await ownerOf(call, name, range);
  const metrics = await Promise.all(names.map((name) => metricOf(context, owner, name)));
  rejectDuplicates(metrics, Object.keys(CYCLES_SCHEMA));
  const sums = metrics.find((metric) => metric.metric_kind === "cumulative");
  if (sums !== undefined && calculations.length > 0) {
    throw invalid(
      ["query", "metric_calculations"],
      `${sums.name} is cumulative: it has sums, not readings to calculate with`,
    );
  }
  const columns = await inPieces(await sleepNights(call), "number", _cycles);
  const intervals = intervalsAround(columns, before, after);
  const extended: Record<string, Columns[string]> = { ...columns };
  for (const metric of metrics) {
    for (const interval of intervals) await ownerOf(call, metric.name, interval);
    const query = { owner, metric, calculations, intervals };
    extended[metric.value_column] = await cycleSeries(context, query);
  }
  return extended;
}

function micros(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1e6));
}

/** Returns the interval around each cycle, within the years 1 to 9999. */
function intervalsAround(columns: Columns, before: bigint, after: bigint): Interval[] {
  const starts = columns["start_time"]!, ends = columns["end_time"]!;
  if (starts.type !== "time" || ends.type !== "time") return [];
  return Array.from(starts.values, (at, i) => {
    const start = at - before, end = ends.values[i]! + after;
    return {
      start: start < MIN_MICROS ? MIN_MICROS : start,
      end: end > MAX_MICROS ? MAX_MICROS : end,
    };
  });
}
