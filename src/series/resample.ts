import type { FrameLike } from "../frame/asFrame.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { every } from "../time/every.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import type { Interval, Range } from "../time/interval.ts";
import { windows, type WindowsOptions } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import type { Closed } from "./closedRows.ts";
import { checkResample } from "./checkResample.ts";
import { filled } from "./fillGaps.ts";
import { inWindows } from "./inWindows.ts";
import type { Reducer } from "./reducers.ts";
import { resampleGroups } from "./resampleGroups.ts";
import { type Aggregate, frameOf, timesOf } from "./resampleInput.ts";
import { wantedOf } from "./wanted.ts";

/** Which moment names a window: its start, its end, or its first row. */
export type WindowLabel = "left" | "right" | "datapoint";

/** How a frame is resampled. */
export interface ResampleOptions {
  /** Length of the windows: `15m`, `1h` (elapsed), `1d`, `1w`, `1mo`, `1q`, `1y` (calendar of `tz`). */
  every: string;
  /** IANA zone of the windows and of the answer's times. @default the zone of the time column */
  tz?: string;
  /** How a window's values become one: a function for all columns, or one for each column kept, `{ steps: "sum" }`; a list gives several, `{ heart_rate: ["mean", "p90"] }`. @default "mean" */
  aggregate?: Aggregate;
  /** What stands in windows without a value: null, 0, or the last value before. @default null */
  fill?: null | 0 | "last";
  /** Name of the time column. @default "time" */
  time?: string;
  /**
   * Name of the column of ends, if rows are spans from `time` to it and not points: a span counts in
   * each window that it reaches into, and a sum is shared out over them. A span without an end is an
   * instant. @default none
   */
  end?: string;
  /** Columns whose values make groups, such as `user`: each has windows, and gaps, of its own. @default none */
  by?: string | readonly string[];
  /**
   * Where clock windows begin: at the multiples on the zone's clock (`"wall"`), anew at each local
   * midnight (`"local-day"`), or counted as elapsed time from a moment. @default "wall"
   */
  anchor?: "wall" | "local-day" | TimeLike;
  /** Which of its two boundaries belong to a window, as in Polars; of points only. @default "left" */
  closed?: Closed;
  /** Which moment stands for a window; a window without rows has no datapoint, and its start. @default "left" */
  label?: WindowLabel;
  /** How long a value may hold, `"weighted mean"`, `"durations"`, or be old, `"last known"`: `90s`, `2h`. @default any time */
  maxAge?: string;
  /** Whether to add `coverage`: the share, 0 to 1, of each window that rows with a value cover. @default false */
  coverage?: boolean;
  /**
   * Whether to add `whole`: which windows lie wholly in the record, so that a day that is not over, or
   * at whose noon the record begins, can be left out. `true` takes the record to reach from the first
   * row of each group to a `step` after its last (of spans, to the last end); a range says what was
   * recorded, or asked for, up to now: `{ start_time, end_time: me.now() }`. @default false
   */
  whole?: boolean | Range;
  /** How long a point covers, for `coverage` and `whole`: `1m`. @default the median step of its group */
  step?: string;
}

/**
 * Aggregates a series in windows of time, none left out between the first and the last: a row for
 * each window, gaps filled as asked. A day is a local day of 23, 24 or 25 hours; `15m` and `1h` are
 * windows on the zone's clock, and an hour that a clock repeats is two windows.
 *
 * {@linkcode Reducer} tells what each function computes. `"weighted mean"`, `"durations"` and
 * `"last known"` know what rows mean, as do all functions if `end` says that rows are spans.
 *
 * @param frame a column `time` (instants, in any order) and the columns to aggregate.
 * @returns the columns of `by`; `time` `datetime[us, tz]`, the start of each window, and the columns:
 * `f64`, but `i64` for `count` and as they were for `first`, `last` and `last known`; a column for
 * each function of a list, `<column>_<function>`, and for each category of `durations`; `coverage` `f64`; `whole` `bool`. Groups come in order of their first rows. Nulls
 * count for nothing; a window that has only nulls has no value.
 * @throws {TypeError} if there is no time column, it has nulls, or a column to aggregate is missing
 * or is no number
 * @throws {RangeError} if the window length, the zone or the function is none, a span ends before it
 * starts, or there would be more than 20 million windows
 *
 * @example Days in Berlin around the change of the clock
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = series.resample([
 *   { time: "2024-03-30T23:30Z", steps: 10 },
 *   { time: "2024-03-31T21:30Z", steps: 5 },
 *   { time: "2024-04-02T10:00Z", steps: 1 },
 * ], { every: "1d", tz: "Europe/Berlin", aggregate: "sum" });
 * assertEquals(days.toRecords().map((row) => row["steps"]), [15, null, 1]);
 * ```
 *
 * @example A heart rate by how long each reading holds, steps shared out, and how much was measured
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hour = series.resample([
 *   { time: "2024-01-01T08:00Z", rate: 60 },
 *   { time: "2024-01-01T08:45Z", rate: 120 },
 * ], { every: "1h", aggregate: "weighted mean" });
 * assertEquals(hour.getColumn("rate").toArray(), [75]);
 *
 * const steps = series.resample([
 *   { time: "2024-01-01T08:30Z", end_time: "2024-01-01T09:15Z", steps: 90 },
 * ], { every: "1h", end: "end_time", aggregate: "sum", coverage: true });
 * assertEquals(steps.getColumn("steps").toArray(), [60, 30]);
 * assertEquals(steps.getColumn("coverage").toArray(), [0.5, 0.25]);
 * ```
 *
 * @example Days without the one that is not over
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 60 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: 100,
 * }));
 * const days = series.resample(hours, { every: "1d", tz: "UTC", aggregate: "sum", whole: true });
 * assertEquals(days.getColumn("steps").toArray(), [2400, 2400, 1200]);
 * assertEquals(days.getColumn("whole").toArray(), [true, true, false]);
 * ```
 */
export function resample(frame: FrameLike, options: ResampleOptions): Frame {
  checkOptions(ACTION, options, RESAMPLE_OPTIONS, "every");
  checkResample(options);
  const { time = "time", end, by = [], aggregate = "mean", fill = null, label = "left" } = options;
  const length = every(options.every);
  const input = frameOf(frame, end === undefined ? [time] : [time, end], ACTION, options.tz);
  const times = timesOf(input, time, ACTION, options.tz);
  const tz = zone(options.tz ?? times.zone);
  const layout = windowsOptions(options.anchor, tz);
  const lay = (interval: Interval): BigInt64Array => windows(interval, length, layout);
  const known = {
    [time]: "the time",
    ...(end === undefined ? {} : { [end]: "the end" }),
    ...Object.fromEntries([by].flat().map((name) => [name, "the group"])),
  };
  const wanted = wantedOf(input, { known, aggregate });
  const isPlain = Object.keys(known).length === 1 && (options.closed ?? "left") === "left" &&
    label !== "datapoint" && options.coverage !== true && (options.whole ?? false) === false &&
    wanted.every(({ reducer }) => !MEANINGS.includes(reducer));
  if (!isPlain) return resampleGroups(input, wanted, { ...options, time, tz, lay });
  const calendar = length.kind === "calendar" ? options.every : undefined;
  const { boundaries, columns } = inWindows(times.series, wanted, { lay, calendar, tz, time });
  const at = label === "left" ? boundaries.slice(0, -1) : boundaries.slice(1);
  const result: Record<string, Column> = { [time]: timeColumn(at, tz) };
  for (const [name, column] of columns) {
    if (Object.hasOwn(result, name)) throw twoColumns(name);
    result[name] = filled(column, fill, name);
  }
  return toFrame(result satisfies Columns);
}

const ACTION = "resample";

/** The options that there are. */
export const RESAMPLE_OPTIONS: OptionTable<ResampleOptions> = {
  every: true,
  tz: true,
  aggregate: true,
  fill: true,
  time: true,
  end: true,
  by: true,
  anchor: true,
  closed: true,
  label: true,
  maxAge: true,
  coverage: true,
  whole: true,
  step: true,
};

/** That two columns of the answer would have one name. */
export function twoColumns(name: string): RangeError {
  return new RangeError(`Cannot resample: there would be two columns ${JSON.stringify(name)}`);
}

const MEANINGS: readonly Reducer[] = ["weighted mean", "durations", "last known"];

/** How windows are laid that a caller asks for. */
export function windowsOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}
