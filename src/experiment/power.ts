import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { recordMade } from "../frame/cite/made.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { fitMixed, type PersonValues } from "../series/describe/mixedModel.ts";
import { normalQuantile } from "../series/numerics/chiSquare.ts";
import { random } from "../series/numerics/random.ts";

/** Options of {@linkcode power}. */
export interface PowerOptions {
  /** Number of people. */
  people: number;
  /**
   * Predictor for each measurement of a person: `[0, 1]` for one value in each of two conditions,
   * `[0, 0, 0, 1, 1, 1]` for three nights in each, `[0, 1, 2, 3]` for four weeks.
   */
  x: readonly number[];
  /** True change of the outcome per unit of `x`, such as the difference of two conditions. */
  effect: number;
  /** Standard deviation of the measurements around a person's line. */
  residualSD: number;
  /** Standard deviation of people's levels. @default residualSD */
  levelSD?: number;
  /** Standard deviation of the effect between people. @default 0 */
  slopeSD?: number;
  /** Share of measurements that are missing at random, at least 0 and below 1. @default 0 */
  missing?: number;
  /** Significance level of the test. @default 0.05 */
  significance?: number;
  /** Number of simulated studies. @default 1000 */
  simulations?: number;
  /** Seed of the random numbers. @default 1 */
  seed?: number;
  /** Confidence level of the interval of the power. @default 0.95 */
  confidence?: number;
}

/** Name of a statistic of a power analysis. */
export type PowerStatistic = "power" | "power_low" | "power_high" | "exaggeration";

const ACTION = "simulate the power of a study";

const OPTIONS = optionNames<PowerOptions>()(
  "people x effect residualSD levelSD slopeSD missing significance simulations seed confidence",
);

/**
 * Simulates how often a study with several people finds an effect (Johnson et al. 2015, doi
 * 10.1111/2041-210X.12306). It draws people and their measurements, fits `series.mixed` (with
 * random slopes if `slopeSD` is above 0), and counts the p values below `significance`.
 *
 * | name | value |
 * |---|---|
 * | `power` | share of simulated studies that find the effect; with `effect: 0`, the share of false alarms |
 * | `power_low`, `power_high` | interval of this share, which depends on the number of simulations (Wilson 1927) |
 * | `exaggeration` | mean size of the effect in the studies that find it, as a multiple of the true one (Gelman and Carlin 2014, doi 10.1177/1745691614551642) |
 *
 * The levels, effects and errors of people are normal and independent of each other. Take the
 * standard deviations from a pilot study analysed with `series.mixed`. For `effect`, pass the
 * smallest effect that is worth finding, not the one that the pilot study found.
 *
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame` is a
 * long frame: `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64` (share of simulated
 * studies with a fit), `n` `i64` (simulated studies), `note` `str`, the reason for a null.
 * @throws {TypeError} if an option is missing
 * @throws {RangeError} if an option is invalid
 *
 * @example Ten people, three nights with and three without a drug that adds 20 minutes
 * ```ts
 * import { experiment } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const { power } = experiment.power({
 *   people: 10,
 *   x: [0, 0, 0, 1, 1, 1],
 *   effect: 20,
 *   residualSD: 30,
 *   simulations: 200,
 * });
 * assert(power! > 0.55 && power! < 0.85);
 * ```
 */
export function power(options: PowerOptions): Statistics<PowerStatistic> {
  const found = toFrame(simulate(readSettings(options)));
  recordMade(found, "experiment.power", options);
  return statistics<PowerStatistic>("a power analysis", found);
}

type Settings = Required<PowerOptions>;

function readSettings(options: PowerOptions): Settings {
  checkOptions(ACTION, options, OPTIONS, "people, x, effect and residualSD");
  const { people, x, effect, residualSD, levelSD = residualSD, slopeSD = 0 } = options;
  const { missing = 0, significance = 0.05 } = options;
  const { simulations = 1000, seed = 1, confidence = 0.95 } = options;
  const must = (name: string, isRight: boolean, value: unknown, expected: string): void => {
    if (isRight) return;
    throw new RangeError(
      `Cannot ${ACTION}: ${name} is ${describeValue(value)}, expected ${expected}`,
    );
  };
  const isGroup = Number.isInteger(people) && people >= 2 && people <= 100_000;
  must("people", isGroup, people, "an integer from 2 to 100,000");
  must(
    "x",
    Array.isArray(x) && x.length <= 10_000 && x.every(Number.isFinite) && new Set(x).size > 1,
    x,
    "at least two different numbers",
  );
  must("effect", Number.isFinite(effect), effect, "a number");
  const spreads = { residualSD, levelSD, slopeSD };
  for (const [name, value] of Object.entries(spreads)) {
    must(name, Number.isFinite(value) && value >= 0, value, "a number of at least 0");
  }
  must("residualSD", residualSD > 0, residualSD, "a number above 0");
  must("missing", missing >= 0 && missing < 1, missing, "a number from 0 to below 1");
  must(
    "significance",
    significance > 0 && significance < 1,
    significance,
    "a number between 0 and 1",
  );
  must("confidence", confidence > 0 && confidence < 1, confidence, "a number between 0 and 1");
  const isCount = Number.isInteger(simulations) && simulations >= 100 && simulations <= 1e6;
  must("simulations", isCount, simulations, "an integer from 100 to 1,000,000");
  must("seed", Number.isInteger(seed), seed, "an integer");
  return { people, x, effect, ...spreads, missing, significance, simulations, seed, confidence };
}

/** Simulates studies. */
function simulate(settings: Settings): Columns {
  const { effect, slopeSD, significance, simulations, confidence } = settings;
  const next = random(settings.seed);
  let fits = 0, finds = 0, sizes = 0;
  for (let study = 0; study < simulations; study++) {
    const values = drawStudy(settings, next);
    const slope = fitMixed(values, slopeSD > 0, 1 - significance)?.slope;
    if (slope === undefined) continue;
    fits++;
    if (!(slope.p < significance)) continue;
    finds++;
    sizes += Math.abs(slope.value);
  }
  const [low, high] = wilson(finds, simulations, confidence);
  const isExaggerated = finds > 0 && effect !== 0;
  const rows = ([
    ["power", finds / simulations],
    ["power_low", low],
    ["power_high", high],
    ["exaggeration", isExaggerated ? sizes / finds / Math.abs(effect) : null],
  ] as const).map(([name, value]) => ({
    name,
    value,
    unit: "1",
    coverage: fits / simulations,
    n: simulations,
  }));
  const reason = effect === 0 ? "the effect is 0" : "no study finds the effect";
  return {
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ value }) => value === null ? reason : null)),
  };
}

/** Draws the measurements of a study, and leaves out people without a measurement. */
function drawStudy(
  { people, x, effect, levelSD, slopeSD, residualSD, missing }: Settings,
  next: () => number,
): PersonValues[] {
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return Array.from({ length: people }, () => {
    const level = levelSD * normal(), slope = effect + slopeSD * normal();
    const own = missing === 0 ? x : x.filter(() => next() >= missing);
    const y = own.map((one) => level + slope * one + residualSD * normal());
    return { x: Float64Array.from(own), y: Float64Array.from(y) };
  }).filter(({ x }) => x.length > 0);
}

/** Returns Wilson's interval for a share. */
function wilson(count: number, n: number, confidence: number): [number, number] {
  const z = normalQuantile((1 + confidence) / 2), share = count / n;
  const middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const half = z / (1 + z * z / n) * Math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
