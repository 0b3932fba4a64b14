import { addColumns } from "../frame/columns/addColumns.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type AskedRange, commonRange } from "../frame/polars/askedRange.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { suggest } from "../options/suggest.ts";
import { windowLength } from "../time/length.ts";
import { windows } from "../time/windows.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";
import { NO_ZONE } from "../time/zones.ts";
import type { Aggregate } from "./input/aggregate.ts";
import type { Reducer } from "./input/reducers.ts";
import { hasGroups, joinGroups, splitGroups } from "./input/splitGroups.ts";
import { resampleColumns } from "./resample.ts";
import { fillNulls, takeMasked } from "./windows/fillGaps.ts";
import { type ResampleOptions, windowsOptions } from "./windows/resampleOptions.ts";
import { addsUp, wholeInRanges } from "./windows/wholeInRanges.ts";

/** Resampling of one of several series onto the common grid. */
export type AlignEach = Pick<
  ResampleOptions,
  "time" | "end" | "maxAge" | "coverage" | "step" | "closed" | "fill"
>;

/** Options of {@linkcode align}. */
export interface AlignOptions extends Pick<ResampleOptions, "every" | "anchor" | "fill" | "time"> {
  /**
   * IANA zone of the windows and of the result's times. @default the zone of the first frame's
   * times
   */
  tz?: Zones;
  /**
   * Aggregation of windows: one function for all, or one per frame name or per column of a frame.
   * @default "mean"
   */
  aggregate?: Reducer | readonly Reducer[] | { readonly [frame: string]: Aggregate };
  /** Further settings per frame name: `end`, `maxAge`, `time`. @default none */
  each?: { readonly [frame: string]: AlignEach };
  /**
   * Columns that define groups, such as `user`, in each frame. Each group has its own grid; these
   * columns come first. @default none
   */
  by?: string | readonly string[] | undefined;
  /**
   * Extent of the grid: from the first row of any frame to the last (`"outer"`), or the time that
   * all frames cover (`"inner"`). @default "outer"
   */
  how?: "outer" | "inner";
}

/**
 * Brings several series of different rates onto one grid. Resamples each with its own function and
 * puts the results into one frame. Windows outside a series are null.
 *
 * @param frames frames by name, each with a column `time` and the columns to aggregate.
 * @returns the columns of `by`, with groups in order of their first rows; `time` `datetime[us,
 * tz]`; per frame a column with its name, or, for several columns, `<name>_<column>`, as {@linkcode
 * resample} makes them. If a frame with a known range is summed or counted, also `whole` `bool`:
 * true if the window is in the ranges of all such frames.
 * @throws {TypeError} if a frame has no time column, or a column to aggregate is missing or not
 * numeric
 * @throws {RangeError} if frames are missing, the window length, the zone or a function is invalid,
 * or the grid would have more than 20 million windows
 *
 * @example Heart rate per second and steps in spans, every 15 minutes
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const both = series.align({
 *   rate: [{ time: "2024-01-01T08:00:10Z", value: 60 }, { time: "2024-01-01T08:16Z", value: 80 }],
 *   steps: [{ time: "2024-01-01T08:10Z", end_time: "2024-01-01T08:40Z", value: 300 }],
 * }, { every: "15m", aggregate: { steps: "sum" }, each: { steps: { end: "end_time" } } });
 * assertEquals(both.toRecords().map((row) => row["rate"]), [60, 80, null]);
 * assertEquals(both.toRecords().map((row) => row["steps"]), [50, 150, 100]);
 * ```
 */
export function align(
  frames: { readonly [name: string]: FrameLike },
  options: AlignOptions,
): Frame {
  checkOptions("align", options, OPTIONS, "every");
  checkFrames(frames);
  if (options.every === undefined) {
    throw new TypeError("Cannot align: every is missing; pass the length of a window, such as 1h");
  }
  const names = Object.keys(frames);
  check(names, options);
  const { by, each = {} } = options;
  const opened = Object.fromEntries(
    names.map((name) => [
      name,
      openFrame(frames[name]!, { action: `align ${JSON.stringify(name)}`, tz: options.tz }),
    ]),
  );
  const range = commonRange(Object.values(opened).map((frame) => frame.range));
  const isAmount = (name: string): boolean => addsUp(aggregateOf(options, name));
  const amounts = names.filter(isAmount).flatMap((name) => opened[name]!.range ?? []);
  const alignGroup = (frames: { readonly [name: string]: OpenFrame }): Columns =>
    withWhole(alignOne(frames, options), amounts, options);
  for (const data of Object.values(opened)) data.rejectPeople(by);
  if (!hasGroups(by)) return toFrame(alignGroup(opened), {}, range);
  const split = names.map((name) => {
    const { time = options.time, end } = each[name] ?? {}, frame = opened[name]!;
    const at = frame.timeName(time);
    return splitGroups(frame, by, end === undefined ? [at] : [at, end]);
  });
  const groups = new Map(
    split.flatMap(({ parts }) => parts).toReversed().map((part) => [part.key, part]),
  );
  const keys = [...new Set(split.flatMap(({ parts }) => parts.map(({ key }) => key)))];
  const byKey = split.map(({ parts }) => new Map(parts.map((part) => [part.key, part])));
  const all = keys.length > 0 ? keys.map((key) => groups.get(key)!) : [split[0]!.none];
  return joinGroups(
    all.map((part) => {
      const own = split.map(({ none }, i) => [
        names[i]!,
        (byKey[i]!.get(part.key) ?? none).rows,
      ]);
      return { part, columns: alignGroup(Object.fromEntries(own)) };
    }),
    { action: "align", range },
  );
}

/** Returns the aggregation functions of one frame. */
function aggregateOf({ aggregate }: AlignOptions, name: string): Aggregate {
  return (isByFrame(aggregate) ? aggregate[name] : aggregate) ?? "mean";
}

/** Adds a column that marks windows inside the ranges of all frames with sums. */
function withWhole(
  columns: Columns,
  ranges: readonly AskedRange[],
  { every, anchor }: AlignOptions,
): Columns {
  const { time, whole } = columns;
  if (ranges.length === 0 || whole !== undefined || time?.type !== "time") return columns;
  return {
    ...columns,
    whole: wholeInRanges(time.values, ranges, { every, anchor, tz: time.zone }),
  };
}

/** Aligns the frames of one group. */
function alignOne(
  frames: { readonly [name: string]: OpenFrame },
  options: AlignOptions,
): Columns {
  const { each = {}, how = "outer", fill = null } = options;
  const { every: length, anchor = "wall" } = options;
  const names = Object.keys(frames);
  const timeOf = (name: string): string => frames[name]!.timeName(each[name]?.time ?? options.time);
  const tz = zoneOrOwn(options.tz, frames[names[0]!]!.times(timeOf(names[0]!)).zone);
  const given = tz === NO_ZONE ? undefined : tz;
  const found = names.map((name) => {
    const own = aggregateOf(options, name);
    const { [timeOf(name)]: at, ...columns } = nameInErrors(
      name,
      () =>
        resampleColumns(frames[name]!.with({ action: "resample", tz: given }), {
          ...each[name],
          every: length,
          anchor,
          ...given && { tz: given },
          time: timeOf(name),
          aggregate: own,
          fill: null,
        }),
    );
    return { name, columns, label: (at as Extract<Column, { type: "time" }>).values };
  });
  const range = rangeOf(found.map(({ label }) => label), how);
  const grid = range === undefined
    ? new BigInt64Array(0)
    : windows(range, windowLength(length), windowsOptions(anchor, tz)).slice(0, -1);
  const aligned = found.flatMap(({ name, columns, label }) =>
    Object.entries(columns).map(([column, values], _, own) => {
      const result = own.length === 1 ? name : `${name}_${column}`;
      const onGrid = reindexByLabel(values, label, grid);
      return [result, fillNulls(onGrid, each[name]?.fill ?? fill, result)] as const;
    })
  );
  return addColumns({ time: timeColumn(grid, tz) }, aligned, "align");
}

function isByFrame(
  aggregate: AlignOptions["aggregate"],
): aggregate is { readonly [frame: string]: Aggregate } {
  return typeof aggregate === "object" && !Array.isArray(aggregate);
}

/** Resamples one series; errors name it. */
function nameInErrors<T>(name: string, compute: () => T): T {
  try {
    return compute();
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const message = cause.message.replace(
      /^Cannot resample/,
      `Cannot align ${JSON.stringify(name)}`,
    );
    throw new (cause instanceof TypeError ? TypeError : RangeError)(message, { cause });
  }
}

/** Returns a range from the first window to the last, including one microsecond of it. */
function rangeOf(
  labels: readonly BigInt64Array[],
  how: "outer" | "inner",
): { start: bigint; end: bigint } | undefined {
  const some = labels.filter((label) => label.length > 0);
  if (some.length === 0 || (how === "inner" && some.length < labels.length)) return undefined;
  const pick = (all: readonly bigint[], least: boolean): bigint =>
    all.reduce((a, b) => (b < a) === least ? b : a);
  const start = pick(some.map((label) => label[0]!), how === "outer");
  const end = pick(some.map((label) => label.at(-1)!), how === "inner") + 1n;
  return start < end ? { start, end } : undefined;
}

/** Places a column of some windows into the windows of the whole grid. */
function reindexByLabel(column: Column, label: BigInt64Array, grid: BigInt64Array): Column {
  const rows = new Uint32Array(grid.length), valid = new Uint8Array(grid.length);
  if (label.length > 0 && grid.length > 0) {
    const from = Math.max(0, grid.indexOf(label[0]!));
    const offset = Math.max(0, label.indexOf(grid[0]!));
    for (let i = 0; from + i < grid.length && offset + i < label.length; i++) {
      rows[from + i] = offset + i;
      valid[from + i] = 1;
    }
  }
  if (label.length === 0) return { type: "float64", values: new Float64Array(grid.length), valid };
  return takeMasked(column, rows, valid);
}

const EACH_OPTIONS = optionNames<AlignEach>()("time end maxAge coverage step closed fill");

const OPTIONS = optionNames<AlignOptions>()("every anchor fill time tz aggregate each by how");

/** Returns whether the argument is one frame instead of several. */
function isOneFrame(input: unknown): boolean {
  if (input instanceof Uint8Array) return true;
  try {
    return openFrame(input as FrameLike) !== undefined;
  } catch {
    return false;
  }
}

function checkFrames(frames: { readonly [name: string]: FrameLike }): void {
  const isFrame = isOneFrame(frames), isList = Array.isArray(frames) && !isFrame;
  const isOther = isFrame || isList || (frames as unknown) instanceof Promise;
  if (typeof frames === "object" && frames !== null && !isOther) {
    return;
  }
  throw new TypeError(
    `Cannot align: frames is ${
      isList ? "a list" : isFrame ? "one frame" : describeValue(frames)
    }, expected frames by ` +
      "name, { rate, steps }",
  );
}

function check(
  names: readonly string[],
  { aggregate, each = {}, how = "outer" }: AlignOptions,
): void {
  if (names.length === 0) throw new RangeError("Cannot align: there are no frames");
  const asked = [
    ...Object.keys(isByFrame(aggregate) ? aggregate : {}),
    ...Object.keys(each),
  ];
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot align: there is no frame ${JSON.stringify(unknown)}${suggest(unknown, names)}`,
    );
  }
  for (const [name, own] of Object.entries(each)) {
    checkOptions(`align ${JSON.stringify(name)}`, own, EACH_OPTIONS);
  }
  if (how !== "outer" && how !== "inner") {
    throw new RangeError(`Cannot align with how ${JSON.stringify(how)}: use "outer" or "inner"`);
  }
}
