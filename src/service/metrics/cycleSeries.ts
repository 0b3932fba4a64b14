import type { Metric } from "../../schema/metrics.ts";
import type { Calculation } from "../../frame/columns/calculations.ts";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_WINDOWS } from "../../time/windows.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import type { Context } from "../http/handler.ts";
import { invalid } from "../http/problem.ts";
import { seriesColumns } from "./seriesColumns.ts";
import { seriesGrid } from "./seriesGrid.ts";

/** Which metric is computed for which cycles. */
export interface CycleSeriesQuery {
  /** Whose. */
  readonly owner: string;
  /** The metric. */
  readonly metric: Metric;
  /** Statistics to add. */
  readonly calculations: readonly Calculation[];
  /** The stretch around each cycle. */
  readonly intervals: readonly Interval[];
}

/** Seconds between the rows of a series, as where none are named. */
const RATE = "60";

/**
 * A metric around each cycle as a list column of {time, value} and for each statistic a field named
 * as in a time series, `max_value`. Each list is a series of its own, a row a minute from its
 * stretch's start on; without data its value is null.
 *
 * @throws {Problem} 422 if the lists have more than 20 million values
 */
export async function cycleSeries(
  context: Context,
  { owner, metric, calculations, intervals }: CycleSeriesQuery,
): Promise<Column> {
  const named = { ...metric, value_column: "value" };
  const width = 1 + calculations.length;
  const grids = intervals.map((interval) => seriesGrid(interval, RATE, "UTC", width));
  const rows = grids.reduce((sum, grid) => sum + grid.rows, 0);
  if (rows * width > MAX_WINDOWS) {
    throw invalid(["query", "metrics"], `The cycles have ${rows} minutes of ${metric.name}`);
  }
  const pieces: Columns[] = [];
  const offsets = new Int32Array(intervals.length + 1);
  for (const [i, grid] of grids.entries()) {
    const piece = await seriesColumns(context, { owner, metric: named, grid, calculations });
    pieces.push(piece);
    offsets[i + 1] = offsets[i]! + rowCount(piece);
  }
  if (pieces.length === 0) {
    // Of no cycles the list has its fields all the same.
    const grid = seriesGrid({ start: 0n, end: 0n }, RATE, "UTC", width);
    pieces.push(await seriesColumns(context, { owner, metric: named, grid, calculations }));
  }
  return {
    type: "list",
    offsets,
    item: { type: "struct", fields: concatColumns(pieces), length: offsets.at(-1)! },
  };
}
