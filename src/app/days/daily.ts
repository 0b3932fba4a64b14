import type { Measure } from "../../api/fields/metricTable.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Zones } from "../../time/zone.ts";
import { openFrame } from "../../frame/open.ts";
import type { FrameLike } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { type Columns, timeColumn } from "../../frame/columns/columns.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { inSystem, tableUnits } from "../ask/amounts.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { isFrame } from "../../frame/polars/table.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { localDay } from "../../time/day.ts";
import { every } from "../../time/every.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";
import { checkFunction } from "../ask/checkInput.ts";
import { checkMetrics, type KnownMetric } from "../ask/checkMetrics.ts";
import { ifThere, warnAbsent } from "../ask/ifThere.ts";
import { type BoolColumn, wholeColumn } from "../ask/wholeWindows.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { ownRows } from "./diary.ts";
import { readSeries } from "./nightMetrics.ts";
import { type Combination, MARKS, ownDays } from "./ownDays.ts";
import {
  checkSleepFigures,
  type ColumnsWithUnits,
  sleepDays,
  type SleepFigure,
} from "./sleepDays.ts";
import { workoutColumns } from "./workoutColumns.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Options of {@linkcode Questions.daily}: metrics, sleep, workouts or your own rows, at least one
 * of them.
 */
export interface DailyOptions {
  /**
   * Metrics by name or value column, such as `StepCount` or `step_count`;
   * `me.api.metrics.catalog()` lists them. @default none
   */
  metrics?: readonly Measure[] | undefined;
  /**
   * Measures of the night before you woke on the day, such as `asleep` or `bedtime`. @default none
   */
  sleep?: readonly SleepFigure[] | undefined;
  /** Adds the day's workouts. @default false */
  workouts?: boolean | undefined;
  /**
   * Your own rows, such as notes from a CSV file: a column `date` (or `day`, `night`, `time`, or
   * the only one) of local dates or instants, and any other columns. Several rows of a day are
   * combined: see `combine`. `"diary"` reads your entries with `me.diary`. A table of days, such as
   * the result of `me.workoutDays`, works too: a day that is not `whole` in it is not `whole` in
   * the result, and its `sleep_coverage`, `sleep_reason` and `sleep_vendor` only stay without
   * `sleep`.
   * @default none
   */
  own?: FrameLike | "diary" | undefined;
  /**
   * Function that combines numbers of several rows of `own` on a day, or one per column: `{ coffee:
   * "sum", mood: "mean" }`. Booleans are true if any is; different texts are joined.
   * @default "mean" for readings such as a weight and scales such as a mood, otherwise "sum"
   */
  combine?: Combination | Readonly<Record<string, Combination>> | undefined;
  /**
   * System of units of metrics: kcal and kilometres, or kcal and miles. `"catalog"` leaves each metric in
   * the unit of the catalog, such as `cal` and `mi`.
   * @default the client's
   */
  units?: UnitSystem | "catalog" | undefined;
  /** IANA zone of the days. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /**
   * Includes nights with a daylight saving change. `false` leaves their sleep null.
   * @default true
   */
  dstNights?: boolean | undefined;
  /** User whose data is read. @default the client's user */
  userid?: string | undefined;
  /**
   * Called for sleep, and for each of several metrics, if the service does not have it (404) or
   * does not share it (403). Its columns are then null. @default console.warn
   */
  onAbsent?: ((absent: string) => void) | undefined;
}

/** Option names of {@linkcode daily}. */
export const DAILY_OPTIONS = optionNames<DailyOptions>()(
  "metrics sleep workouts own combine units tz sourcePriority dstNights userid onAbsent",
);

const ACTION = "read days";

/**
 * Builds the table of days: a row per local day of the range. Its columns are metrics, the night
 * before you woke on the day, workouts, and your own rows. Pass it to `me.correlate`,
 * `series.correlate` and `series.compare`. With `lag: 1` they compare a day with the next one: what
 * you did with the night that followed.
 *
 * The value of a cumulative metric (steps, calories) is the day's total, of a discrete one (heart
 * rate) the mean of its samples. A value of a whole night, such as a vendor's resting heart rate or
 * wrist temperature, counts on the day you woke. A day without data is null. If several devices overlap, the
 * service counts one at each instant, in the order of its data sources (`me.api.sources.list()`).
 * Clock times of sleep are hours after the midnight that starts the day, negative for the evening
 * before; tables show them as 23:30.
 *
 * A day that is not over at the client's `now()`, or only partly in the range, is not `whole`: its
 * total is incomplete. `me.totals` and `me.correlate` leave such days out. `sleep_coverage`, from 0
 * to 1, is how much of a night was recorded. If needed, `sleep_reason` lists measures that are null
 * because the source does not record them, and `sleep_vendor` lists totals given by the vendor.
 *
 * @returns `time` `datetime[us, tz]`, the first instant of each day; with `workouts`, also
 * `workouts` `i64`, `worked_out` `bool`, `workout_min` `f64`, `workout_distance` `f64` (km or mi)
 * and `activities` `str`; a column `f64`
 * for each metric, by its value column, in the requested order; a column for each measure of sleep,
 * by its requested name (`f64`, counts `i64`); `sleep_coverage` `f64`; if needed, `sleep_reason`
 * and `sleep_vendor` `str`; the columns of `own`; `whole` `bool`. Notebook cells display the units.
 * @throws {TypeError} if no column is requested, a name is repeated, a metric's numbers are codes
 * (`SleepStage`), or `own` has no column of days
 * @throws {RangeError} if the zone is missing; if a metric or sleep measure does not exist, with
 * the nearest name; if `combine` names an unknown function or column, or a column of `own` has the
 * name of another
 * @throws {ApiError} if the user does not share the metric: of several, if none is shared
 */
export async function daily(
  me: Client,
  { start_time, end_time }: Range,
  options: DailyOptions,
): Promise<Frame> {
  checkOptions(ACTION, options, DAILY_OPTIONS, "metrics, sleep, workouts or own");
  const { metrics = [], sleep = [], workouts = false, sourcePriority, dstNights } = options;
  const { userid, onAbsent = warnAbsent } = options;
  checkFunction(ACTION, "onAbsent", onAbsent);
  checkNames(metrics);
  checkSleepFigures(sleep, ACTION);
  const system = tableUnits(me, options.units, ACTION);
  const tz = zoneOf(me, options.tz, ACTION), range = { start_time, end_time };
  if (metrics.length === 0 && sleep.length === 0 && !workouts && options.own === undefined) {
    throw new TypeError(`Cannot ${ACTION}: pass metrics, sleep, workouts or own`);
  }
  const owner = userid === undefined ? {} : { userid };
  const own = await ownRows(me, range, options, ACTION);
  const time = dayStarts(range, tz), days = Array.from(time, (at) => localDay(at, tz));
  const asked = own === undefined
    ? {}
    : ownDays(own, days, { tz, action: ACTION, combine: options.combine });
  const { whole: isWhole, mine } = withoutWhole(asked);
  const known = await checkMetrics(me, metrics, ACTION);
  const [measured, nights, done] = await Promise.all([
    readMetrics(me, known, { ...range, tz, ...owner }, { time, onAbsent, system }),
    sleep.length === 0 ? { columns: {}, units: {} } : sleepDays(me, days, {
      figures: sleep,
      tz,
      sourcePriority,
      dstNights,
      userid,
      onAbsent,
    }),
    workouts
      ? workoutColumns(me, time, { ...range, ...owner, tz, system })
      : { columns: {}, units: {} },
  ]);
  const columns = joinColumns([
    { time: timeColumn(time, tz) },
    done.columns,
    measured.columns,
    nights.columns,
    Object.fromEntries(
      Object.entries(mine).filter(([name]) => !MARKS.includes(name) || !(name in nights.columns)),
    ),
    { whole: bothWhole(wholeColumn(time, { length: "1d", tz, range, now: me.now() }), isWhole) },
  ]);
  return attachDisplay(toFrame(columns), {
    units: {
      ...(own === undefined ? {} : unitsOfOwn(own, Object.keys(mine))),
      ...measured.units,
      ...nights.units,
      ...done.units,
    },
  });
}

/** Separates the mark of incomplete days from the other columns of `own`. */
function withoutWhole({ whole, ...others }: Columns): {
  readonly whole: BoolColumn | undefined;
  readonly mine: Columns;
} {
  return whole?.type === "bool"
    ? { whole, mine: others }
    : { whole: undefined, mine: whole === undefined ? others : { ...others, whole } };
}

/** Returns the days that are complete in both tables. Days without a mark count as complete. */
function bothWhole(days: BoolColumn, own: BoolColumn | undefined): BoolColumn {
  if (own === undefined) return days;
  const isCut = (i: number): boolean => own.values[i] === 0 && own.valid?.[i] !== 0;
  return { ...days, values: days.values.map((value, i) => isCut(i) ? 0 : value) };
}

/** Returns the known units of the columns of `own`. */
function unitsOfOwn(own: FrameLike, names: readonly string[]): Record<string, string> {
  const units = isFrame(own) ? unitsOf(own) : {};
  return Object.fromEntries(Object.entries(units).filter(([name]) => names.includes(name)));
}

/** Returns the starts of the days that a range touches, as the service computes them. */
function dayStarts(range: Range, tz: string): BigInt64Array {
  const interval = toInterval(range, { tz });
  if (interval.start === interval.end) return new BigInt64Array(0);
  return windows(interval, every("1d"), { tz }).slice(0, -1);
}

/** @throws {TypeError} if the metrics are not a list, or one is repeated */
function checkNames(metrics: readonly string[]): void {
  if (!Array.isArray(metrics)) {
    throw new TypeError(
      `Cannot ${ACTION}: metrics is ${
        describeValue(metrics)
      }, expected a list such as ["StepCount"]`,
    );
  }
  if (new Set(metrics).size === metrics.length) return;
  throw new TypeError(`Cannot ${ACTION}: list each metric only once, got ${metrics.join(", ")}`);
}

/** Reads metrics by day, in parallel. */
async function readMetrics(
  me: Client,
  known: readonly KnownMetric[],
  { userid, ...range }: Range & { readonly tz: string; readonly userid?: string },
  { time, onAbsent, system }: {
    readonly time: BigInt64Array;
    readonly onAbsent: (absent: string) => void;
    readonly system: UnitSystem | undefined;
  },
): Promise<ColumnsWithUnits> {
  const asked = { ...range, ...ownerOf(userid, ACTION) };
  const calls = known.map((metric) =>
    readSeries(me, metric, { metric: metric.name, samprate: "1d", ...asked })
  );
  const parts = await Promise.all(calls.map((call, i) => ifThere(known[i]!.name, call, null)));
  if (calls.length > 0 && parts.every(({ value }) => value === null)) await calls[0]!; // rejects
  const columns = parts.map(({ value, absent }, i): Columns => {
    if (absent !== null) onAbsent(absent);
    if (value === null) {
      return { [known[i]!.column]: nullable(new Float64Array(time.length).fill(NaN)) };
    }
    const { time: _, ...own } = openFrame(value).columns();
    return system === undefined ? own : mapNumbers(
      own,
      (value) => inSystem({ value, unit: known[i]!.unit }, system).value,
    );
  });
  const unitIn = (unit: string): string => inSystem({ value: 0, unit }, system).unit;
  return {
    columns: joinColumns(columns),
    units: Object.fromEntries(known.map(({ column, unit }) => [column, unitIn(unit)])),
  };
}

/** Maps each number of numeric columns. */
function mapNumbers(columns: Columns, of: (value: number) => number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      column.type === "float64" ? { ...column, values: column.values.map(of) } : column,
    ]),
  );
}

/** @throws {RangeError} if two columns have one name */
function joinColumns(parts: readonly Columns[]): Columns {
  const all: Record<string, Columns[string]> = {};
  for (const [name, column] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) {
      throw new RangeError(
        `Cannot ${ACTION}: there would be two columns ${
          JSON.stringify(name)
        }; rename the column of own`,
      );
    }
    all[name] = column;
  }
  return all;
}
