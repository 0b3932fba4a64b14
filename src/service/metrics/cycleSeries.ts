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

/** Query of a metric around cycles. */
export interface CycleSeriesQuery {
  readonly owner: string;
  readonly metric: Metric;
  /** Statistics to add. */
  readonly calculations: readonly Calculation[];
  /** Interval around each cycle. */
  readonly intervals: readonly Interval[];
}

/** Seconds between the rows of a series; the default. */
const RATE = "60";

/**
 * Computes a metric around each cycle as a list column of {time, value}, with a field per
 * statistic, named as in a time series (`max_value`). Each list is a series with a row per minute
 * from its interval's start; the value is null without data.
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
    // Without cycles the list still has its fields.
    const grid = seriesGrid({ start: 0n, end: 0n }, RATE, "UTC", width);
    pieces.push(await seriesColumns(context, { owner, metric: named, grid, calculations }));
  }
  return {
    type: "list",
    offsets,
    item: { type: "struct", fields: concatColumns(pieces), length: offsets.at(-1)! },
  };
}
