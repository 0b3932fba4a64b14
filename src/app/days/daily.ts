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
import { checkFunction, checkSources } from "../ask/checkInput.ts";
import { checkMetrics, type KnownMetric } from "../ask/checkMetrics.ts";
import { ifThere, warnAbsent } from "../ask/ifThere.ts";
import { wholeColumn } from "../ask/wholeWindows.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { type Combination, ownDays } from "./ownDays.ts";
import {
  checkSleepFigures,
  type ColumnsWithUnits,
  sleepDays,
  type SleepFigure,
} from "./sleepDays.ts";
import { workoutColumns } from "./workoutColumns.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** What is read by the day: metrics, sleep, workouts, a frame of one's own, at least one of them. */
export interface DailyOptions {
  /** Metrics by name or value column, such as `StepCount` or `step_count`; `me.api.metrics.catalog()` lists them. @default none */
  metrics?: readonly Measure[] | undefined;
  /** Figures of the night from which one woke on the day, such as `asleep` or `bedtime`. @default none */
  sleep?: readonly SleepFigure[] | undefined;
  /** Whether to count the day's workouts. @default false */
  workouts?: boolean | undefined;
  /**
   * Own rows, such as notes from a CSV file: a column `date` (or `day`, `night`, `time`) of local dates or
   * instants, and any others. Several rows of a day become one: see `combine`. @default none
   */
  own?: FrameLike | undefined;
  /**
   * Function that makes one number of several rows of `own` of a day, or one for each column,
   * `{ coffee: "sum", mood: "mean" }`. Truth is true if any is; different texts are joined.
   * @default "sum"
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
   * Sources of sleep from the highest to the lowest; one that is not named ranks below all.
   * @default sources with stages before those without, then in the order of the service's data sources
   */
  sourcePriority?: readonly string[] | undefined;
  /**
   * Includes nights with a daylight saving change. `false` leaves their sleep null.
   * @default true
   */
  dstNights?: boolean | undefined;
  /** Whose data. @default the client's user */
  userid?: string | undefined;
  /**
   * Called with each of several metrics that the service does not have (404) or does not share (403), and
   * with sleep; the columns are then null throughout. @default console.warn
   */
  onAbsent?: ((absent: string) => void) | undefined;
}

/** The options of {@linkcode daily}. */
export const DAILY_OPTIONS = optionNames<DailyOptions>()(
  "metrics sleep workouts own combine units tz sourcePriority dstNights userid onAbsent",
);

const ACTION = "read days";

/**
 * The table of days: a row for each local day of the range, with columns of metrics, of the night
 * from which one woke on the day, of workouts, and of your own rows. `me.correlate`, `series.correlate`
 * and `series.compare` take it; with `lag: 1` they hold a day against the one after, and so what was
 * done against the night that followed.
 *
 * Of a cumulative metric (steps, calories) a value is the day's total, of a discrete one (heart rate)
 * the mean of its samples; a day without data is null. Of several devices the service counts one at each
 * instant, in the order of its data sources (`me.api.sources.list()`). Clock times of sleep are hours after
 * the midnight that begins the day, the evening before below 0; tables show them as 23:30.
 *
 * A day that is not over at the client's `now()`, or that the range cuts, is not `whole`: its total is
 * only part of one. `me.totals` and `me.correlate` leave such days out. How much of a night was
 * recorded is `sleep_coverage`, from 0 to 1. `sleep_reason` names figures that are null because the source
 * does not record them, and `sleep_vendor` those that are the vendor's totals, if a day has any.
 *
 * @returns `time` `datetime[us, tz]`, the first instant of each day; with `workouts` `workouts` `i64`,
 * `worked_out` `bool`, `workout_min` `f64` and `activities` `str`; a column `f64` for each metric, by its
 * value column, in the order asked; one for each figure of sleep, by the name asked (`f64`, counts
 * `i64`), and `sleep_coverage` `f64`, perhaps `sleep_reason` and `sleep_vendor` `str`; the columns of `own`; `whole` `bool`. A cell shows the units.
 * @throws {TypeError} if nothing is named, or one thing twice, or a metric's numbers are codes
 * (`SleepStage`); if `own` has no column of days
 * @throws {RangeError} if there is no zone, no such metric or figure; the nearest is named; if
 * `combine` names no function or column, or a column of `own` has the name of another
 * @throws {ApiError} if the user does not share the metric: of several, if none is shared
 */
export async function daily(
  me: Client,
  { start_time, end_time }: Range,
  options: DailyOptions,
): Promise<Frame> {
  checkOptions(ACTION, options, DAILY_OPTIONS, "metrics, sleep, workouts or own");
  const { metrics = [], sleep = [], workouts = false, own, sourcePriority, dstNights } = options;
  const { userid, onAbsent = warnAbsent } = options;
  checkFunction(ACTION, "onAbsent", onAbsent);
  checkSources(ACTION, sourcePriority);
  checkNames(metrics);
  checkSleepFigures(sleep, ACTION);
  const system = tableUnits(me, options.units, ACTION);
  const tz = zoneOf(me, options.tz, ACTION), range = { start_time, end_time };
  if (metrics.length === 0 && sleep.length === 0 && !workouts && own === undefined) {
    throw new TypeError(`Cannot ${ACTION}: name metrics, sleep, workouts or own; asked were none`);
  }
  const owner = userid === undefined ? {} : { userid };
  const time = dayStarts(range, tz), days = Array.from(time, (at) => localDay(at, tz));
  const mine = own === undefined
    ? {}
    : ownDays(own, days, { tz, action: ACTION, combine: options.combine });
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
    workouts ? workoutColumns(me, time, { ...range, ...owner, tz }) : {},
  ]);
  const columns = joinColumns([
    { time: timeColumn(time, tz) },
    done,
    measured.columns,
    nights.columns,
    mine,
    { whole: wholeColumn(time, { length: "1d", tz, range, now: me.now() }) },
  ]);
  return attachDisplay(toFrame(columns), {
    units: {
      ...(own === undefined ? {} : unitsOfOwn(own, Object.keys(mine))),
      ...measured.units,
      ...nights.units,
      ...(workouts ? { workout_min: "min" } : {}),
    },
  });
}

/** The units that columns of one's own are known to have. */
function unitsOfOwn(own: FrameLike, names: readonly string[]): Record<string, string> {
  const units = isFrame(own) ? unitsOf(own) : {};
  return Object.fromEntries(Object.entries(units).filter(([name]) => names.includes(name)));
}

/** The first instants of the days that a range touches, as the service has them. */
function dayStarts(range: Range, tz: string): BigInt64Array {
  const interval = toInterval(range, { tz });
  if (interval.start === interval.end) return new BigInt64Array(0);
  return windows(interval, every("1d"), { tz }).slice(0, -1);
}

/** @throws {TypeError} if the metrics are not a list, or one is there twice */
function checkNames(metrics: readonly string[]): void {
  if (!Array.isArray(metrics)) {
    throw new TypeError(
      `Cannot ${ACTION}: metrics is ${
        describeValue(metrics)
      }, expected a list such as ["StepCount"]`,
    );
  }
  if (new Set(metrics).size === metrics.length) return;
  throw new TypeError(`Cannot ${ACTION}: name each once; asked were ${metrics.join(", ")}`);
}

/** Metrics by day, a request each, side by side. */
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
  const calls = known.map(({ name }) =>
    me.api.metrics.timeSeries({ metric: name, samprate: "1d", ...asked })
  );
  const parts = await Promise.all(calls.map((call, i) => ifThere(known[i]!.name, call, null)));
  if (calls.length > 0 && parts.every(({ value }) => value === null)) await calls[0]!; // which rejects
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

/** Columns of numbers, each number another. */
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
        `Cannot ${ACTION}: there would be two columns ${JSON.stringify(name)}; rename that of own`,
      );
    }
    all[name] = column;
  }
  return all;
}
