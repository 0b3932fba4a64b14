// @ts-types="@types/d3-array"
import { deviation } from "d3-array";
import type { Client } from "../../client/client.ts";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { type OpenFrame, openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { type AnswerField, answerOf, type Statistics } from "../../frame/statistics.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { correlate } from "../../series/correlate.ts";
import { slopeSentence, TOO_FEW } from "../../series/slopeSentence.ts";
import { adjustP } from "../../series/numerics/adjustP.ts";
import { unusual } from "../../series/unusual.ts";
import type { Range } from "../../time/interval.ts";
import { ownRows } from "./diary.ts";
import {
  MEASURE_OPTIONS,
  measuredDays,
  type MeasureName,
  type MeasureOptions,
  NOT_MEASURED,
  USUAL_MEASURES,
} from "./measuredDays.ts";
import { isSleepFigure, SLEEP_COVERAGE } from "./sleepDays.ts";
import { countText } from "../../options/countText.ts";

/** Options of {@linkcode Questions.influences}. */
export interface InfluencesOptions extends MeasureOptions {
  /** Outcome: a metric, a measure of nights such as `deep`, or a column of `own`. */
  y: MeasureName;
  /**
   * Possible causes. @default the measures that `me.unusual` searches, `workout_min`, and all
   * numeric and boolean columns of `own`, except `workouts`, `worked_out`,
   * `workout_distance`, `whole` and `sleep_coverage` of a table of days
   */
  x?: readonly MeasureName[] | undefined;
  /**
   * Counts days of unusual episodes, such as an illness or a journey, that `series.unusual` finds in a
   * possible cause other than a column of `own`. They change many measures at once. @default false
   */
  includeUnusual?: boolean | undefined;
  /**
   * Number of days to look back: with 2, a cause is also compared with the outcome a day later.
   * @default 1
   */
  lags?: number | undefined;
}

/** Name of a number of {@linkcode Influences}. */
export type InfluencesStatistic = "tested" | "clear";

/** Possible causes of an outcome, ranked, and the finding in words. */
export type Influences = Statistics<InfluencesStatistic> & {
  /** The clear influences in words, with their size and interval. */
  readonly finding: string;
  /** Limits of the finding. */
  readonly caution: string;
};

const OPTIONS = optionNames<InfluencesOptions>()(MEASURE_OPTIONS, "y x lags includeUnusual");

const ACTION = "rank influences";

/** Maximum number of days to look back. */
const MOST_LAGS = 7;

/** Measures of a night that are known before it begins. */
const BEFORE_SLEEP: readonly string[] = ["bedtime"];

const CAUTION =
  "These measures go together, after removing trend and weekdays. That does not show " +
  "what causes what: a third habit may explain both. To find out, plan an experiment.";

/** Ranks habits and measures by their influence on an outcome. */
export async function influences(
  me: Client,
  range: Range,
  options: InfluencesOptions,
): Promise<Influences> {
  checkOptions(ACTION, options, OPTIONS, 'y, such as "deep"');
  const { y, x, lags = 1, includeUnusual = false, ...asked } = options;
  if (typeof y !== "string") {
    throw new TypeError(
      `Cannot ${ACTION}: y is ${describeValue(y)}, expected the name of an outcome such as "deep"`,
    );
  }
  if (!Number.isInteger(lags) || lags < 1 || lags > MOST_LAGS) {
    throw new RangeError(
      `Cannot ${ACTION}: lags is ${
        describeValue(lags)
      }, expected a number of days from 1 to ${MOST_LAGS}`,
    );
  }
  const own = await ownRows(me, range, asked, ACTION);
  const mine = own === undefined ? [] : openFrame(own, { action: ACTION }).names;
  const hasNights = mine.includes(SLEEP_COVERAGE);
  const wanted = x ??
    [...USUAL_MEASURES, "workout_min"].filter((name) => !mine.includes(name));
  const { frame, columns } = await measuredDays(
    me,
    range,
    [...new Set([y, ...wanted])],
    { ...asked, own },
    ACTION,
  );
  const outcome = columns[0]!;
  const searched = columns.slice(1).filter((name) => name !== outcome && !mine.includes(name));
  const days = openFrame(
    includeUnusual || searched.length === 0 ? frame : withoutUnusual(frame, searched),
  );
  const habits = x === undefined
    ? mine.filter((name) => !NOT_MEASURED.includes(name) && days.has(name) && isNumeric(days, name))
    : [];
  const causes = [...new Set([...columns.slice(1), ...habits])].filter((name) => name !== outcome);
  const isNight = (name: string): boolean =>
    isSleepFigure(name) && (hasNights || !mine.includes(name));
  return influencesOf(days, {
    outcome,
    causes: causes.flatMap((name) => {
      const first = firstLag(name, { isNight, outcome, isOwn: mine.includes(name) });
      return Array.from({ length: lags + (first.isSameDayToo ? 1 : 0) }, (_, i) => ({
        name,
        lag: first.lag + i,
      }));
    }),
  });
}

/** Returns the days that are not in an unusual episode of some columns. */
function withoutUnusual(frame: Frame, columns: readonly string[]): Frame {
  const { start_time, end_time } = openFrame(unusual(frame, { y: columns }).frame)
    .read({ start_time: "time", end_time: "time" });
  const days = openFrame(frame), { time } = days.read({ time: "time" });
  const isUnusual = (at: bigint): boolean =>
    start_time.values.some((start, i) => at >= start && at < end_time.values[i]!);
  const usual = rowsWhere(time.values.length, (i) => !isUnusual(time.values[i]!));
  return toFrame(takeRows(days.columns(), usual), days.units, days.range);
}

/** Returns the smallest lag at which a cause comes before the outcome. */
function firstLag(
  name: string,
  { isNight, outcome, isOwn }: {
    readonly isNight: (name: string) => boolean;
    readonly outcome: string;
    readonly isOwn: boolean;
  },
): { readonly lag: number; readonly isSameDayToo: boolean } {
  if (isNight(outcome)) return { lag: BEFORE_SLEEP.includes(name) ? 0 : 1, isSameDayToo: false };
  // the night before a day, and a habit of the same day
  return { lag: isNight(name) || isOwn ? 0 : 1, isSameDayToo: isOwn };
}

function isNumeric(days: OpenFrame, name: string): boolean {
  const { type } = days.column(name);
  return type === "float64" || type === "int64" || type === "bool";
}

interface Cause {
  readonly name: string;
  readonly lag: number;
}

interface Row extends Cause {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
  readonly n: number;
  readonly size: number;
  /** Reason for a missing number. */
  readonly noNumber: string | null;
  /** Number of units of the cause that the effect counts. */
  readonly per: number;
  /** Effect of a usual difference of the cause. */
  readonly weight: number;
  readonly isFlag: boolean;
}

/** Tests causes of an outcome in a table of days, and ranks them. */
function influencesOf(
  days: OpenFrame,
  { outcome, causes }: { readonly outcome: string; readonly causes: readonly Cause[] },
): Influences {
  const units = days.units, frame = days.frame();
  const tested = [...new Set(causes.map(({ lag }) => lag))].flatMap((lag) =>
    correlate(frame, {
      x: causes.filter((cause) => cause.lag === lag).map(({ name }) => name),
      y: [outcome],
      lag: [lag],
      method: ["pearson"],
      partial: ["trend", "weekday"],
      adjust: "none",
    }).toRecords()
  ).map((row): Row => {
    const name = String(row["a"]), values = valuesOf(days, name);
    const isFlag = values.every((value) => value === 0 || value === 1);
    const spread = deviation(values) ?? NaN, slope = numberOf(row["slope"]);
    return {
      name,
      lag: Number(row["lag"]),
      slope,
      low: numberOf(row["slope_low"]),
      high: numberOf(row["slope_high"]),
      p: numberOf(row["p"]),
      n: Number(row["n"]),
      size: numberOf(row["n_effective"]),
      noNumber: row["r"] === null ? String(row["finding"]) : null,
      per: isFlag || !(spread > 0) ? 1 : Math.max(1, 10 ** Math.round(Math.log10(spread))),
      weight: Math.abs(slope) * (isFlag ? 1 : spread),
      isFlag,
    };
  });
  const adjusted = adjustP(tested.map(({ p }) => p), "holm");
  const rows = tested.map((row, i) => ({
    ...row,
    adjusted: adjusted[i]!,
    isKnown: !Number.isNaN(row.p) && !Number.isNaN(row.low),
    isClear: adjusted[i]! < 0.05,
    sentence: row.noNumber ?? slopeSentence({
      a: row.name,
      b: outcome,
      lag: row.lag,
      every: "1d",
      slope: row.slope,
      slopeLow: row.low,
      slopeHigh: row.high,
      p: adjusted[i]!,
      units,
      isFlag: row.isFlag,
    }),
  })).sort((a, b) =>
    Number(b.isClear) - Number(a.isClear) || Number(b.isKnown) - Number(a.isKnown) ||
    b.weight - a.weight
  );
  const integers = (values: readonly number[]) =>
    int64Column(BigInt64Array.from(values, (value) => BigInt(value)));
  const table = toFrame(
    {
      rank: integers(rows.map((_, i) => i + 1)),
      cause: textColumn(rows.map(({ name }) => name)),
      lag: integers(rows.map(({ lag }) => lag)),
      effect: nullable(rows.map(({ slope, per }) => slope * per)),
      effect_low: nullable(rows.map(({ low, per }) => low * per)),
      effect_high: nullable(rows.map(({ high, per }) => high * per)),
      unit: textColumn(rows.map(() => units[outcome] ?? "1")),
      per: nullable(rows.map(({ per }) => per)),
      cause_unit: textColumn(rows.map(({ name }) => units[name] ?? "1")),
      p: nullable(rows.map(({ p }) => p)),
      p_adjusted: nullable(rows.map((row) => row.adjusted)),
      n: integers(rows.map(({ n }) => n)),
      n_effective: nullable(rows.map(({ size }) => size)),
      finding: textColumn(rows.map(({ sentence }) => sentence)),
    },
    {},
    days.range,
  );
  const known = rows.filter(({ isKnown }) => isKnown), clear = rows.filter((row) => row.isClear);
  const others = new Set(known.map(({ name }) => name));
  for (const { name } of clear) others.delete(name);
  const what = outcome.replaceAll("_", " ");
  const reasons = new Set(
    rows.flatMap(({ name, noNumber }) =>
      noNumber === null || noNumber === TOO_FEW ? [] : [`${name.replaceAll("_", " ")}: ${noNumber}`]
    ),
  );
  const found = known.length === 0
    ? reasons.size > 0
      ? `nothing to tell about ${what}`
      : `too few days to tell what influences ${what}`
    : clear.length === 0
    ? `no clear influence on ${what} of ${countText(others.size, "measure")}`
    : [
      ...clear.map(({ sentence }) => sentence),
      ...others.size === 0
        ? []
        : [`no clear influence of ${countText(others.size, "measure")} more`],
    ].join("; ");
  const finding = [found, ...reasons].join("; ");
  const field = (name: InfluencesStatistic, value: number): AnswerField<InfluencesStatistic> => ({
    name,
    value: known.length === 0 ? null : value,
    unit: "1",
    reason: [...reasons][0] ?? "too few days",
  });
  return answerOf(
    "influences",
    table,
    [field("tested", known.length), field("clear", clear.length)],
    { finding, caution: CAUTION },
  );
}

/** Returns the known values of a column, booleans as 1 and 0. */
function valuesOf(days: OpenFrame, name: string): number[] {
  if (days.column(name).type !== "bool") {
    return [...days.numbers(name)].filter((value) => !Number.isNaN(value));
  }
  const { values, valid } = days.read({ flag: "bool" }, { columns: { flag: name } }).flag;
  return [...values].filter((_, i) => valid?.[i] !== 0);
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
