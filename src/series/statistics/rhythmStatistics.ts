import type { Statistic } from "../../frame/statisticFrame.ts";
import { binByClock } from "./binByClock.ts";
import { localClock, stopwatch, type ZoneClock } from "../clock/localClock.ts";
import { type Extreme, extreme, meanDay, windowCoverage } from "./meanDay.ts";
import { type Period, valuesWithin } from "./periods.ts";
import type { Values } from "../input/readValues.ts";
import type { RhythmVariantForm } from "./rhythmForms.ts";
import { autoregression, type RhythmMoments, rhythmMoments } from "./stability.ts";
import { DAY_US, HOUR_US, MINUTE_US } from "../../time/units.ts";

/** Parsed options of a rhythm. */
export interface RhythmSettings {
  readonly form: RhythmVariantForm;
  /** Length of the windows of IS, IV and phi, in microseconds. */
  readonly window: number;
  /** Lengths of the windows of ISm and IVm, in microseconds. */
  readonly windows: readonly number[];
  /** Values above the threshold count as 1, others as 0; `undefined` for unchanged values. */
  readonly threshold: number | undefined;
  /** Minutes between possible starts of L5 and M10; `undefined` for the data's step. */
  readonly resolution: number | undefined;
  /** Unit of the values. */
  readonly unit: string;
  /** Minutes after midnight that L5 and M10 do not cross; `undefined` if they may cross any. */
  readonly dayStart: number | undefined;
}

/** Name of a statistic of a rhythm. */
export type RhythmStatistic =
  | "IS"
  | "IV"
  | "ISm"
  | "IVm"
  | "L5"
  | "L5_onset"
  | "M10"
  | "M10_onset"
  | "RA"
  | "phi";

const ORDER: readonly RhythmStatistic[] = [
  "IS",
  "IV",
  "ISm",
  "IVm",
  "L5",
  "L5_onset",
  "M10",
  "M10_onset",
  "RA",
  "phi",
];

/** A statistic with the reason if it is null. */
export interface RhythmRow extends Statistic {
  readonly name: RhythmStatistic;
  readonly note: string | null;
  /** Number of valid days. */
  readonly data: number;
}

/** Returns the statistics of a series, or of one period of it, in the order of the result. */
export function rhythmStatistics(
  all: Values,
  period: Period | undefined,
  tz: string,
  settings: RhythmSettings,
): RhythmRow[] {
  const { form, threshold } = settings;
  const values = threshold === undefined
    ? all
    : { ...all, value: all.value.map((one) => one > threshold ? 1 : 0) };
  /** Returns the values of the period; `beyond` is how far its last closed window extends. */
  const within = (beyond: number): Values => {
    if (period === undefined) return values;
    const last = period.end - Math.max(1, values.step) + (form.closedPeriods ? beyond : 0);
    return valuesWithin(values, period.start, last);
  };
  const found = [
    ...stability(within, values.step, tz, settings),
    ...extremes(within(values.step), tz, settings),
  ];
  const rows = Object.fromEntries(found.map((row) => [row.name, row])) as Record<
    RhythmStatistic,
    Statistic
  >;
  const data = validDays(within(values.step));
  return ORDER.map((name) => ({ ...rows[name], name, note: reason(name, rows), data }));
}

/** Hours with values that make a day of activity valid: `includedaycrit` of GGIR 3.3. */
const VALID_DAY_HOURS = 16;

/**
 * Counts the days with values in at least 16 hours. Days of 24 hours count from the first value, so
 * a record of seven days has seven, whenever it starts.
 */
function validDays({ at, span: { first }, step }: Values): number {
  let days = 0, day = -1, hours = 0, until = -Infinity;
  for (const instant of at) {
    if (instant < until) continue;
    const hour = Math.floor((instant - first) / HOUR_US), own = Math.floor(hour / 24);
    until = first + (hour + 1) * HOUR_US;
    if (own !== day) hours = 0;
    day = own;
    const before = hours;
    hours += Math.max(1, step / HOUR_US);
    if (before < VALID_DAY_HOURS && hours >= VALID_DAY_HOURS) days++;
  }
  return days;
}

/** Returns the reason why a statistic is null; null if it has a value. */
function reason(
  name: RhythmStatistic,
  rows: Readonly<Record<RhythmStatistic, Statistic>>,
): string | null {
  if (rows[name].value !== null) return null;
  if (rows.IS.n === 0) return "no values";
  if (name.startsWith("L5") || name.startsWith("M10")) return "too few hours of the day";
  if (name === "RA") {
    const isKnown = rows.L5.value !== null && rows.M10.value !== null;
    return isKnown ? "L5 is below 0, or M10 is not above 0" : "too few hours of the day";
  }
  if (rows.IS.n < 2) return "too few values";
  const isVaried = rows.IV.value !== null || rows.phi.value !== null || rows.IS.value !== null;
  if (!isVaried) return "no variation";
  return name.startsWith("IS") ? "too few days at some times of day" : "no windows in a row";
}

function stability(
  within: (beyond: number) => Values,
  step: number,
  tz: string,
  { form, window, windows }: RhythmSettings,
): Statistic[] {
  const inWindows = (length: number) => {
    const values = within(length);
    const clock = form.windows === "clock"
      ? localClock(values.span, tz)
      : stopwatch(values.span.first);
    return binByClock(values, clock, length, form.reduce);
  };
  const [usual] = lengths([window], step, form) as [number];
  const series = inWindows(usual), found = rhythmMoments(series, form);
  const each = lengths(windows, step, form)
    .map((length) => length === usual ? found : rhythmMoments(inWindows(length), form));
  const phi = form.autoregressive
    ? autoregression(series.value.filter((value) => !Number.isNaN(value)))
    : found.phi;
  const rest = {
    unit: "1",
    coverage: series.value.length === 0 ? 0 : found.n / series.value.length,
  };
  const mean = (of: (one: RhythmMoments) => number | null) => meanOf(each.map(of));
  return [
    { name: "IS", value: found.stability, n: found.n, ...rest },
    { name: "IV", value: found.variability, n: found.n, ...rest },
    { name: "ISm", value: mean((one) => one.stability), n: each.length, ...rest },
    { name: "IVm", value: mean((one) => one.variability), n: each.length, ...rest },
    { name: "phi", value: phi, n: found.n, ...rest },
  ];
}

/** Returns the window lengths that the data's step allows. */
function lengths(
  windows: readonly number[],
  step: number,
  { keepsFine }: RhythmVariantForm,
): readonly number[] {
  if (keepsFine && step > 0 && DAY_US % step === 0) {
    return windows.map((length) => Math.max(length, step));
  }
  const found = windows.filter((length) => length >= step);
  return found.length > 0 ? found : [Math.max(...windows)];
}

/** Returns the mean; null if any value is unknown. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length
    ? null
    : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function extremes(
  values: Values,
  tz: string,
  { form, resolution: asked, unit, dayStart }: RhythmSettings,
): Statistic[] {
  const clock = localClock(values.span, tz), resolution = asked ?? resolutionOf(values, form);
  const day = meanDay(values, clock, resolution * MINUTE_US);
  const first = dayStart === undefined ? undefined : Math.ceil(dayStart / resolution);
  const low = extreme(day, 300 / resolution, -1, first);
  const high = extreme(day, 600 / resolution, 1, first);
  const rows = (name: string, found: Extreme | undefined, hours: number): Statistic[] => {
    const onset = found && found.slot * resolution / 60;
    const rest = { coverage: coverageOf(values, clock, onset, hours), n: found?.n ?? 0 };
    return [
      { name, value: found?.value ?? null, unit, ...rest },
      { name: `${name}_onset`, value: onset ?? null, unit: "h", ...rest },
    ];
  };
  const l5 = rows("L5", low, 5), m10 = rows("M10", high, 10);
  return [...l5, ...m10, {
    name: "RA",
    value: low === undefined || high === undefined || low.value < 0 || !(high.value > 0)
      ? null
      : (high.value - low.value) / (high.value + low.value),
    unit: "1",
    coverage: Math.min(l5[0]!.coverage, m10[0]!.coverage),
    n: l5[0]!.n + m10[0]!.n,
  }];
}

/** Returns the fraction of a daily window's time that values cover; 0 without a window. */
function coverageOf(
  values: Values,
  clock: ZoneClock,
  onset: number | undefined,
  hours: number,
): number {
  if (onset === undefined) return 0;
  return windowCoverage(values, clock, { from: onset * HOUR_US, length: hours * HOUR_US });
}

/** Returns the data's step in minutes, at which L5 and M10 may start. */
function resolutionOf({ step }: Values, { startsBetweenMinutes }: RhythmVariantForm): number {
  const own = step / MINUTE_US;
  if (startsBetweenMinutes && step >= MINUTE_US / 60 && MINUTE_US % step === 0) return own;
  return own >= 1 && 60 % own === 0 ? own : own > 60 ? 60 : 1;
}
