import { dot } from "../numerics/orthogonal.ts";
import { PHI, sharesOf } from "./errorModels.ts";
import type { SteppedDays } from "./readGroups.ts";
import { effectColumns, type SharedEffect } from "./sharedEffects.ts";
import {
  autocorrelationEvidence,
  fitTimed,
  judgeTimed,
  LEAST_BOTH,
  LEAST_EACH,
  NOISE_MASS,
  type TimedDifference,
  type TimedFit,
  type TimedPrior,
} from "./timedDifference.ts";

/** Answer to "did it change?" for two groups of days. */
export interface ComparedDays {
  /** Difference with interval and p value; undefined if the days cannot tell. */
  readonly found: TimedDifference | undefined;
  /** Reason why the days cannot tell; null if they can. */
  readonly note: "too few days" | "not separable" | "no variation" | null;
  /** Effects that were removed. */
  readonly removed: readonly SharedEffect[];
}

/** Share of the group membership from which an effect cannot be separated from the difference. */
const INSEPARABLE = 0.5;

/** Two groups of days to compare. */
export type DayPair = readonly [a: SteppedDays, b: SteppedDays];

/** Options of {@linkcode compareDays}. */
export interface CompareDaysOptions {
  /**
   * Effects to remove. @default effects that explain less than half of group membership: a trend if
   * conditions alternate, weekdays if weeks are complete
   */
  readonly partial?: readonly SharedEffect[] | undefined;
  /** Confidence of the intervals of all pairs together. @default 0.95 */
  readonly confidence?: number;
}

/**
 * Compares pairs of groups of days: the one function that decides whether something changed.
 * Comparisons, the report, the digest and the sentences under charts all use it.
 *
 * Several pairs are the measures of one page: each interval has the confidence `confidence ** (1 /
 * pairs)`, so that all of them hold together, however the measures depend on each other (Šidák
 * 1967, doi:10.1080/01621459.1967.10482935). A measure learns from the other measures what its own
 * days cannot show about its autocorrelation and noise.
 */
export function compareDays(
  pairs: readonly DayPair[],
  { partial, confidence = 0.95 }: CompareDaysOptions = {},
): ComparedDays[] {
  const fits = pairs.map(([a, b]) => fitDays(a, b, partial));
  const known = fits.flatMap(({ fit }) => fit === undefined ? [] : [fit]);
  const learned = learnPriors(known), each = confidence ** (1 / Math.max(1, known.length));
  return fits.map(({ fit, ...rest }) => ({
    ...rest,
    found: fit && judgeTimed(fit, each, learned[known.indexOf(fit)]),
  }));
}

function fitDays(
  a: SteppedDays,
  b: SteppedDays,
  partial: readonly SharedEffect[] | undefined,
): Pick<ComparedDays, "note" | "removed"> & { readonly fit: TimedFit | undefined } {
  const least = Math.min(a.value.length, b.value.length);
  if (least < LEAST_EACH || a.value.length + b.value.length < LEAST_BOTH) {
    return { fit: undefined, note: "too few days", removed: [] };
  }
  const rows = [a, b].flatMap(({ at, value, weekday }, group) =>
    Array.from(value, (one, i) => ({ at: at[i]!, value: one, weekday: weekday[i]!, group }))
  ).sort((one, other) => one.at - other.at);
  const at = Int32Array.from(rows, (row) => row.at);
  const group = Uint8Array.from(rows, (row) => row.group);
  const days = { at, weekday: Uint8Array.from(rows, (row) => row.weekday), rows: least };
  const effects = (partial ?? ["trend", "weekday"]).map((name) => ({
    name,
    columns: effectColumns(name, days),
  })).filter(({ name, columns }) =>
    columns.length > 0 &&
    (partial !== undefined || shareExplained(group, name, columns, days.weekday) < INSEPARABLE)
  );
  const value = Float64Array.from(rows, (row) => row.value);
  const fit = fitTimed({ at, value, group }, effects.flatMap(({ columns }) => columns));
  const note = fit !== undefined
    ? null
    : value.every((one, i) => one === value[group.indexOf(group[i]!)])
    ? "no variation"
    : "not separable";
  return { fit, note, removed: effects.map(({ name }) => name) };
}

/** Share of the variance of group membership that an effect explains. */
function shareExplained(
  group: Uint8Array,
  name: SharedEffect,
  [trend = new Float64Array()]: readonly Float64Array[],
  weekday: Uint8Array,
): number {
  const n = group.length, mean = group.reduce((sum, one) => sum + one, 0) / n;
  if (name === "trend") {
    const centre = trend.reduce((sum, one) => sum + one, 0) / n;
    const off = trend.map((one) => one - centre);
    const both = dot(off, Float64Array.from(group)), own = dot(off, off);
    return both * both / own / (n * mean * (1 - mean));
  }
  const sums = new Float64Array(8), counts = new Float64Array(8);
  for (const [i, day] of weekday.entries()) {
    sums[day]! += group[i]!;
    counts[day]!++;
  }
  let between = 0;
  for (let day = 1; day < 8; day++) {
    const count = counts[day]!;
    if (count > 0) between += count * (sums[day]! / count - mean) ** 2;
  }
  return between / (n * mean * (1 - mean));
}

/**
 * Typical distances of a measure's autocorrelation from the center of its page (inverse hyperbolic
 * tangent), and their prior odds. Measures of one page are assumed to be alike unless their days contradict
 * it. The odds were chosen by simulation: pages whose measures are alike, a little different and very
 * different have a mark in at most 5 % if nothing changed.
 */
const MODELS = [{ apart: 0.05, odds: 30 }, { apart: 0.2, odds: 1 }, { apart: 0.8, odds: 1 }];

/** Share of measures that are unlike the others of their page. */
const UNLIKE = 0.02;

/** Returns the prior of each measure, learned from the other measures of its page. */
function learnPriors(fits: readonly TimedFit[]): TimedPrior[] {
  const noise = fits.length < 2 ? fits.map(() => NOISE_MASS) : learnNoise(fits);
  return learnAutocorrelation(fits).map((autocorrelations, i) => ({
    autocorrelations,
    noise: noise[i]!,
  }));
}

/**
 * Factor of the prior mass of measures without noise on a page: days that look like noise in all
 * measures are rarer than in one.
 */
const NOISELESS = 30;

/**
 * Returns the prior mass of each measure's kind of noise: the measures of a page have the same, but
 * for a few that are unlike the others.
 */
function learnNoise(fits: readonly TimedFit[]): (readonly number[])[] {
  const logs = fits.map(({ noise }) => {
    const alone = noise.reduce((sum, { evidence }, k) => sum + evidence * NOISE_MASS[k]!, 0);
    return noise.map(({ evidence }) => Math.log((1 - UNLIKE) * evidence + UNLIKE * alone));
  });
  return fits.map((_, own) => {
    const all = NOISE_MASS.map((mass, k) =>
      logs.reduce(
        (sum, one, other) => other === own ? sum : sum + one[k]!,
        Math.log(k === 0 ? NOISELESS * mass : mass),
      )
    );
    return sharesOf(all).map((share, k) => (1 - UNLIKE) * share + UNLIKE * NOISE_MASS[k]!);
  });
}

/**
 * Returns the prior mass of each measure's autocorrelation, learned from the other measures of its
 * page. The only measure of a page has its usual prior.
 *
 * The autocorrelations of a page vary around a center. How far is unknown, so that center and
 * distance are integrated over, weighted by the likelihood of all other measures (a hierarchical
 * model, Gelman et al. 2013, chapter 5).
 */
function learnAutocorrelation(fits: readonly TimedFit[]): (readonly number[])[] {
  if (fits.length < 2) return fits.map(({ prior }) => prior);
  const usual = PHI.map((_, i) => fits.reduce((sum, { prior }) => sum + prior[i]!, 0));
  const centers = MODELS.flatMap(({ apart, odds }) =>
    PHI.map((center, i) => ({ log: Math.log(odds * usual[i]!), mass: massAround(center, apart) }))
  );
  const priors = fits.map(({ prior }) =>
    centers.map(({ mass }) => mass.map((one, i) => (1 - UNLIKE) * one + UNLIKE * prior[i]!))
  );
  const logs = priors.map((own, i) =>
    own.map((prior) => Math.log(autocorrelationEvidence(fits[i]!, prior)))
  );
  return priors.map((priors, own) => {
    const others = centers.map(({ log }, i) =>
      logs.reduce((sum, one, other) => other === own ? sum : sum + one[i]!, log)
    );
    const most = Math.max(...others), weights = others.map((log) => Math.exp(log - most));
    return PHI.map((_, phi) =>
      priors.reduce((sum, prior, i) => sum + weights[i]! * prior[phi]!, 0)
    );
  });
}

/** Returns the mass of a normal distribution on the inverse hyperbolic tangents of `PHI`. */
function massAround(center: number, apart: number): number[] {
  let lower = 0;
  const mass = PHI.map((phi, i) => {
    const next = PHI[i + 1], upper = next === undefined ? LAST : Math.atanh((phi + next) / 2);
    const width = upper - lower;
    lower = upper;
    const distance = (Math.atanh(phi) - Math.atanh(center)) / apart;
    return width * Math.exp(-0.5 * distance * distance);
  });
  const total = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / total);
}

/** Upper end of the last autocorrelation in `PHI`. */
const LAST = Math.atanh(0.993);
