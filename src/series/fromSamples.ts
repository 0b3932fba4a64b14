import { type Calculation, CALCULATION_PREFIX } from "../frame/columns/calculations.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { addColumns } from "../frame/columns/addColumns.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import { type Groups, rowsOfGroups } from "../frame/columns/groups.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { narrowRange } from "../frame/polars/askedRange.ts";
import { readRange } from "../frame/readRange.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { takeRows } from "../frame/takeRows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { When } from "../time/when.ts";
import { MAX_WINDOWS } from "../time/windows.ts";
import type { Zones } from "../time/zone.ts";
import { type MetricSamples, readSamples, samplesInOrder } from "./input/readSamples.ts";
import { allocateProRata } from "./windows/allocateProRata.ts";
import { calculate, CALCULATION_NAMES, slotMeans } from "./windows/calculations.ts";
import { type GridSlots, gridSlots } from "./windows/gridSlots.ts";
import { slotOverlaps } from "./windows/slotOverlaps.ts";
import { gridLayout } from "./windows/windowLayout.ts";
import type { Length } from "../time/length.ts";

/** Options of {@linkcode fromSamples}. */
export interface FromSamplesOptions {
  /** `"cumulative"` if values add up over their interval, `"discrete"` if they are readings. */
  kind: "cumulative" | "discrete";
  /** Seconds between rows, counted from the start of the range, or a length on the clock and calendar of `tz`. @default 60 */
  every?: number | Length;
  /** Name of the value column. @default "value" */
  name?: string;
  /** IANA zone of the windows and of the resulting times. @default the zone of the starts */
  tz?: Zones;
  /** Sources of a cumulative metric from the highest to the lowest. @default none */
  sourcePriority?: readonly string[];
  /** Statistics to add as columns, for discrete metrics only. @default none */
  calculations?: readonly Calculation[];
  /** Value for rows without data. @default null */
  fill?: null | 0;
  /** Removes rows without data. @default false */
  dropNulls?: boolean;
  /** Columns that define groups, such as `user`. Each group has a series over the whole range. @default none */
  by?: string | readonly string[];
  /** Names of columns that differ from the usual ones, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/**
 * Converts raw samples of a metric to a regular time series.
 *
 * The grid has a row every `every` seconds, from the start of the range to before its end. A length such as
 * `15m` or `1d` follows the clock and calendar of `tz` instead. Samples of a cumulative metric are
 * allocated to rows in proportion to their overlap; if several sources overlap, only one counts at
 * each instant. For a discrete metric, a row is the mean of the samples that overlap it.
 * The service computes `me.api.metrics.timeSeries` in the same way.
 *
 * @param samples `start_date`, `end_date` (or `start_time`, `end_time`), `value`; optional `source`.
 * @param range Range of the series, such as `"2025-03"`. `{ days }` end with the requested range of
 * the samples, else with the day of the last start.
 * @returns the columns of `by`, with groups in order of their first rows; `time` `datetime[us, tz]`, the value column `f64`, then the calculations: `max_`, `min_`,
 * `delta_`, `mean_`, `rollingmean_`, `mode_` `f64`, `uniq_`, `all_` `list[f64]`, each before the
 * column's name.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if the range, the zone or the window is invalid, a sample ends before it starts,
 * calculations are requested for a cumulative metric, or the grid has more than 20 million rows
 *
 * @example Split 90 steps from 08:00 to 08:01:30 into 60 in the first minute and 30 in the second
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const steps = series.fromSamples([
 *   { start_date: "2024-01-01T08:00Z", end_date: "2024-01-01T08:01:30Z", value: 90 },
 * ], { start_time: "2024-01-01T08:00Z", end_time: "2024-01-01T08:03Z" }, {
 *   kind: "cumulative",
 *   name: "step_count",
 * });
 * assertEquals(steps.toRecords().map((row) => row["step_count"]), [60, 30, null]);
 * ```
 */
export function fromSamples(
  samples: FrameLike,
  range: When,
  options: FromSamplesOptions,
): Frame {
  checkOptions(ACTION, options, OPTIONS, "kind");
  const { every = 60, by, name = "value" } = options;
  check(options.kind, name, options.calculations ?? []);
  const data = openFrame(samples, { action: ACTION, tz: options.tz });
  const { zone: tz, ...read } = readSamples(data, options.columns);
  const interval = readRange(range, { tz, asked: data.range, times: read.start });
  const grid = gridSlots(interval, every, tz);
  const columns = _fromSamples(read, grid, { ...options, tz, groups: data.personGroups(by) });
  return toFrame(columns, {}, narrowRange(data.range, interval, tz));
}

const ACTION = "make a series";

/** Options of {@linkcode _fromSamples}. */
export interface FromSamplesColumnsOptions extends
  Pick<
    FromSamplesOptions,
    "kind" | "name" | "sourcePriority" | "calculations" | "fill" | "dropNulls"
  > {
  /** IANA zone of the resulting times. */
  readonly tz: string;
  /** Groups of the samples. @default none */
  readonly groups?: Groups | undefined;
}

/**
 * Does the work of {@linkcode fromSamples} on columns.
 *
 * @throws {RangeError} if the result would have more than 20 million rows or two columns of the same name
 */
export function _fromSamples(
  samples: MetricSamples,
  { label, edge }: GridSlots,
  options: FromSamplesColumnsOptions,
): Columns {
  const { kind, name = "value", sourcePriority = [], calculations = [], tz, groups } = options;
  const order = samplesInOrder(samples);
  const members = groups === undefined ? [order] : rowsOfGroups(groups, order);
  const layout = gridLayout(edge, members);
  if (layout.slots > MAX_WINDOWS) {
    throw new RangeError(
      `Cannot make a series of ${layout.slots} rows: the maximum is ${MAX_WINDOWS}`,
    );
  }
  const found: [string, Column][] = [
    ["time", timeColumn(groups === undefined ? label : repeat(label, members.length), tz)],
  ];
  if (kind === "cumulative") {
    found.push([name, allocateProRata(layout, samples, sourcePriority)]);
  } else {
    const { start, end, value } = samples;
    const overlaps = slotOverlaps(layout, { start, end, has: undefined });
    const slots = { layout, overlaps, value };
    found.push([name, slotMeans(slots)]);
    for (const { calculation, column } of calculate(calculations, slots)) {
      found.push([CALCULATION_PREFIX[calculation] + name, column]);
    }
  }
  const columns = addColumns(repeatGroups(groups, label.length), found, ACTION);
  const kept = options.dropNulls === true ? withoutNulls(columns, name) : columns;
  // In the columns that define groups, null is a group, not a gap.
  const names = Object.keys(groups?.columns ?? {});
  return withValid(
    kept,
    names,
    (valid) => options.fill !== 0 && valid.includes(0) ? valid : undefined,
  );
}

const OPTIONS = optionNames<FromSamplesOptions>()(
  "kind every name tz sourcePriority calculations fill dropNulls by columns",
);

/** Repeats the columns that define groups for each row of their series. */
function repeatGroups(groups: Groups | undefined, length: number): Columns {
  if (groups === undefined) return {};
  const rows = new Uint32Array(groups.first.length * length);
  groups.first.forEach((_, group) => rows.fill(group, group * length, (group + 1) * length));
  return takeRows(groups.columns, rows);
}

function repeat(label: BigInt64Array, count: number): BigInt64Array {
  const all = new BigInt64Array(count * label.length);
  for (let i = 0; i < count; i++) all.set(label, i * label.length);
  return all;
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
  const unknown = calculations.find((calculation) => !CALCULATION_NAMES.includes(calculation));
  if (unknown !== undefined) {
    throw new RangeError(
      `Cannot calculate ${JSON.stringify(unknown)}: use one of ${CALCULATION_NAMES.join(", ")}`,
    );
  }
}

function withoutNulls(columns: Columns, name: string): Columns {
  const { valid } = columns[name] as { valid: Uint8Array };
  return takeRows(columns, rowsWhere(valid.length, (i) => valid[i] === 1));
}

/**
 * Replaces the masks of columns. Without a mask, nulls become 0 or an empty list, which are the
 * values underneath. A frame without masks is faster to create.
 */
function withValid(
  columns: Columns,
  except: readonly string[],
  choose: (valid: Uint8Array) => Uint8Array | undefined,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      "valid" in column && column.valid !== undefined && !except.includes(name)
        ? { ...column, valid: choose(column.valid) }
        : column,
    ]),
  );
}
