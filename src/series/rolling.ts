import type { FrameLike } from "../frame/asFrame.ts";
import { type Column, timeColumn } from "../frame/columns/columns.ts";
import { columnOf } from "../frame/polars/columnsOf.ts";
import { argSort } from "../frame/columns/argSort.ts";
import { takeWide } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { every } from "../time/every.ts";
import { zone } from "../time/zone.ts";
import { CLOSED, type Closed } from "./windows/closedRows.ts";
import { rowsOfGroups } from "../frame/columns/groups.ts";
import { medianStep } from "./clock/medianStep.ts";
import { type Aggregate, frameOf, timesOf } from "./input/resampleInput.ts";
import { noNumbers } from "./input/reducers.ts";
import { rolled, ROLLING_REDUCERS, type RollingReducer } from "./windows/rollingReducers.ts";
import { wantedOf } from "./input/wanted.ts";
import { type RollingWindows, rollingWindows } from "./windows/rollingWindows.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { groupsOf } from "../frame/groupsOf.ts";

/** How windows roll over a frame. */
export interface RollingOptions {
  /** Length of the window: `15m`, `24h` (elapsed), `7d`, `1w`, `1mo` (calendar of `tz`). */
  window: string;
  /** IANA zone of windows of days or months. @default the zone of the time column */
  tz?: string;
  /** How a window's values become one: a function for all columns, or one for each column kept, `{ steps: "sum" }`; a list gives several, `{ heart_rate: ["mean", "p90"] }`. @default "mean" */
  aggregate?: Aggregate<RollingReducer>;
  /** Which ends of the window belong to it; of a window that ends at a row's time, `"right"` holds that row. @default "right" */
  closed?: Closed;
  /** Whether the row's time is the middle of its window and not its end. @default false */
  center?: boolean;
  /** The fewest values that make a result. @default 1 */
  minSamples?: number;
  /** The least share of the window, 0 to 1, that values cover at the usual step, that makes a result. @default 0 */
  minCoverage?: number;
  /** Columns whose values make groups, such as `user`: no window reaches into another. @default none */
  by?: string | readonly string[];
  /** Name of the time column. @default "time" */
  time?: string;
}

/**
 * Rolling statistics over windows of time: for each row, of the rows in the window that ends at its
 * time, `(time - window, time]`, or has it in the middle. A window of days is counted on the calendar
 * and clock of the zone: `7d` before 08:00 begins at 08:00 local time seven days ago.
 *
 * Nulls and NaN are no values: they count neither in the result nor for `minSamples`. The covered
 * share is `n * step / window`, at most 1, where `step` is the median step of the group's rows.
 *
 * @param frame a column `time` (instants, in any order) and the columns to aggregate, numbers.
 * @returns a row for each row, in the given order: the columns of `by`, `time` in the zone, and the
 * columns: `f64`, null where there are too few values; `count` is 0 there. Of a list of functions there
 * is a column each, `<column>_<function>`.
 * @throws {TypeError} if there is no time column, it has nulls, or a column to aggregate is missing
 * or is no number
 * @throws {RangeError} if the window, the zone, a function or another option is none
 *
 * @example Weight over seven days, where at least three were measured
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const weight = [70, 71, 72, 73].map((kg, day) => ({ time: new Date(Date.UTC(2024, 0, 1 + day)), kg }));
 * const week = series.rolling(weight, { window: "7d", tz: "UTC", minSamples: 3 });
 * assertEquals(week.toRecords().map((row) => row["kg"]), [null, null, 71, 71.5]);
 * ```
 */
export function rolling(frame: FrameLike, options: RollingOptions): Frame {
  checkOptions(ACTION, options, OPTIONS, "window");
  if (options.window === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: window is missing; write how long windows are, such as 7d`,
    );
  }
  const { time = "time", by, aggregate = "mean", closed = "right", center = false } = options;
  const length = every(options.window);
  check(options);
  const input = frameOf(frame, [time], ACTION, options.tz);
  const times = timesOf(input, time, ACTION, options.tz);
  const tz = zone(options.tz ?? times.zone);
  const at = (columnOf(times.series) as { values: BigInt64Array }).values;
  const groups = groupsOf(input, by, ACTION);
  const known = {
    [time]: "the time",
    ...Object.fromEntries([by ?? []].flat().map((name) => [name, "the group"])),
  };
  const asked = { known, aggregate, reducers: ROLLING_REDUCERS, action: ACTION };
  const wanted = wantedOf(input, asked).map((own) => ({
    ...own,
    value: numbers(columnOf(own.series), own.name),
    made: new Float64Array(at.length),
    valid: new Uint8Array(at.length),
  }));
  const order = argSort(at);
  // Undefined is all rows in their order, which need no gathering.
  const parts = groups === undefined ? [order] : rowsOfGroups(groups, order);
  for (const rows of parts) {
    const own = rows === undefined ? at : takeWide(at, rows);
    const windows = rollingWindows(own, length, { tz, closed, center });
    const enough = fewest(windows, own, options);
    for (const { reducer, value, made: all, valid } of wanted) {
      const values = rows === undefined ? value : takeNumbers(value, rows);
      const made = inRuns(values, windows, reducer as RollingReducer);
      const isBound = enough !== undefined && reducer !== "count";
      const count = isBound ? inRuns(values, windows, "count") : made;
      for (let i = 0; i < made.length; i++) {
        // Of no value nothing but a count is made.
        const isMade = made[i] === made[i] && (!isBound || count[i]! >= enough[i]!);
        const row = rows === undefined ? i : rows[i]!;
        all[row] = isMade ? made[i]! : 0;
        valid[row] = isMade ? 1 : 0;
      }
    }
  }
  const columns: Record<string, Column> = { ...groups?.columns };
  columns[time] = timeColumn(at, tz);
  for (const { result, made, valid } of wanted) {
    if (Object.hasOwn(columns, result)) {
      throw new RangeError(
        `Cannot roll windows: there would be two columns ${JSON.stringify(result)}`,
      );
    }
    columns[result] = {
      type: "float64",
      values: made,
      valid: valid.includes(0) ? valid : undefined,
    };
  }
  return toFrame(columns);
}

const ACTION = "roll windows";

const OPTIONS: OptionTable<RollingOptions> = {
  window: true,
  tz: true,
  aggregate: true,
  closed: true,
  center: true,
  minSamples: true,
  minCoverage: true,
  by: true,
  time: true,
};

/** What a function makes of each window; NaN where it makes nothing. */
function inRuns(
  values: Float64Array,
  { first, past, runs }: RollingWindows,
  reducer: RollingReducer,
): Float64Array {
  if (runs.length === 2) return rolled(reducer, values, { first, past });
  const made = new Float64Array(first.length);
  for (let run = 0; run + 1 < runs.length; run++) {
    const own = [runs[run]!, runs[run + 1]!] as const;
    const part = { first: first.subarray(...own), past: past.subarray(...own) };
    made.set(rolled(reducer, values, part), own[0]);
  }
  return made;
}

/** How many values each window needs; undefined where one is enough. */
function fewest(
  { first, lengths }: RollingWindows,
  at: BigInt64Array,
  { minSamples = 1, minCoverage = 0 }: RollingOptions,
): Float64Array | undefined {
  if (minCoverage === 0 && minSamples === 1) return undefined;
  if (minCoverage === 0) return new Float64Array(first.length).fill(minSamples);
  const step = 1000 * medianStep(at); // of a single row there is none, nor a share
  return lengths().map((micros) => Math.max(minSamples, minCoverage * micros / step - 1e-9));
}

/** Numbers with NaN for null. */
function numbers(column: Column, name: string): Float64Array {
  const { type } = column;
  if (type !== "float64" && type !== "int64") throw noNumbers(name, type, "roll windows");
  const value = type === "float64" ? column.values : Float64Array.from(column.values, Number);
  return column.valid === undefined
    ? value
    : value.map((one, row) => column.valid![row] === 1 ? one : NaN);
}

function takeNumbers(value: Float64Array, rows: Uint32Array): Float64Array {
  const taken = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = value[rows[i]!]!;
  return taken;
}

function check({ closed = "right", minSamples = 1, minCoverage = 0 }: RollingOptions): void {
  if (!CLOSED.includes(closed)) {
    throw new RangeError(
      `Cannot roll windows with closed ${JSON.stringify(closed)}: use one of ${CLOSED.join(", ")}`,
    );
  }
  if (!Number.isInteger(minSamples) || minSamples < 1) {
    throw new RangeError(
      `Cannot roll windows: minSamples is ${minSamples}, expected a whole number from 1`,
    );
  }
  if (!(minCoverage >= 0 && minCoverage <= 1)) {
    throw new RangeError(
      `Cannot roll windows: minCoverage is ${minCoverage}, expected a share from 0 to 1`,
    );
  }
}
