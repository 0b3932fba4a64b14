import { type Calculation, CALCULATION_PREFIX } from "../frame/columns/calculations.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { takeRows } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { MAX_WINDOWS } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { CALCULATIONS, mean } from "./windows/calculations.ts";
import { type Groups, rowsOfGroups } from "../frame/columns/groups.ts";
import { reach } from "./windows/reach.ts";
import { readSamples, type Samples, someSamples } from "./input/readSamples.ts";
import { type Slots, slots } from "./windows/slots.ts";
import { spread } from "./windows/spread.ts";
import { type SeriesColumn, stacked } from "./input/stacked.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { groupsOf } from "../frame/groupsOf.ts";

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
  /** Columns whose values make groups, such as `user`: each has a series of its own over the whole range. @default none */
  by?: string | readonly string[];
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
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
 * @returns the columns of `by`, its groups in order of their first rows; `time` `datetime[us, tz]`, the value column `f64`, then the calculations: `max_`, `min_`,
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
 * assertEquals(steps.toRecords().map((row) => row["step_count"]), [60, 30, null]);
 * ```
 */
export function fromSamples(samples: FrameLike, options: FromSamplesOptions): Frame {
  checkOptions("make a series", options, OPTIONS, "kind, start_time and end_time");
  const { kind, every = 60, name = "value", calculations = [], by } = options;
  check(kind, name, calculations);
  const tz = zone(options.tz ?? "UTC");
  const grid = slots(toInterval(options, { tz }), every, tz);
  const read = readSamples(samples, "make a series", options.columns, options.tz);
  const groups = groupsOf(samples, by, "make a series");
  const columns: Record<string, Column> = {};
  if (groups === undefined) {
    columns["time"] = timeColumn(grid.label, tz);
    Object.assign(columns, seriesOfOne(read, grid, options));
  } else {
    Object.assign(columns, named(groups, grid, tz));
    const made = rowsOfGroups(groups, read.order)
      .map((rows) => seriesOfOne(someSamples(read, rows), grid, options));
    const empty = seriesOfOne(
      someSamples(read, new Uint32Array(0)),
      { ...grid, ...NOTHING },
      options,
    );
    for (const added of Object.keys(empty)) {
      if (Object.hasOwn(columns, added)) {
        throw new RangeError(
          `Cannot make a series: there would be two columns ${JSON.stringify(added)}`,
        );
      }
      columns[added] = stacked([...made.map((own) => own[added]!), empty[added]!]);
    }
  }
  const kept = options.dropNulls === true ? withoutNulls(columns, name) : columns;
  const result = options.fill === 0 ? filled(kept) : withNulls(kept);
  const names = Object.keys(groups?.columns ?? {}); // where null is a group, not a gap
  return toFrame({ ...result, ...Object.fromEntries(names.map((own) => [own, kept[own]!])) });
}

const OPTIONS: OptionTable<FromSamplesOptions> = {
  start_time: true,
  end_time: true,
  kind: true,
  every: true,
  name: true,
  tz: true,
  sourcePriority: true,
  calculations: true,
  fill: true,
  dropNulls: true,
  by: true,
  columns: true,
};

/** A grid of no slots. */
const NOTHING = { label: new BigInt64Array(0), edge: new BigInt64Array(1) };

/** The values, and the calculations asked for, of samples of one group. */
function seriesOfOne(
  read: Samples,
  { label, edge }: Slots,
  { kind, name = "value", calculations = [], sourcePriority = [] }: FromSamplesOptions,
): { readonly [column: string]: SeriesColumn } {
  if (kind === "cumulative") return { [name]: spread(read, edge, sourcePriority) as SeriesColumn };
  const reached = reach(read, edge);
  const columns: Record<string, Column> = { [name]: mean(reached, read.value, label.length) };
  for (const calculation of calculations) {
    columns[CALCULATION_PREFIX[calculation] + name] = CALCULATIONS[calculation](
      reached,
      read.value,
      label.length,
    );
  }
  return columns as { [column: string]: SeriesColumn };
}

/** The columns of groups and times: the grid once for each group. */
function named({ first, columns }: Groups, { label }: Slots, tz: string): Columns {
  const total = first.length * label.length;
  if (total > MAX_WINDOWS) {
    throw new RangeError(`Cannot make a series of ${total} rows: the most is ${MAX_WINDOWS}`);
  }
  const rows = new Uint32Array(total), time = new BigInt64Array(total);
  first.forEach((row, group) => {
    rows.fill(row, group * label.length, (group + 1) * label.length);
    time.set(label, group * label.length);
  });
  return { ...takeRows(columns, rows), time: timeColumn(time, tz) };
}

function check(kind: string, name: string, calculations: readonly Calculation[]): void {
  if (kind !== "cumulative" && kind !== "discrete") {
    throw new RangeError(
      `Cannot make a series: kind is ${JSON.stringify(kind)}, expected "cumulative" or "discrete"`,
    );
  }
  if (name === "time") {
    throw new RangeError('Cannot make a series: the value column must not be named "time"');
  }
  if (kind === "cumulative" && calculations.length > 0) {
    throw new RangeError(
      `Cannot calculate ${calculations.join(", ")}: a cumulative metric has sums, not readings`,
    );
  }
  const unknown = calculations.find((calculation) => !Object.hasOwn(CALCULATIONS, calculation));
  if (unknown !== undefined) {
    throw new RangeError(
      `Cannot calculate ${JSON.stringify(unknown)}: use one of ${
        Object.keys(CALCULATIONS).join(", ")
      }`,
    );
  }
}

function withoutNulls(columns: Columns, name: string): Columns {
  const { valid } = columns[name] as { valid: Uint8Array };
  return takeRows(columns, rowsWhere(valid.length, (i) => valid[i] === 1));
}

/** Nulls as 0, null lists as empty ones: the values under nulls are zeros already. */
function filled(columns: Columns): Columns {
  return withValid(columns, () => undefined);
}

/** Columns that have no null say so, which makes the frame sooner. */
function withNulls(columns: Columns): Columns {
  return withValid(columns, (valid) => valid.includes(0) ? valid : undefined);
}

function withValid(
  columns: Columns,
  make: (valid: Uint8Array) => Uint8Array | undefined,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      "valid" in column && column.valid !== undefined
        ? { ...column, valid: make(column.valid) }
        : column,
    ]),
  );
}
