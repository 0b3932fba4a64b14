import type { Measure } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { type FrameLike, openColumns, openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { describeValue } from "../../options/describeValue.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import type { Range } from "../../time/interval.ts";
import { checkMetrics, type KnownMetric } from "../ask/checkMetrics.ts";
import { LEAST_COVERAGE } from "../../sleep/nights/wholeNight.ts";
import { daily, type DailyOptions } from "./daily.ts";
import { addedColumns, ownRows } from "./diary.ts";
import { MARKS } from "./ownDays.ts";
import { isSleepFigure, SLEEP_COVERAGE, SLEEP_FIGURES, type SleepFigure } from "./sleepDays.ts";

/**
 * A measure of days: a metric by name or value column, a measure of the night before (`deep`,
 * `asleep`, `bedtime`), `workouts`, `worked_out`, `workout_min` or `workout_distance`.
 */
export type DayMeasure =
  | Measure
  | SleepFigure
  | "workouts"
  | "worked_out"
  | "workout_min"
  | "workout_distance";

/**
 * A measure, or the name of a column of `own`, which comes first if it has the name of a measure;
 * editors complete the measures.
 */
export type MeasureName = DayMeasure | (string & Record<never, never>);

/** Options of questions about measures of days. */
export interface MeasureOptions extends
  Pick<
    DailyOptions,
    "own" | "combine" | "units" | "tz" | "sourcePriority" | "dstNights" | "userid"
  > {
  /**
   * Counts days that are not over or only partly in the range, and nights with less than two thirds
   * recorded. @default false
   */
  includePartial?: boolean | undefined;
}

/** Names of {@linkcode MeasureOptions}. */
export const MEASURE_OPTIONS = {
  own: true,
  combine: true,
  units: true,
  tz: true,
  sourcePriority: true,
  dstNights: true,
  userid: true,
  includePartial: true,
} as const;

/** Measures of questions that search all measures. */
export const USUAL_MEASURES: readonly DayMeasure[] = [
  "asleep",
  "deep",
  "rem",
  "bedtime",
  "RestingHeartRate",
  "HeartRate",
  "HeartRateVariabilitySDNN",
  "RespiratoryRate",
  "StepCount",
];

/**
 * Columns of tables of days that are not measures, or repeat another one: `workout_min` says more
 * than the number of workouts, and every workout has it.
 */
export const NOT_MEASURED: readonly string[] = [
  "workouts",
  "worked_out",
  "workout_distance",
  ...MARKS,
];

/** Measures of workouts. */
export const WORKOUTS: readonly string[] = [
  "workouts",
  "worked_out",
  "workout_min",
  "workout_distance",
];

/** Days of a range with some measures. */
export interface MeasuredDays {
  /** The table of `me.daily`, without partial days. */
  readonly frame: Frame;
  /** The same with partial days. */
  readonly days: Frame;
  /** Column of each measure. */
  readonly columns: readonly string[];
  /** Measures that are metrics, in this order. */
  readonly metrics: readonly KnownMetric[];
  /** Columns of `own`. */
  readonly own: readonly string[];
  /**
   * Columns of `own` that add up over days: booleans, amounts of a diary, and columns whose
   * `combine` is `sum` or `count`. Other numbers may be a scale, such as a mood.
   */
  readonly added: readonly string[];
}

/**
 * Reads measures by day, whatever they come from.
 *
 * @param names Names of the measures. @default the usual ones with data
 * @throws {RangeError} if a measure does not exist; the message suggests the nearest name
 */
export async function measuredDays(
  me: Client,
  range: Range,
  names: readonly string[] = USUAL_MEASURES,
  { includePartial = false, ...options }: MeasureOptions,
  action: string,
): Promise<MeasuredDays> {
  if (!Array.isArray(names) || names.length === 0) {
    throw new TypeError(
      `Cannot ${action}: measures is ${
        describeValue(names)
      }, expected a list such as ["StepCount", "deep"]`,
    );
  }
  const wrong = names.find((name) => typeof name !== "string");
  if (wrong !== undefined) {
    throw new TypeError(
      `Cannot ${action}: a measure is ${
        describeValue(wrong)
      }, expected a name such as "StepCount" or "deep"`,
    );
  }
  const own = await ownRows(me, range, options, action);
  const all = own === undefined ? [] : openFrame(own, { action }).names;
  const mine = all.filter((name) => !MARKS.includes(name));
  const isMetric = (name: string): boolean =>
    !isSleepFigure(name) && !WORKOUTS.includes(name) && !mine.includes(name);
  const pace = names.find((name) => /^(?:\w+_)?pace(?:_|$)/i.test(name) && isMetric(name));
  if (pace !== undefined) {
    throw new RangeError(
      `Cannot ${action}: days have no ${JSON.stringify(pace)}, only workouts have. ` +
        'Use me.workouts(when, { by: "activity", pace: true }), or without by for each workout.',
    );
  }
  const others = [...mine, ...Object.keys(SLEEP_FIGURES), ...WORKOUTS];
  const metrics = await checkMetrics(me, names.filter(isMetric), action, others)
    .catch((error: unknown) => {
      if (error instanceof RangeError && options.own === undefined) {
        error.message = error.message.replace(/(?<![.?!])$/, ".") +
          ' For an entry of your diary, pass own: "diary".';
      }
      throw error;
    });
  const sleep = names.filter((name) => isSleepFigure(name) && !mine.includes(name));
  const nights = all.includes(SLEEP_COVERAGE) ? mine.filter(isSleepFigure) : [];
  const frame = await daily(me, range, {
    ...options,
    own,
    metrics: metrics.filter(({ column }) => !mine.includes(column))
      .map(({ name }) => name as Measure),
    sleep: sleep as SleepFigure[],
    workouts: names.some((name) => WORKOUTS.includes(name) && !mine.includes(name)),
    ...(names === USUAL_MEASURES ? { onAbsent: () => {} } : {}),
  });
  const known = metrics.values();
  const days = includePartial
    ? frame
    : changed(frame, (columns) => recordedOnly(columns, [...sleep, ...nights]));
  return {
    frame: includePartial ? days : changed(days, wholeRows),
    days,
    columns: names.map((name) => isMetric(name) ? known.next().value!.column : name),
    metrics,
    own: mine,
    added: own === undefined ? [] : addedOf(own, mine, { combine: options.combine, action }),
  };
}

/** Returns the columns of `own` that add up over days. */
function addedOf(
  own: FrameLike,
  names: readonly string[],
  { combine, action }: Pick<MeasureOptions, "combine"> & { readonly action: string },
): string[] {
  const data = openFrame(own, { action }), ofDiary = addedColumns(own);
  return names.filter((name) => {
    const how = typeof combine === "object" ? combine[name] : combine;
    if (how !== undefined) return how === "sum" || how === "count";
    return ofDiary.includes(name) || data.column(name).type === "bool";
  });
}

/** Returns a table of days with other columns, and its units. */
function changed(frame: Frame, change: (columns: Columns) => Columns): Frame {
  return attachDisplay(toFrame(change(openFrame(frame).columns())), { units: unitsOf(frame) });
}

/** Returns the complete days, without the sleep of partly recorded nights. */
export function wholeOnly(days: Columns, sleep: readonly string[]): Columns {
  return wholeRows(recordedOnly(days, sleep));
}

function wholeRows(days: Columns): Columns {
  const { whole } = openColumns(days).read({ whole: "bool" });
  return takeRows(days, rowsWhere(rowCount(days), (i) => whole.values[i] === 1));
}

/** Returns all days, without the sleep of partly recorded nights. */
function recordedOnly(days: Columns, sleep: readonly string[]): Columns {
  if (!Object.hasOwn(days, SLEEP_COVERAGE)) return days;
  const { coverage } = openColumns(days).read({ coverage: "float64" }, {
    columns: { coverage: SLEEP_COVERAGE },
  });
  const all = Uint32Array.from(coverage.values.keys());
  const enough = Uint8Array.from(coverage.values, (share) => share >= LEAST_COVERAGE ? 1 : 0);
  const masked = sleep.map((name) => [name, takeMasked(days[name]!, all, enough)] as const);
  return { ...days, ...Object.fromEntries(masked) };
}
