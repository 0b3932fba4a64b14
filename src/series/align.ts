import pl from "nodejs-polars";
import type { FrameLike } from "../frame/asFrame.ts";
import { type Column, timeColumn } from "../frame/columns/columns.ts";
import { columnOf } from "../frame/polars/columnsOf.ts";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { suggest } from "../options/suggest.ts";
import { every } from "../time/every.ts";
import { windows } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { filled } from "./windows/fillGaps.ts";
import { resample, windowsOptions } from "./resample.ts";
import type { Reducer } from "./input/reducers.ts";
import { type Aggregate, frameOf, timesOf } from "./input/resampleInput.ts";
import { hasGroups, joinGroups, splitGroups } from "./input/splitGroups.ts";
import { taken } from "./input/taken.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { ResampleOptions } from "./windows/resampleOptions.ts";

/** How one of several series is brought onto the common grid. */
export type AlignEach = Pick<
  ResampleOptions,
  "time" | "end" | "maxAge" | "coverage" | "step" | "closed" | "fill"
>;

/** How several series are brought onto one grid. */
export interface AlignOptions extends Pick<ResampleOptions, "every" | "anchor" | "fill" | "time"> {
  /** IANA zone of the windows and of the answer's times. @default the zone of the first frame's times */
  tz?: string;
  /** How windows are reduced: a function for all, or by the frames' names one for each or one for each of its columns. @default "mean" */
  aggregate?: Reducer | readonly Reducer[] | { readonly [frame: string]: Aggregate };
  /** What else is told of single frames, by their names: `end`, `maxAge`, `time`. @default none */
  each?: { readonly [frame: string]: AlignEach };
  /** Columns whose values make groups, such as `user`, in each frame: each has a grid of its own, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** Whether the grid reaches from the first row of any frame to the last (`"outer"`), or over what all frames have (`"inner"`). @default "outer" */
  how?: "outer" | "inner";
}

/**
 * Brings several series of different rates onto one grid: each is resampled by its own function, and
 * the answers stand side by side. What a series does not reach is null.
 *
 * @param frames by name, each with a column `time` and the columns to aggregate.
 * @returns the columns of `by`, its groups in order of their first rows; `time` `datetime[us, tz]`, and for each frame a column of its name, or where it has several,
 * `<name>_<column>`, as {@linkcode resample} makes them.
 * @throws {TypeError} if a frame has no time column, or a column to aggregate is missing or no number
 * @throws {RangeError} if there is no frame, the window length, the zone or a function is none, or
 * there would be more than 20 million windows
 *
 * @example A heart rate by the second and steps in spans, by the quarter of an hour
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
    throw new TypeError("Cannot align: every is missing; write how long windows are, such as 1h");
  }
  const names = Object.keys(frames);
  check(names, options);
  const { by, each = {}, time = "time" } = options;
  if (!hasGroups(by)) return alignOne(frames, options);
  const split = names.map((name) => {
    const { time: at = time, end } = each[name] ?? {};
    const times = end === undefined ? [at] : [at, end];
    return splitGroups(frames[name]!, by, `align ${JSON.stringify(name)}`, times, options.tz);
  });
  const groups = new Map(
    split.flatMap(({ parts }) => parts).toReversed().map((part) => [part.key, part]),
  );
  const keys = [...new Set(split.flatMap(({ parts }) => parts.map(({ key }) => key)))];
  const all = keys.length > 0 ? keys.map((key) => groups.get(key)!) : [split[0]!.none];
  return joinGroups(
    all.map((part) => {
      const own = split.map(({ parts, none }, i) => [
        names[i]!,
        (parts.find(({ key }) => key === part.key) ?? none).rows,
      ]);
      return { part, result: alignOne(Object.fromEntries(own), options) };
    }),
    "align",
  );
}

function alignOne(
  frames: { readonly [name: string]: FrameLike },
  options: AlignOptions,
): Frame {
  const { aggregate, each = {}, how = "outer", fill = null, time = "time" } = options;
  const names = Object.keys(frames);
  const read = names.map((name) => {
    const { time: at = time, end } = each[name] ?? {};
    const times = end === undefined ? [at] : [at, end];
    return {
      name,
      at,
      frame: frameOf(frames[name]!, times, `align ${JSON.stringify(name)}`, options.tz),
    };
  });
  const first = read[0]!, action = `align ${JSON.stringify(first.name)}`;
  const tz = zone(options.tz ?? timesOf(first.frame, first.at, action, options.tz).zone);
  const { every: length, anchor = "wall" } = options;
  const made = read.map(({ name, at, frame }) => {
    const own = (isByFrame(aggregate) ? aggregate[name] : aggregate) ?? "mean";
    const asked = { ...each[name], every: length, anchor, tz, time: at, aggregate: own };
    const result = alone(name, () => resample(frame, { ...asked, fill: null }));
    const { values } = columnOf(seriesOf(result, at)) as { values: BigInt64Array };
    return { name, at, result, label: values };
  });
  const range = rangeOf(made.map(({ label }) => label), how);
  const grid = range === undefined
    ? new BigInt64Array(0)
    : windows(range, every(length), windowsOptions(anchor, tz)).slice(0, -1);
  const columns: Record<string, Column> = { time: timeColumn(grid, tz) };
  for (const { name, at, result, label } of made) {
    const own = columnNames(result).filter((column) => column !== at);
    for (const column of own) {
      const called = own.length === 1 ? name : `${name}_${column}`;
      if (Object.hasOwn(columns, called)) {
        throw new RangeError(`Cannot align: there would be two columns ${JSON.stringify(called)}`);
      }
      const placed = onGrid(columnOf(seriesOf(result, column)), label, grid);
      columns[called] = filled(placed, each[name]?.fill ?? fill, called);
    }
  }
  return toFrame(columns);
}

function isByFrame(
  aggregate: AlignOptions["aggregate"],
): aggregate is { readonly [frame: string]: Aggregate } {
  return typeof aggregate === "object" && !Array.isArray(aggregate);
}

/** Resamples one of the series; an error says which. */
function alone(name: string, resampled: () => Frame): Frame {
  try {
    return resampled();
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const message = cause.message.replace(
      /^Cannot resample/,
      `Cannot align ${JSON.stringify(name)}`,
    );
    throw new (cause instanceof TypeError ? TypeError : RangeError)(message, { cause });
  }
}

/** From the first window to the last, one microsecond into it. */
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

/** A column of some windows in those of a grid, which are the same where both are. */
function onGrid(column: Column, label: BigInt64Array, grid: BigInt64Array): Column {
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
  return taken(column, rows, valid);
}

const EACH_OPTIONS: OptionTable<AlignEach> = {
  time: true,
  end: true,
  maxAge: true,
  coverage: true,
  step: true,
  closed: true,
  fill: true,
};

const OPTIONS: OptionTable<AlignOptions> = {
  every: true,
  anchor: true,
  fill: true,
  time: true,
  tz: true,
  aggregate: true,
  each: true,
  by: true,
  how: true,
};

function checkFrames(frames: { readonly [name: string]: FrameLike }): void {
  const isFrame = Array.isArray(frames) || pl.DataFrame.isDataFrame(frames) ||
    frames instanceof Uint8Array;
  if (typeof frames === "object" && frames !== null && !isFrame && !(frames instanceof Promise)) {
    return;
  }
  throw new TypeError(
    `Cannot align: frames is ${
      isFrame ? "one frame" : describeValue(frames)
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
