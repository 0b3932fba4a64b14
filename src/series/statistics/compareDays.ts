import { learnAutocorrelation } from "./learnAutocorrelation.ts";
import type { SteppedDays } from "./readGroups.ts";
import { effectColumns, type SharedEffect } from "./sharedEffects.ts";
import {
  fitTimed,
  judgeTimed,
  LEAST_BOTH,
  LEAST_EACH,
  type TimedDifference,
  type TimedFit,
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

/** From this share of the groups that an effect explains, it cannot be separated from their difference. */
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
 * Compares pairs of groups of days: the one function that decides whether something changed. Comparisons,
 * the report, the digest and the sentences under charts all use it.
 *
 * Several pairs are the measures of one page: each interval has the confidence
 * `confidence ** (1 / pairs)`, so that all of them hold together, however the measures depend on each
 * other (Šidák 1967, doi:10.1080/01621459.1967.10482935). A measure learns about its autocorrelation from
 * the other measures what its own days cannot tell.
 */
export function compareDays(
  pairs: readonly DayPair[],
  { partial, confidence = 0.95 }: CompareDaysOptions = {},
): ComparedDays[] {
  const fits = pairs.map(([a, b]) => fitDays(a, b, partial));
  const known = fits.flatMap(({ fit }) => fit === undefined ? [] : [fit]);
  const learned = learnAutocorrelation(known), each = confidence ** (1 / Math.max(1, known.length));
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
    : value.every((one) => one === value[0])
    ? "no variation"
    : "not separable";
  return { fit, note, removed: effects.map(({ name }) => name) };
}

/** Share of the variance of group membership that an effect explains. */
function shareExplained(
  group: Uint8Array,
  name: SharedEffect,
  [trend]: readonly Float64Array[],
  weekday: Uint8Array,
): number {
  const n = group.length, mean = group.reduce((sum, one) => sum + one, 0) / n;
  if (name === "trend") {
    const centre = trend!.reduce((sum, one) => sum + one, 0) / n;
    let both = 0, own = 0;
    for (let i = 0; i < n; i++) {
      both += (trend![i]! - centre) * group[i]!;
      own += (trend![i]! - centre) ** 2;
    }
    return both * both / own / (n * mean * (1 - mean));
  }
  const sums = new Float64Array(8), counts = new Float64Array(8);
  for (let i = 0; i < n; i++) {
    sums[weekday[i]!]! += group[i]!;
    counts[weekday[i]!]!++;
  }
  let between = 0;
  for (let day = 1; day < 8; day++) {
    if (counts[day]! > 0) between += counts[day]! * (sums[day]! / counts[day]! - mean) ** 2;
  }
  return between / (n * mean * (1 - mean));
}
