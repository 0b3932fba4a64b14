import type { FrameLike } from "../frame/asFrame.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { every } from "../time/every.ts";
import { toMicros } from "../time/instant.ts";
import type { Interval } from "../time/interval.ts";
import { windows, type WindowsOptions } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { checkResample } from "./windows/checkResample.ts";
import { filled } from "./windows/fillGaps.ts";
import { inWindows } from "./windows/inWindows.ts";
import type { Reducer } from "./input/reducers.ts";
import { resampleGroups } from "./windows/resampleGroups.ts";
import { frameOf, timesOf } from "./input/resampleInput.ts";
import { wantedOf } from "./input/wanted.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { ResampleOptions } from "./windows/resampleOptions.ts";
import { twoColumns } from "./windows/twoColumns.ts";

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

const MEANINGS: readonly Reducer[] = ["weighted mean", "durations", "last known"];

/** How windows are laid that a caller asks for. */
export function windowsOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}
