import type { Measure } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { openColumns, openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { describeValue } from "../../options/describeValue.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import type { Range } from "../../time/interval.ts";
import { checkMetrics } from "../ask/checkMetrics.ts";
import { LEAST_COVERAGE } from "../../sleep/nights/wholeNight.ts";
import { daily, type DailyOptions } from "./daily.ts";
import { ownRows } from "./diary.ts";
import { isSleepFigure, SLEEP_COVERAGE, SLEEP_FIGURES, type SleepFigure } from "./sleepDays.ts";

/**
 * A measure of days: a metric by name or value column, a measure of the night before (`deep`,
 * `asleep`, `bedtime`), `workouts` or `workout_min`.
 */
export type DayMeasure = Measure | SleepFigure | "workouts" | "workout_min";

/** A measure, or the name of a column of `own`; editors complete the measures. */
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

const WORKOUTS: readonly string[] = ["workouts", "workout_min"];

/** Days of a range with some measures. */
export interface MeasuredDays {
  /** The table of `me.daily`, without partial days. */
  readonly frame: Frame;
  /** Column of each measure. */
  readonly columns: readonly string[];
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
  const mine = own === undefined ? [] : openFrame(own, { action }).names;
  const isMetric = (name: string): boolean =>
    !isSleepFigure(name) && !WORKOUTS.includes(name) && !mine.includes(name);
  const others = [...mine, ...Object.keys(SLEEP_FIGURES), ...WORKOUTS];
  const metrics = await checkMetrics(me, names.filter(isMetric), action, others);
  const sleep = names.filter((name) => isSleepFigure(name) && !mine.includes(name));
  const frame = await daily(me, range, {
    ...options,
    own,
    metrics: metrics.map(({ name }) => name as Measure),
    sleep: sleep as SleepFigure[],
    workouts: names.some((name) => WORKOUTS.includes(name)),
    ...(names === USUAL_MEASURES ? { onAbsent: () => {} } : {}),
  });
  const known = metrics.values();
  return {
    frame: includePartial ? frame : wholeFrame(frame, sleep),
    columns: names.map((name) => isMetric(name) ? known.next().value!.column : name),
  };
}

function wholeFrame(frame: Frame, sleep: readonly string[]): Frame {
  return attachDisplay(toFrame(wholeOnly(openFrame(frame).columns(), sleep)), {
    units: unitsOf(frame),
  });
}

/** Returns the complete days, without the sleep of partly recorded nights. */
export function wholeOnly(days: Columns, sleep: readonly string[]): Columns {
  const isCovered = Object.hasOwn(days, SLEEP_COVERAGE);
  const { whole, coverage } = openColumns(days).read({ whole: "bool", "coverage?": "float64" }, {
    columns: isCovered ? { coverage: SLEEP_COVERAGE } : {},
  });
  const rows = rowsWhere(rowCount(days), (i) => whole.values[i] === 1);
  if (coverage === undefined) return takeRows(days, rows);
  const all = Uint32Array.from(whole.values.keys());
  const enough = Uint8Array.from(coverage.values, (share) => share >= LEAST_COVERAGE ? 1 : 0);
  const masked = sleep.map((name) => [name, takeMasked(days[name]!, all, enough)] as const);
  return takeRows({ ...days, ...Object.fromEntries(masked) }, rows);
}
