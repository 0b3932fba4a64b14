import { digits, intervalEnds, spaced, unitText, wordsOf } from "./sentenceParts.ts";

/** Slope of a series, and the words of a sentence about it. */
export interface SentencedTrend {
  readonly name: string;
  readonly unit: string;
  /** Time that the slope counts, such as `month`. */
  readonly per: string;
  readonly slope: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** Reason for a missing slope. */
  readonly note: string | null;
  /** Number of days with a value, and the minimum. */
  readonly n: number;
  readonly least: number;
}

/** Describes a trend: `resting heart rate rises by 0.6 bpm per month (0.2 to 1)`. */
export function trendSentence(
  { name, unit, per, slope, low, high, note, n, least }: SentencedTrend,
): string {
  const what = spaced(name), of = unitText(unit), [greater, smaller] = wordsOf(unit);
  if (slope === undefined || low === undefined || high === undefined) {
    return note === "too few days"
      ? `too few days to tell a trend of ${what}: ${n} of at least ${least}`
      : note === "no variation"
      ? `${what} does not vary`
      : `the days cannot separate a trend of ${what} from weekdays`;
  }
  if (low > 0 || high < 0) {
    const [a, b] = [Math.abs(low), Math.abs(high)];
    const [near, far] = intervalEnds(Math.min(a, b), Math.max(a, b), digits);
    return `${what} ${slope > 0 ? "rises" : "falls"} by ${
      digits(Math.abs(slope))
    }${of} per ${per} (${near} to ${far})`;
  }
  return `no clear trend of ${what}: between ${digits(-low)}${of} ${smaller} and ${
    digits(high)
  }${of} ${greater} per ${per}`;
}
