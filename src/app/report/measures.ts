import { zonedTime } from "../../time/zones.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { openFrame } from "../../frame/open.ts";
import type { BuiltInMetric } from "../../api/fields/metricTable.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import type { Client } from "../../client/client.ts";
import { METRICS } from "../../api/fields/metricTable.ts";
import { between } from "../../time/range.ts";
import { daily } from "../days/daily.ts";
import { ifThere } from "../ask/ifThere.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import { LEAST_COVERAGE } from "../../sleep/nights/wholeNight.ts";
import { countNights } from "../nights/nightCount.ts";
import { durationText } from "../ask/amounts.ts";
import { clockHours } from "../nights/nightFigures.ts";
import type { SleepNights } from "../nights/readNights.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { decimalText, numberText, percentText, say, term } from "../../words/language.ts";

/** A daily or nightly measure, and its formats. */
export interface Measure {
  /** Label in English, by which code finds the measure. {@linkcode labelText} translates it. */
  readonly label: string;
  /** Unit of the values; `h` for times of day, counted from the midnight that starts the date. */
  readonly unit: string;
  /** Start of a sentence about it: "You slept", "Your resting heart rate was". */
  readonly sentence: string;
  /** Reference of the value, after it in a sentence: `a night`. @default nothing */
  readonly per?: string;
  /** Formats a value. */
  readonly text: (value: number, labels: Pick<PageLabels, "hour">) => string;
  /** Formats two values as a band. */
  readonly band: (low: number, high: number, labels: Pick<PageLabels, "hour">) => string;
  /**
   * Rounds a value as it is displayed, so that differences agree with displayed values. `more` is a
   * number of decimals beyond the usual ones.
   */
  readonly round: (value: number, more?: number) => number;
  /** Formats the distance of two values, never negative. */
  readonly difference: (value: number, more?: number) => string;
  /** Words for greater and smaller values: "more", "later". */
  readonly words: readonly [greater: string, less: string];
}

/** A measure with its values by local date. */
export interface MeasuredDays extends Measure {
  /** `true` for measures of nights. */
  readonly isNight: boolean;
  /** Values of the days or nights that count. */
  readonly values: ReadonlyMap<string, number>;
  /** Dates with a total given by the vendor. */
  readonly vendor: ReadonlySet<string>;
}

const MORE = ["more", "less"] as const, HIGHER = ["higher", "lower"] as const;

/** Returns the label of a measure in the language of the page. */
export function labelText(label: string): string {
  return label === "Asleep" ? say("Asleep|measure") : term(label);
}

/** Creates a measure in a unit, with a number of decimals. */
function inUnit(label: string, sentence: string, unit: string, digits: number): Measure {
  const number = (value: number, more = 0): string =>
    numberText(value, {
      minimumFractionDigits: digits + more,
      maximumFractionDigits: digits + more,
    });
  const text = (value: number, more?: number): string => `${number(value, more)} ${term(unit)}`;
  return {
    label,
    sentence,
    unit,
    text: (value) => unit === "%" ? percentText(value, digits) : text(value),
    band: (low, high) => say("{from} to {to}", { from: number(low), to: text(high) }),
    round: (value, more = 0) => Number(value.toFixed(digits + more)),
    difference: (value, more) =>
      unit === "%"
        ? say("{value} {n|point|points}", { value: number(value, more), n: value })
        : text(value, more),
    words: HIGHER,
  };
}

/** Formats minutes as `1 h 12 min`, or with decimals as `0.3 min`. */
function minutesText(minutes: number, decimals = 0): string {
  return decimals === 0 ? durationText(minutes) : `${decimalText(minutes.toFixed(decimals))} min`;
}

/** Creates a measure of a duration in minutes. */
function inMinutes(label: string, sentence: string): Measure {
  return {
    label,
    sentence,
    unit: "min",
    per: "a night",
    text: durationText,
    band: (low, high) => say("{from} to {to}", { from: durationText(low), to: durationText(high) }),
    round: (minutes, more = 0) => Number(minutes.toFixed(more)),
    difference: minutesText,
    words: MORE,
  };
}

/** Measures of a night, by statistic, or by clock time of the bed period. */
const OF_NIGHTS: Readonly<Record<string, Measure>> = {
  TST: inMinutes("Asleep", "You slept"),
  bedtime: {
    label: "To bed",
    sentence: "You went to bed at",
    unit: "h",
    text: (hours, labels) => labels.hour(hours),
    band: (low, high, labels) =>
      say("{from} to {to}", { from: labels.hour(low), to: labels.hour(high) }),
    round: (hours, more = 0) => Math.floor(60 * hours * 10 ** more + 1e-6) / 10 ** more / 60,
    difference: (hours, more) => minutesText(60 * hours, more),
    words: ["later", "earlier"],
  },
  SE: inUnit("Sleep efficiency", "Of your time in bed you slept", "%", 0),
  WASO: inMinutes("Awake in the night", "You lay awake for"),
  deep_pct: inUnit("Deep sleep", "Your share of deep sleep was", "%", 0),
  rem_pct: inUnit("REM sleep", "Your share of REM sleep was", "%", 0),
};

/** Measures of days by metric, in metric units. */
const OF_DAYS: { readonly [name in BuiltInMetric]?: Measure } = {
  RestingHeartRate: inUnit("Resting heart rate", "Your resting heart rate was", "bpm", 0),
  HeartRate: inUnit("Heart rate (mean of a day)", "Your mean heart rate of a day was", "bpm", 0),
  HeartRateVariabilitySDNN: inUnit(
    "Heart rate variability (SDNN)",
    "Your heart rate variability was",
    "ms",
    0,
  ),
  RespiratoryRate: inUnit("Respiratory rate", "Your respiratory rate was", "a minute", 1),
  BloodOxygenSaturation: inUnit("Blood oxygen", "Your blood oxygen was", "%", 1),
  BloodPressureSystolic: inUnit(
    "Systolic blood pressure",
    "Your systolic blood pressure was",
    "mmHg",
    0,
  ),
  BloodPressureDiastolic: inUnit(
    "Diastolic blood pressure",
    "Your diastolic blood pressure was",
    "mmHg",
    0,
  ),
  BloodGlucose: inUnit("Blood glucose", "Your blood glucose was", "mg/dL", 0),
  BodyTemperature: inUnit("Body temperature", "Your body temperature was", "°C", 1),
  SleepingWristTemperature: inUnit(
    "Wrist temperature (asleep)",
    "Your wrist's temperature in sleep was",
    "°C",
    2,
  ),
  Weight: inUnit("Weight", "Your weight was", "kg", 1),
  StepCount: { ...inUnit("Steps", "You walked", "steps", 0), words: MORE, per: "a day" },
  VO2Max: inUnit("Cardio fitness (VO2max)", "Your cardio fitness was", "mL/min·kg", 1),
};

/** Measures with another unit in the imperial system. */
const IN_IMPERIAL: typeof OF_DAYS = {
  BodyTemperature: inUnit("Body temperature", "Your body temperature was", "°F", 1),
  SleepingWristTemperature: inUnit(
    "Wrist temperature (asleep)",
    "Your wrist's temperature in sleep was",
    "°F",
    2,
  ),
  Weight: inUnit("Weight", "Your weight was", "lb", 1),
};

/** Measures that a doctor might look for; reported if they are missing. */
export const EXPECTED: readonly BuiltInMetric[] = [
  "RestingHeartRate",
  "HeartRateVariabilitySDNN",
  "RespiratoryRate",
  "BloodOxygenSaturation",
  "BloodPressureSystolic",
  "Weight",
  "StepCount",
];

/** Returns the measures of nights with at least two thirds recorded. */
export function nightMeasures(
  sleep: Pick<SleepNights, "statistics" | "sessions" | "unfinished">,
  range: { first: Temporal.PlainDate; last: Temporal.PlainDate; tz: string },
): MeasuredDays[] {
  const { statistics, sessions } = sleep;
  if (frameHeight(statistics) === 0) return [];
  const { counted } = countNights(sleep, { ...range, today: range.last });
  const { night, name, value, coverage, basis } = openFrame(statistics).read({
    night: "text",
    name: "text",
    value: "float64",
    coverage: "float64",
    "basis?": "text",
  });
  const vendor = new Map(Object.keys(OF_NIGHTS).map((key) => [key, new Set<string>()]));
  const found = new Map(Object.keys(OF_NIGHTS).map((key) => [key, new Map<string, number>()]));
  night.values.forEach((date, i) => {
    const measure = name.values[i];
    if (date === null || measure === null || measure === undefined) return;
    if (!counted.has(date) || value.valid?.[i] === 0) return;
    if (coverage.values[i]! < LEAST_COVERAGE) return; // the stages of most of the night are unknown
    found.get(measure)?.set(date, value.values[i]!);
    if (basis?.values[i] === "vendor") vendor.get(measure)?.add(date);
  });
  for (const { night, start, main } of sessions) {
    if (!main || !counted.has(night)) continue;
    const at = zonedTime(start, range.tz);
    found.get("bedtime")!.set(night, clockHours(at, night));
  }
  return Object.entries(OF_NIGHTS).map(([key, measure]) => ({
    ...measure,
    isNight: true,
    values: found.get(key)!,
    vendor: vendor.get(key)!,
  })).filter(({ values }) => values.size > 0);
}

/** Reads the measures of days that are over, in a system of units. */
export async function dayMeasures(
  me: Client,
  { first, last, tz, units }: {
    first: Temporal.PlainDate;
    last: Temporal.PlainDate;
    tz: string;
    units: UnitSystem;
  },
): Promise<MeasuredDays[]> {
  const range = between(first, last.add({ days: 1 }), tz);
  const { value: available } = await ifThere(
    "data types",
    me.api.changes.available(range),
    undefined,
  );
  const held = available && new Set(available.map(({ data_type }) => data_type));
  const names = (Object.keys(OF_DAYS) as BuiltInMetric[]).filter((name) => held?.has(name) ?? true);
  if (names.length === 0) return [];
  const { value: frame } = await ifThere(
    "metrics",
    daily(me, range, { metrics: names, units, tz, onAbsent: () => {} }),
    undefined,
  );
  if (frame === undefined) return [];
  const { time } = openFrame(frame).read({ time: "time" });
  return names.map((name) => {
    const [, , column] = METRICS.find(([metric]) => metric === name)!;
    const { values, rows } = wholeDays(frame, column, { tz });
    const dates = rows.map((row) => zonedTime(time.values[row]!, tz).toPlainDate().toString());
    return {
      ...(units === "imperial" ? IN_IMPERIAL[name] : undefined) ?? OF_DAYS[name]!,
      isNight: false,
      values: new Map(dates.map((date, i) => [date, values[i]!])),
      vendor: new Set<string>(),
    };
  }).filter(({ values }) => values.size > 0);
}

/** Returns the labels of measures that the nights do not have, with the reason. */
export function unknownLabels(measures: readonly Measure[], statistics: Frame): string[] {
  const there = new Set(measures.map(({ label }) => label));
  const { name, reason } = openFrame(statistics).read({ "name?": "text", "reason?": "text" });
  return Object.entries(OF_NIGHTS).flatMap(([key, { label }]) => {
    if (there.has(label)) return [];
    const reasons = new Set(
      name?.values.flatMap((own, i) => own === key ? reason?.values[i] ?? [] : []),
    );
    return reasons.size === 0 ? [] : [`${labelText(label)} (${[...reasons].map(term).join("; ")})`];
  });
}

/** Returns the labels of expected measures that are missing. */
export function missingLabels(measures: readonly Measure[]): string[] {
  const there = new Set(measures.map(({ label }) => label));
  return EXPECTED.map((name) => OF_DAYS[name]!.label).filter((label) => !there.has(label))
    .map(labelText);
}
