import type { Metric } from "../../schema/metrics.ts";
import type { Calculation } from "../../frame/columns/calculations.ts";
import { textReader } from "../../frame/columns/codedText.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { _fromSamples } from "../../series/fromSamples.ts";
import { gridSlots } from "../../series/windows/gridSlots.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import type { Samples } from "../../store/samples.ts";
import type { Interval } from "../../time/interval.ts";
import { rejectAs422 } from "../http/rejectAs422.ts";
import type { Context } from "../http/handler.ts";
import { sampleColumns, sourceOrder } from "./sampleColumns.ts";
import type { Grid } from "./seriesGrid.ts";
import { joinManyColumns } from "../encode/joinManyColumns.ts";

/** Query of a series. */
export interface SeriesQuery {
  readonly owner: string;
  readonly metric: Metric;
  readonly grid: Grid;
  /** Statistics to add. @default none */
  readonly calculations?: readonly Calculation[];
  /** Value without data. @default null */
  readonly fill?: null | 0;
  /** Omit rows without data. @default false */
  readonly dropNulls?: boolean;
}

/** Samples and rows to process before other work may run: about 20 ms. */
const SLICE = 25_000;

/**
 * Computes a metric's samples as a regular series: `time` and the value column. It works in pieces
 * of the grid, each from the samples that overlap it, so that a long series does not block other
 * requests.
 *
 * @throws {Problem} 422 if windows leave the years 1 to 9999
 */
export async function seriesColumns(context: Context, query: SeriesQuery): Promise<Columns> {
  const { owner: userid, metric, grid } = query;
  const samples = await context.store.samples.read({
    userid,
    dataType: metric.name,
    interval: grid.interval,
  });
  const sourcePriority = sourceOrder(samples, context.sourcePriority);
  const starts = rejectAs422("samprate", () => pieceStarts(samples, query));
  const pieces: Columns[] = [], turn = new Turn();
  let rows: number[] = [], next = 0;
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? grid.interval.end;
    rows = rows.filter((row) => samples.end[row]! > start);
    while (next < samples.start.length && samples.start[next]! < end) rows.push(next++);
    pieces.push(
      rejectAs422("samprate", () => piece({ start, end }, samples, rows, sourcePriority, query)),
    );
    if (turn.isOver()) await turn.next();
  }
  return joinManyColumns(pieces);
}

function piece(
  interval: Interval,
  samples: Samples,
  rows: readonly number[],
  sourcePriority: readonly string[],
  { metric, grid, calculations = [], fill = null, dropNulls = false }: SeriesQuery,
): Columns {
  const { source, ...columns } = sampleColumns(samples, rows);
  const read = { ...columns, source: source && textReader(() => source.values) };
  return _fromSamples(read, gridSlots(interval, grid.every, grid.tz), {
    tz: grid.tz,
    kind: metric.metric_kind ?? "discrete",
    name: metric.value_column,
    sourcePriority,
    calculations,
    fill,
    dropNulls,
  });
}

/** Returns the starts of the pieces, at slot boundaries, so that no slot is in two pieces. */
function pieceStarts(samples: Samples, { grid, calculations }: SeriesQuery): bigint[] {
  const { start, end } = grid.interval;
  // A mean since the start of the range cannot be split.
  if (calculations?.includes("rollingmean")) return [start];
  const wanted: bigint[] = [];
  for (let row = SLICE; row < samples.start.length; row += SLICE) wanted.push(samples.start[row]!);
  for (let row = SLICE; row < grid.rows; row += SLICE) {
    wanted.push(start + (end - start) * BigInt(row) / BigInt(grid.rows));
  }
  const starts = wanted.filter((moment) => moment > start)
    .map(grid.boundaryBefore)
    .filter((moment) => moment > start && moment < end);
  return [start, ...new Set(starts.sort((a, b) => a < b ? -1 : a > b ? 1 : 0))];
}
