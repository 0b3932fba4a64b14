// @ts-types="@types/d3-array"
import { bisectLeft } from "d3-array";
import { studentTail } from "../numerics/student.ts";
import { random } from "../numerics/random.ts";
import { fitTrend } from "./fitTrend.ts";
import { effectColumns } from "./sharedEffects.ts";

/** Run of days that differ from the days around them. */
export interface Episode {
  /** First step. */
  readonly start: number;
  /** Step after the last. */
  readonly end: number;
  /** Mean of its values. */
  readonly mean: number;
  /** Mean of the usual level on these days. */
  readonly usual: number;
  /** Probability of an episode like this anywhere in a record without episodes. */
  readonly p: number;
}

/** Days of a record, with their usual level and spread. */
export interface UsualDays {
  /** Value of each step; NaN if missing. */
  readonly value: Float64Array;
  /** Usual level on each step, with the effect of its weekday. */
  readonly level: Float64Array;
  /** Value minus usual level. */
  readonly rest: Float64Array;
  /** Spread of the runs of each length. */
  readonly scales: Scales;
  /** Distance of the level from the lower and the upper end of the band of 95 % of usual days. */
  readonly band: readonly [low: number, high: number];
}

/** Days before and after that define the usual level of a day. */
const AROUND = 28;

/** Minimum and maximum length of an episode. */
const SHORTEST = 2, LONGEST = 14;

/** Minimum length of a record, as a multiple of the length of an episode. */
const RECORD = 10;

/** Standard deviations per median distance from the median, of a normal distribution. */
const PER_MEDIAN = 1.4826;

/** Half the width of a band of 95 % in standard deviations. */
const Z95 = 1.96;

/**
 * Thresholds above which days are not normal: the skewness of quantiles, and the log ratio of a far
 * to a middle distance compared with the normal ratio. Both are multiplied by the square root of
 * the number of days.
 */
const SKEWED = 2, LONG_SIDED = 3;

/** Distance from the median that a tenth of normal days exceed, in median distances. */
const FAR = 1.64485 / 0.67449;

/** Number of simulated records, and their maximum length: of normal days, and of a record's own. */
const RECORDS = 200, MOST_DAYS = 550, MOST_OWN = 150;

/**
 * Finds runs of 2 to 14 days whose mean is unusual among all runs of that length.
 *
 * The usual level of a day is the median of the four weeks before and after it, without a straight
 * trend, plus the median effect of its weekday. So slow changes are not unusual. The mean
 * difference of a run is divided by the spread of all runs of the same length in the same direction
 * (from medians, so that episodes do not widen it). Runs of neighbouring days vary more than
 * independent days would, and so does their spread. The distribution of the largest quotient of a
 * record comes from simulated records of the same length and a similar autocorrelation. If days are
 * clearly skewed or have long tails, their extreme days follow each other more often, so a run also
 * has to be unusual on a scale on which the days are normal. An episode ends where days differ by
 * less than half of its mean.
 *
 * @param value Value of each step; NaN if missing.
 * @param weekday Day of the week of each step, from 1 to 7.
 */
export function findEpisodes(
  value: Float64Array,
  weekday: Uint8Array,
  confidence: number,
): { readonly episodes: Episode[]; readonly usual: UsualDays } {
  const { level, rest } = usualOf(value, weekday), scales = scalesOf(rest);
  const search = { slowness: slownessOf(value, weekday), chance: 1 - confidence };
  let found = runsOf(rest, scales, search);
  const other = found.length === 0 ? undefined : normalized(rest, found);
  if (other !== undefined) found = onBoth(found, runsOf(other, scalesOf(other), search));
  const episodes = found.map(({ start, end, p }) => ({ ...summary(value, level, start, end), p }));
  const [low, high] = scaleOf(rest) ?? [NaN, NaN];
  return {
    episodes: joined(episodes, rest).map((one) => ({
      ...summary(value, level, one.start, one.end),
      p: one.p,
    })),
    usual: { value, level, rest, scales, band: [Z95 * low, Z95 * high] },
  };
}

type Run = Pick<Episode, "start" | "end" | "p">;

/** Finds runs with an unusual mean, the most unusual one first. */
function runsOf(
  rest: Float64Array,
  scales: Scales,
  { slowness, chance }: { readonly slowness: number; readonly chance: number },
): Run[] {
  const count = rest.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : 1), 0);
  const tail = largestTail(rest.length, count, slowness);
  let ownTail: Tail | undefined;
  const left = rest.slice(), runs: Run[] = [];
  for (;;) {
    const best = largest(left, scales);
    if (best === undefined) break;
    let p = tail(best.z);
    if (p >= chance) break;
    ownTail ??= tailOfSpread(rest, slowness);
    p = Math.max(p, ownTail(best.z));
    if (p >= chance) break;
    const { start, end } = atHalfHeight(left, best);
    runs.push({ start, end, p });
    left.fill(NaN, Math.min(start, best.start), Math.max(end, best.end));
  }
  return runs;
}

/** Returns the runs that overlap a run of the other search, with the larger p value. */
function onBoth(runs: readonly Run[], others: readonly Run[]): Run[] {
  return runs.flatMap((run) => {
    const ps = others.filter((other) => other.start < run.end && other.end > run.start)
      .map(({ p }) => p);
    return ps.length === 0 ? [] : [{ ...run, p: Math.max(run.p, Math.min(...ps)) }];
  });
}

/**
 * Returns the days on a scale on which those outside the runs look normal: a shifted logarithm if
 * they are clearly skewed, and an inverse hyperbolic sine if both tails are long. Returns
 * `undefined` in other cases.
 */
function normalized(rest: Float64Array, runs: readonly Run[]): Float64Array | undefined {
  const isUsual = rest.map((one, i) =>
    Number.isNaN(one) || runs.some(({ start, end }) => i >= start && i < end) ? 0 : 1
  );
  const usual = (of: Float64Array): Float64Array => of.filter((_, i) => isUsual[i] === 1).sort();
  const even = evenSides(usual(rest)), one = even === undefined ? rest : rest.map(even);
  const short = shortSides(usual(one.map(Math.abs)));
  return short === undefined ? even && one : one.map(short);
}

/**
 * Returns the shifted logarithm after which the lowest and highest tenths are equally far from 0.
 */
function evenSides(usual: Float64Array): ((one: number) => number) | undefined {
  const n = usual.length, tenth = Math.floor(n / 10);
  const low = -usual[tenth]!, high = usual[n - 1 - tenth]!;
  const skew = (high - low) / (high + low);
  if (!(low > 0 && high > 0 && Math.abs(skew) > SKEWED / Math.sqrt(n))) return undefined;
  const short = Math.min(low, high), side = Math.sign(skew);
  const pull = 1 / short - 1 / Math.max(low, high);
  return (one) => {
    const own = side * one, held = Math.max(own, -short); // a straight line beyond the tenth
    return side * (Math.log1p(pull * held) / pull + (own - held) / (1 + pull * held));
  };
}

/** Returns the inverse hyperbolic sine after which a tenth is as far out as for normal values. */
function shortSides(distance: Float64Array): ((one: number) => number) | undefined {
  const n = distance.length, middle = median(distance), far = distance[n - 1 - Math.floor(n / 10)]!;
  if (!(middle > 0 && Math.log(far / middle / FAR) > LONG_SIDED / Math.sqrt(n))) return undefined;
  let low = 0, high = 1e6 / middle;
  for (let i = 0; i < 60; i++) {
    const pull = (low + high) / 2;
    if (Math.asinh(pull * far) > FAR * Math.asinh(pull * middle)) low = pull;
    else high = pull;
  }
  return (one) => Math.asinh(high * one) / high;
}

/** Compares a given run of days with all runs of its length. */
export function judgeRun(
  { value, level, rest, scales }: UsualDays,
  { start, end }: { readonly start: number; readonly end: number },
): Episode {
  const found = summary(value, level, start, end);
  const length = end - start, means = runMeans(rest, length), mean = meanOf(rest, start, end);
  const scale = scales[Math.min(length, longestOf(rest.length))] ?? scaleOf(means);
  const independent = means.filter((one) => !Number.isNaN(one)).length / length;
  const z = scale === undefined ? 0 : mean < 0 ? -mean / scale[0] : mean / scale[1];
  return { ...found, p: studentTail(z, Math.max(3, independent - 1)) };
}

function longestOf(n: number): number {
  return Math.max(SHORTEST, Math.min(LONGEST, Math.floor(n / RECORD)));
}

/** Moves both ends of a run to where days differ by half of its mean. */
function atHalfHeight(
  rest: Float64Array,
  { start: from, end: to }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const mean = meanOf(rest, from, to), half = Math.abs(mean) / 2;
  const isHigh = (i: number): boolean => rest[i]! * Math.sign(mean) >= half;
  let start = from, end = to;
  while (isHigh(start - 1) && end - start < LONGEST) start--;
  while (isHigh(end) && end - start < LONGEST) end++;
  while (end - start > SHORTEST && !isHigh(start)) start++;
  while (end - start > SHORTEST && !isHigh(end - 1)) end--;
  return { start, end };
}

/** Joins episodes in the same direction that touch, or are one day apart. */
function joined(episodes: readonly Episode[], rest: Float64Array): Episode[] {
  const sign = ({ start, end }: Episode): number => Math.sign(meanOf(rest, start, end));
  return episodes.toSorted((a, b) => a.start - b.start).reduce<Episode[]>((all, one) => {
    const last = all.at(-1);
    if (last === undefined || one.start - last.end > 1 || sign(last) !== sign(one)) {
      return [...all, one];
    }
    return [...all.slice(0, -1), { ...last, end: one.end, p: Math.min(last.p, one.p) }];
  }, []);
}

function summary(
  value: Float64Array,
  level: Float64Array,
  start: number,
  end: number,
): Omit<Episode, "p"> {
  const known = level.map((one, i) => value[i] === value[i] ? one : NaN);
  return { start, end, mean: meanOf(value, start, end), usual: meanOf(known, start, end) };
}

function meanOf(values: Float64Array, start: number, end: number): number {
  let sum = 0, count = 0;
  for (const value of values.subarray(start, end)) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** Returns the usual level of each step, and the rest. */
function usualOf(
  value: Float64Array,
  weekday: Uint8Array,
): { readonly level: Float64Array; readonly rest: Float64Array } {
  const line = resistantLine(value);
  const level = runningMedian(value.map((one, i) => one - line[i]!), AROUND)
    .map((one, i) => one + line[i]!);
  const rest = value.map((one, i) => one - level[i]!);
  const middle = Array.from(
    { length: 8 },
    (_, day) => median(rest.filter((one, i) => weekday[i] === day && !Number.isNaN(one)).sort()),
  );
  const centre = median(Float64Array.from(middle.filter((one) => !Number.isNaN(one))).sort());
  const effect = middle.map((one) => Number.isNaN(one) ? 0 : one - centre);
  for (let i = 0; i < value.length; i++) {
    const own = effect[weekday[i]!]!;
    level[i]! += own;
    rest[i]! -= own;
  }
  return { level, rest };
}

/** Line through the medians of the first and the last third (Tukey 1977), so that ends are level. */
function resistantLine(value: Float64Array): Float64Array {
  const at = value.map((one, i) => Number.isNaN(one) ? NaN : i).filter((i) => !Number.isNaN(i));
  const known = value.filter((one) => !Number.isNaN(one)), third = Math.floor(known.length / 3);
  const rise = (of: Float64Array): number =>
    median(of.slice(-third).sort()) - median(of.slice(0, third).sort());
  const run = rise(at), slope = third < 2 || run === 0 ? 0 : rise(known) / run;
  return value.map((_, i) => slope * i);
}

/** Median of the known values within a distance of each step; NaN without any. */
function runningMedian(value: Float64Array, around: number): Float64Array {
  const n = value.length, sorted: number[] = [], found = new Float64Array(n);
  for (let i = -around; i < n; i++) {
    const next = value[i + around], past = value[i - around - 1];
    if (next !== undefined && !Number.isNaN(next)) sorted.splice(bisectLeft(sorted, next), 0, next);
    if (past !== undefined && !Number.isNaN(past)) sorted.splice(bisectLeft(sorted, past), 1);
    if (i >= 0) found[i] = median(sorted);
  }
  return found;
}

function median(sorted: ArrayLike<number>): number {
  const n = sorted.length, half = n >> 1;
  if (n === 0) return NaN;
  return n % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Mean of each run of a length, by its first step; NaN if half of its days or more are missing. */
function runMeans(rest: Float64Array, length: number): Float64Array {
  const n = rest.length, means = new Float64Array(Math.max(0, n - length + 1));
  let sum = 0, count = 0;
  for (let i = 0; i < n; i++) {
    const own = rest[i]!, past = rest[i - length];
    if (!Number.isNaN(own)) {
      sum += own;
      count++;
    }
    if (past !== undefined && !Number.isNaN(past)) {
      sum -= past;
      count--;
    }
    if (i >= length - 1) {
      const isKnown = 2 * count > length && !Number.isNaN(rest[i - length + 1]!) &&
        !Number.isNaN(own);
      means[i - length + 1] = isKnown ? sum / count : NaN;
    }
  }
  return means;
}

/** Spread below and above 0, from medians; undefined without any. */
function scaleOf(means: Float64Array): readonly [number, number] | undefined {
  const known = means.filter((one) => !Number.isNaN(one)).sort();
  const below = known.filter((one) => one <= 0).map((one) => -one).reverse();
  const above = known.filter((one) => one >= 0);
  const low = PER_MEDIAN * median(below), high = PER_MEDIAN * median(above);
  return low > 0 && high > 0 ? [low, high] : undefined;
}

type Scales = readonly (readonly [number, number] | undefined)[];

/**
 * Spread of the runs of each length, below and above the usual level.
 *
 * Long runs are few and overlap, so their spread is uncertain: it is smoothed over the lengths. The
 * wider side of a skewed measure, such as steps, has a larger spread.
 */
function scalesOf(rest: Float64Array): Scales {
  const lengths = Array.from({ length: longestOf(rest.length) }, (_, i) => i + 1);
  const spreads = lengths.map((length) => spreadOf(runMeans(rest, length)));
  const smooth = smoothed(lengths.map(Math.log), spreads.map(Math.log), lengths.map((l) => 1 / l));
  const sides = scaleOf(rest) ?? [1, 1];
  const [low, high] = sides.map((side) => Math.max(1, side / spreads[0]!)) as [number, number];
  return [
    undefined,
    ...smooth.map((log, i) => {
      const one = Math.exp(log);
      return i + 1 < SHORTEST || !Number.isFinite(one)
        ? undefined
        : [one * low, one * high] as const;
    }),
  ];
}

/** Spread around 0, from the median distance; NaN without any. */
function spreadOf(means: Float64Array): number {
  const known = means.filter((one) => !Number.isNaN(one)).map(Math.abs).sort();
  return PER_MEDIAN * median(known);
}

/** Returns the values of a weighted regression line. */
function smoothed(x: readonly number[], y: readonly number[], weight: readonly number[]): number[] {
  const total = weight.reduce((sum, one) => sum + one, 0);
  const mean = (of: readonly number[]): number =>
    of.reduce((sum, one, i) => sum + weight[i]! * one, 0) / total;
  const centreX = mean(x), centreY = mean(y);
  const slope = mean(x.map((one, i) => (one - centreX) * (y[i]! - centreY))) /
    mean(x.map((one) => (one - centreX) ** 2));
  return x.map((one) => centreY + slope * (one - centreX));
}

/** The run with the largest quotient; undefined without any. */
function largest(
  rest: Float64Array,
  scales: Scales,
): { readonly z: number; readonly start: number; readonly end: number } | undefined {
  let z = 0, start = 0, end = 0;
  scales.forEach((scale, length) => {
    if (scale === undefined) return;
    runMeans(rest, length).forEach((mean, at) => {
      const own = mean < 0 ? -mean / scale[0] : mean / scale[1];
      if (!(own > z)) return;
      z = own;
      start = at;
      end = at + length;
    });
  });
  return z > 0 ? { z, start, end } : undefined;
}

/** Probability that the largest quotient of a record without episodes exceeds a number. */
type Tail = (z: number) => number;

/** Distributions of normal records by length, share of missing values and autocorrelation. */
const LARGEST = new Map<string, Tail>();

/** Autocorrelations of simulated records: a usual one, and one of a record that drifts slowly. */
const USUAL = 0.5, SLOW = 0.95;

/**
 * Estimated autocorrelation from which a record counts as slow. Less than `SLOW`, because the estimate
 * of a few months is too small on average.
 */
const LOOKS_SLOW = 0.85;

/** Returns how slowly a record drifts: 0 up to an autocorrelation of 0.5, 1 for a slow drift. */
function slownessOf(value: Float64Array, weekday: Uint8Array): number {
  const at = Int32Array.from(value.keys()).filter((i) => !Number.isNaN(value[i]));
  const known = value.filter((one) => !Number.isNaN(one)), rows = at.length;
  const days = { at, weekday: Uint8Array.from(at, (i) => weekday[i]!), rows };
  const fit = fitTrend({ at, value: known }, effectColumns("weekday", days), 0.95);
  const share = ((fit?.autocorrelation ?? 0) - USUAL) / (LOOKS_SLOW - USUAL);
  return Math.max(0, Math.min(1, share));
}

/**
 * Returns the tail of the largest quotient of normal records without episodes, between simulated
 * records with the usual and with the slow autocorrelation.
 */
function largestTail(n: number, count: number, slowness: number): Tail {
  const days = Math.min(n, MOST_DAYS), missing = Math.round(10 * (1 - count / n)) / 10;
  return between(n / days, slowness, (phi) => {
    const key = `${days} ${missing} ${phi}`;
    const known = LARGEST.get(key) ?? gumbel(simulate(days, missing, phi, normal));
    LARGEST.set(key, known);
    return known;
  });
}

/**
 * Returns the same tail for records that have the spread of this record: rare extreme days, or a long
 * side. By chance, such days follow each other more often than normal ones.
 */
function tailOfSpread(rest: Float64Array, slowness: number): Tail {
  const days = Math.min(rest.length, MOST_OWN), steps = stepsOf(rest);
  const missing = rest.filter(Number.isNaN).length / rest.length;
  const draw = (next: () => number): number => steps[Math.floor(next() * steps.length)]!;
  return between(
    rest.length / days,
    slowness,
    (phi) => empirical(simulate(days, missing, phi, draw)),
  );
}

/** Returns a tail between two simulated ones, for a record a number of times as long. */
function between(times: number, slowness: number, of: (phi: number) => Tail): Tail {
  const usual = of(USUAL), slow = slowness > 0 ? of(SLOW) : usual;
  return (z) => 1 - (1 - usual(z) * (1 - slowness) - slowness * slow(z)) ** times;
}

/** Returns the part of each day that the day before does not explain. */
function stepsOf(rest: Float64Array): Float64Array {
  let cross = 0, squares = 0;
  let before = NaN;
  for (const one of rest) {
    const product = one * before;
    if (!Number.isNaN(product)) {
      cross += product;
      squares += before ** 2;
    }
    before = one;
  }
  const phi = squares > 0 ? Math.max(0, Math.min(SLOW, cross / squares)) : 0;
  const steps = rest.map((one, i) => {
    const before = rest[i - 1] ?? NaN;
    return one - phi * (Number.isNaN(before) ? 0 : before);
  }).filter((one) => !Number.isNaN(one));
  const mean = steps.reduce((sum, one) => sum + one, 0) / steps.length;
  return steps.map((one) => one - mean);
}

const normal = (next: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Returns the largest quotient of each of some simulated records. */
function simulate(
  n: number,
  missing: number,
  phi: number,
  draw: (next: () => number) => number,
): Float64Array {
  const next = random(n), weekday = Uint8Array.from({ length: n }, (_, i) => i % 7 + 1);
  return Float64Array.from({ length: RECORDS }, () => {
    const value = new Float64Array(n);
    let before = draw(next);
    for (let i = 0; i < n; i++) {
      before = phi * before + Math.sqrt(1 - phi * phi) * draw(next);
      value[i] = next() < missing ? NaN : before;
    }
    const { rest } = usualOf(value, weekday);
    return largest(rest, scalesOf(rest))?.z ?? 0;
  });
}

/** Returns the tail of a Gumbel distribution with the moments of some values. */
function gumbel(values: Float64Array): Tail {
  const mean = values.reduce((sum, one) => sum + one, 0) / RECORDS;
  const spread = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / RECORDS);
  const scale = spread * Math.sqrt(6) / Math.PI, place = mean - 0.5772156649 * scale;
  return (z) => -Math.expm1(-Math.exp(-(z - place) / scale));
}

/**
 * Returns the tail of some values; above nine tenths of them it falls exponentially in the logarithm
 * (Hill 1975), because extreme values have no common form.
 */
function empirical(values: Float64Array): Tail {
  const sorted = values.toSorted(), n = sorted.length, k = Math.ceil(n / 10);
  const from = sorted[n - k]!;
  const logs = sorted.subarray(n - k + 1).reduce((sum, one) => sum + Math.log(one / from), 0);
  const hill = Math.max(1e-9, logs / (k - 1));
  return (z) =>
    z <= from
      ? 1 - sorted.findIndex((one) => one >= z) / n
      : k / n * Math.exp(-Math.log(z / from) / hill);
}
