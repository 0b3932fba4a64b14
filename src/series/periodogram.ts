import { recordMade } from "../frame/cite/made.ts";
import type { Zones } from "../time/zone.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { float64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import type { Groups } from "../frame/columns/groups.ts";
import { stopwatch } from "./clock/localClock.ts";
import { binByClock } from "./statistics/binByClock.ts";
import {
  foldPower,
  foldStrength,
  type Power,
  rayleighPower,
  unknown,
} from "./statistics/periodPower.ts";
import { fitRedNoise, LEAST_INDEPENDENT, redFold } from "./statistics/redNoise.ts";
import { lombScargle } from "./statistics/lombScargle.ts";
import { readEventTimes } from "./input/readEventTimes.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { suggest } from "../options/suggest.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  readGroupedValues,
  type Values,
} from "./input/readValues.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { HOUR_US, MINUTE_US } from "../time/units.ts";
import { periodMicros } from "./clock/elapsed.ts";
import type { Length } from "../time/length.ts";

/** Method of a periodogram. */
export type PeriodogramMethod = "chi-square" | "lomb-scargle" | "rayleigh";

/**
 * Noise that periods are compared with: `red` noise depends on earlier values, `white` noise does
 * not.
 */
export type PeriodogramNoise = "red" | "white";

/** Options of {@linkcode periodogram}. */
export interface PeriodogramOptions extends GroupedSeriesColumns {
  /** Method. @default "lomb-scargle" */
  method?: PeriodogramMethod;
  /** Shortest period, in elapsed time. @default "16h" */
  from?: string;
  /** Longest period. @default "32h" */
  to?: string;
  /** Distance between periods. @default "6m" */
  step?: Length;
  /**
   * Length of the windows whose means chi-square uses. @default the data's own step, at least "5m"
   */
  every?: Length;
  /**
   * IANA zone of times without a zone and of dates. @default none: times without a zone are
   * rejected
   */
  tz?: Zones;
  /** Probability that noise passes the threshold at any of the periods. @default 0.05 */
  significance?: number;
  /**
   * Noise of `p` and `threshold`; `rayleigh` always treats events as independent. @default "red"
   */
  noise?: PeriodogramNoise;
}

/** Maximum of values times periods; more would take minutes. */
const MOST = 4e9;

/**
 * Computes how strongly a series, or events, recur with each of many periods.
 *
 * - `lomb-scargle`: share of the variance that a cosine of the period explains, with a fitted mean
 * (Zechmeister and Kürster 2009, doi:10.1051/0004-6361:200811296). Accepts gaps and uneven spacing.
 * - `chi-square`: Qp of Sokolove and Bushell 1978 (doi:10.1016/0022-5193(78)90022-X), from means
 * over `every` and all whole cycles; each column of the fold is weighted by its number of values.
 * Periods are rounded to multiples of `every`, without duplicates.
 * - `rayleigh`: `n R^2` of the phases of events, one per row, without a numeric column; `p` after
 * Zar 2010 (equation 27.4), for independent events.
 *
 * `p` is the probability of this much power in noise at this one period. `threshold` is the power
 * that noise passes at any of the periods with probability `significance`. Periods are elapsed
 * time.
 *
 * The noise is red by default: heart rate, steps and temperature depend on the hours before, and
 * such noise passes the threshold of white noise in most records. A first-order autoregression is
 * fitted to the record without its strongest period (Schulz and Mudelsee 2002,
 * doi:10.1016/S0098-3004(01)00044-9), on means over a sixteenth of the shortest period or, for
 * `chi-square`, over `every`. The threshold then differs between periods. `p` and `threshold` are
 * null if the record drifts too slowly for its length and is worth fewer than five independent
 * values.
 *
 * With `noise: "white"`, values are treated as independent. `p` of `lomb-scargle` is `(1 -
 * power)^((n - 3) / 2)`. `p` of `chi-square` has one degree of freedom per column, minus one.
 * `threshold` has Šidák's correction for the number of periods.
 *
 * @param frame a column of instants (`time`) in any order, and, except for `rayleigh`, a numeric
 * column.
 * @returns a row per period: the columns of `by`, with groups in order of their first rows;
 * `period_h`, `power`, `p`, `threshold` `f64`; `note` `str`, the reason for a null value: `too few
 * values`, `no variation`, `values too far apart` (the period is shorter than twice the smallest
 * distance of the values and would be an echo of a longer one), `slow drift`.
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the method or a length is invalid, `from` is above `to`, the values are
 * too far apart for each period of a given range, or the work would take minutes
 *
 * @example A day of 25 hours
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 240 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   temperature: Math.cos(2 * Math.PI * i / 25),
 * }));
 * const scan = series.periodogram(hours, { step: "30m" }).toRecords();
 * const best = scan.reduce((a, b) => Number(b["power"]) > Number(a["power"]) ? b : a);
 * assertEquals(best["period_h"], 25);
 * ```
 */
export function periodogram(frame: FrameLike, options: PeriodogramOptions = {}): Frame {
  checkOptions(ACTION, options, PERIODOGRAM_OPTIONS);
  const { method = "lomb-scargle", significance = 0.05, noise = "red" } = options;
  if (!NAMES.includes(method)) {
    throw new RangeError(
      `Cannot ${ACTION}: there is no method ${JSON.stringify(method)}${
        suggest(String(method), NAMES)
      }`,
    );
  }
  if (!(significance > 0 && significance < 1)) {
    throw new RangeError(`Cannot ${ACTION}: significance ${significance} is not in 0 to 1`);
  }
  if (!NOISES.includes(noise)) {
    throw new RangeError(
      `Cannot ${ACTION}: noise is ${JSON.stringify(noise)}${suggest(String(noise), NOISES)}`,
    );
  }
  const search = { periods: periodsOf(options), every: options.every, significance, noise };
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { groups, found } = method === "rayleigh"
    ? periodsOfEvents(data, options, search)
    : periodsOfSeries(data, options, search, METHODS[method]);
  const all = found.flat();
  const periods = groupedFrame(groups, found.map((own) => own.length), {
    period_h: float64Column(Float64Array.from(all, ({ period }) => period / HOUR_US)),
    power: nullable(all.map(({ power }) => power)),
    p: nullable(all.map(({ p }) => p)),
    threshold: nullable(all.map(({ threshold }) => threshold)),
    note: textColumn(all.map(({ note }) => note)),
  }, { action: ACTION });
  return recordMade(periods, "series.periodogram", { ...options, method }, frame);
}

/** Settings of a search. */
interface Search {
  /** Periods in microseconds. */
  readonly periods: readonly number[];
  /** Length of chi-square's windows in microseconds. */
  readonly every: Length | undefined;
  readonly significance: number;
  readonly noise: PeriodogramNoise;
}

/** Computes the power of each period in each group. */
interface Found {
  readonly groups: Groups | undefined;
  readonly found: readonly (readonly Power[])[];
}

function periodsOfSeries(
  data: OpenFrame,
  options: PeriodogramOptions,
  search: Search,
  method: Method,
): Found {
  const { groups, series } = readGroupedValues(data, options);
  const isGiven = options.from !== undefined || options.to !== undefined;
  if (method === METHODS["lomb-scargle"] && isGiven) checkDistances(series, search.periods);
  return { groups, found: series.map((values) => method(values, search)) };
}

/** Rejects a given range of periods if no group has values close enough for any of them. */
function checkDistances(series: readonly Values[], periods: readonly number[]): void {
  const shortest = series.reduce((least, { at }) => Math.min(least, shortestShown(at)), Infinity);
  if (shortest === Infinity || shortest <= periods.at(-1)!) return;
  const least = Math.round(10 * shortest / HOUR_US) / 10;
  throw new RangeError(
    `Cannot ${ACTION}: values are at least ${
      least / 2
    } h apart, so they show no period under ${least} h. ` +
      `Use finer data, or longer periods such as from: "${Math.ceil(least)}h", ` +
      `to: "${Math.ceil(10 * least)}h".`,
  );
}

/**
 * Returns the shortest period that values can show, twice their smallest distance (Nyquist).
 * Returns `Infinity` without two distinct times.
 */
function shortestShown(at: Float64Array): number {
  let least = Infinity;
  for (let i = 1; i < at.length; i++) {
    const apart = at[i]! - at[i - 1]!;
    if (apart > 0 && apart < least) least = apart;
  }
  return 2 * least;
}

function periodsOfEvents(
  data: OpenFrame,
  { time, by }: PeriodogramOptions,
  { periods, significance }: Search,
): Found {
  const { at, row } = readEventTimes(data, time);
  const groups = data.personGroups(by);
  const alpha = correctSignificance(significance, periods.length);
  checkWork(at.length * periods.length);
  const own = groups === undefined
    ? [at]
    : Array.from(groups.first, (_, group) => at.filter((_, i) => groups.codes[row[i]!] === group));
  return {
    groups,
    found: own.map((events) =>
      periods.map((period) => ({ period, ...rayleighPower(events, period, alpha) }))
    ),
  };
}

const NAMES: readonly PeriodogramMethod[] = ["lomb-scargle", "chi-square", "rayleigh"];
const NOISES: readonly PeriodogramNoise[] = ["red", "white"];
export const PERIODOGRAM_OPTIONS = optionNames<PeriodogramOptions>()(
  GROUPED_COLUMNS,
  "method from to step every tz significance noise",
);

const ACTION = "search for periods";

/** Searches the values of a group. */
type Method = (values: Values, search: Search) => Power[];

const METHODS: Readonly<Record<Exclude<PeriodogramMethod, "rayleigh">, Method>> = {
  "lomb-scargle": (values, { periods, significance, noise }) => {
    const shortest = values.at.length < 4 ? 0 : shortestShown(values.at);
    const shown = periods.filter((period) => period >= shortest);
    const alpha = correctSignificance(significance, shown.length);
    return [
      ...periods.slice(0, periods.length - shown.length)
        .map((period) => ({ period, ...unknown("values too far apart") })),
      ...lombScargle(values, shown, { noise, significance, alpha }, checkWork),
    ];
  },
  "chi-square": (values, { periods, every, significance, noise }) => {
    const length = every === undefined
      ? Math.max(5 * MINUTE_US, values.step)
      : periodMicros(every, ACTION);
    const folds = [...new Set(periods.map((period) => Math.round(period / length)))]
      .filter((fold) => fold >= 2);
    checkWork(folds.length * (values.span.last - values.span.first) / length);
    const { value: means } = binByClock(values, stopwatch(values.span.first), length);
    const alpha = correctSignificance(significance, folds.length);
    const found = folds.map((fold) => foldPower(means, fold));
    const strongest = folds.reduce((best, fold, i) => {
      const own = found[i]!, power = typeof own === "string" ? 0 : own.power / fold;
      return power > best.power ? { fold, power } : best;
    }, { fold: 0, power: 0 });
    const red = noise === "white" || strongest.fold === 0
      ? undefined
      : fitRedNoise(values, length, strongest.fold * length);
    return folds.map((fold, i) => {
      const own = found[i]!, period = fold * length;
      if (typeof own === "string") return { period, ...unknown(own) };
      if (red !== undefined && red.size < LEAST_INDEPENDENT) {
        return { period, ...unknown("slow drift", own.power) };
      }
      const white = { scale: 1, freedom: own.columns - 1 };
      const model = red === undefined ? white : redFold(red, own.n, own.columns);
      return { period, ...foldStrength(own.power, model, alpha) };
    });
  },
};

function correctSignificance(significance: number, periods: number): number {
  return -Math.expm1(Math.log1p(-significance) / Math.max(1, periods));
}

function checkWork(work: number): void {
  if (work <= MOST) return;
  throw new RangeError(
    `Cannot ${ACTION}: it would take ${Math.round(work / 1e9)} billion steps; ` +
      "resample the series first, or try fewer periods",
  );
}

function periodsOf({ from = "16h", to = "32h", step = "6m" }: PeriodogramOptions): number[] {
  const low = periodMicros(from, ACTION), high = periodMicros(to, ACTION);
  const by = periodMicros(step, ACTION);
  if (high < low) {
    throw new RangeError(`Cannot ${ACTION}: from ${from} is above to ${to}`);
  }
  return Array.from({ length: Math.floor((high - low) / by) + 1 }, (_, i) => low + i * by);
}
