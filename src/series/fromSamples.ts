import { type Column, type Columns, timeColumn } from "../frame/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import type { FrameLike } from "../frame/readColumns.ts";
import { takeRows } from "../frame/takeRows.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { zone } from "../time/zone.ts";
import { calculate, type Calculation, CALCULATION_PREFIX, means } from "./calculations.ts";
import { gather } from "./gather.ts";
import { readSamples, type Samples } from "./readSamples.ts";
import { slots } from "./slots.ts";
import { spread } from "./spread.ts";

/** How samples become a regular series. */
export interface FromSamplesOptions extends Range {
  /** Whether values add up over their interval or are readings. */
  kind: "cumulative" | "discrete";
  /** Seconds between rows, counted from `start_time`, or a window on the clock and calendar of `tz`. @default 60 */
  every?: number | string;
  /** The name of the value column. @default "value" */
  name?: string;
  /** IANA zone of the windows and of the answer's times. @default "UTC" */
  tz?: string;
  /** Sources of a cumulative metric from the highest to the lowest. @default none */
  sourcePriority?: readonly string[];
  /** Statistics to add as columns, for discrete metrics only. @default none */
  calculations?: readonly Calculation[];
  /** What stands where there is no data. @default null */
  fill?: null | 0;
  /** Whether to leave out rows without data. @default false */
  dropNulls?: boolean;
}

/**
 * Raw samples of a metric as a regular time series: what the service answers to
 * `me.metrics.timeSeries`, computed here.
 *
 * The grid starts at `start_time` with a row for each `every` seconds before `end_time`; a window
 * such as `15m` or `1d` is cut on the clock and calendar of `tz` instead. A cumulative metric's
 * sample is shared out over the rows in proportion to its overlap with each, and of several sources
 * one counts at each instant. A discrete metric's row is the mean of the samples that reach into it.
 *
 * @param samples `start_date`, `end_date` (or `start_time`, `end_time`), `value`; optional `source`.
 * @returns `time` `datetime[us, tz]`, the value column `f64`, then the calculations: `max_`, `min_`,
 * `delta_`, `mean_`, `rollingmean_`, `mode_` `f64`, `uniq_`, `all_` `list[f64]`, each before the
 * column's name.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if the range, the zone or the window is none, a sample ends before it starts,
 * calculations are asked of a cumulative metric, or the grid has more than 20 million rows
 *
 * @example 90 steps from 08:00 to 08:01:30 are 60 in the first minute and 30 in the second
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const steps = series.fromSamples([
 *   { start_date: "2024-01-01T08:00Z", end_date: "2024-01-01T08:01:30Z", value: 90 },
 * ], {
 *   start_time: "2024-01-01T08:00Z",
 *   end_time: "2024-01-01T08:03Z",
 *   kind: "cumulative",
 *   name: "step_count",
 * });
 * assertEquals(steps.getColumn("step_count").toArray(), [60, 30, null]);
 * ```
 */
export function fromSamples(samples: FrameLike, options: FromSamplesOptions): Frame {
  const { kind, every = 60, name = "value", calculations = [], sourcePriority = [] } = options;
  const tz = zone(options.tz ?? "UTC");
  if (kind === "cumulative" && calculations.length > 0) {
    throw new RangeError(
      `Cannot calculate ${calculations.join(", ")}: a cumulative metric has sums, not readings`,
    );
  }
  const range = toInterval(options, { tz });
  const grid = slots(range, every, tz);
  const read = inside(readSamples(samples, "make a series"), range);
  const columns: Record<string, Column> = { time: timeColumn(grid.label, tz) };
  if (kind === "cumulative") columns[name] = spread(read, grid.edge, sourcePriority);
  else {
    const gathered = gather(read, grid.edge);
    columns[name] = means(gathered);
    for (const calculation of calculations) {
      columns[CALCULATION_PREFIX[calculation] + name] = calculate(gathered, calculation);
    }
  }
  const kept = options.dropNulls === true ? withoutNulls(columns, name) : columns;
  return toFrame(options.fill === 0 ? filled(kept) : kept);
}

/** The samples that reach into the range: the others are not the grid's business. */
function inside(samples: Samples, { start, end }: { start: bigint; end: bigint }): Samples {
  const reaches = (i: number): boolean =>
    samples.start[i]! < end && (samples.end[i]! > start || samples.start[i]! >= start);
  if (samples.start.every((_, i) => reaches(i))) return samples;
  const rows = rowsWhere(samples.start.length, reaches);
  return {
    start: BigInt64Array.from(rows, (i) => samples.start[i]!),
    end: BigInt64Array.from(rows, (i) => samples.end[i]!),
    value: Float64Array.from(rows, (i) => samples.value[i]!),
    source: Array.from(rows, (i) => samples.source[i]!),
  };
}

function withoutNulls(columns: Columns, name: string): Columns {
  const { valid } = columns[name] as { valid: Uint8Array };
  return takeRows(columns, rowsWhere(valid.length, (i) => valid[i] === 1));
}

/** Nulls as 0, null lists as empty ones: the values under nulls are zeros already. */
function filled(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map((
      [name, column],
    ) => [name, "valid" in column ? { ...column, valid: undefined } : column]),
  );
}
