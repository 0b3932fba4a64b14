import {
  COUNTS,
  differenceUnit,
  digits,
  intervalEnds,
  spaced,
  unitText,
  wordsOf,
} from "./sentenceParts.ts";

/** Slope of a pair of columns, with the other parts of a sentence about it. */
export interface SentencedSlope {
  readonly a: string;
  readonly b: string;
  readonly lag: number;
  /** Length of a step of the lag. */
  readonly every: string;
  readonly slope: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
  /** Corrected p value; NaN if it is unknown. */
  readonly p: number;
  readonly units: Readonly<Record<string, string>>;
  /** `true` if `a` only has the values 0 and 1. */
  readonly isFlag: boolean;
}

/** Sentences of pairs without a slope to state. */
export const TOO_FEW = "too few rows to tell", NO_RELATION = "no clear relation";

/** Beginnings of sentences about pairs without a coefficient. */
export const UNVARIED = "no variation", INSEPARABLE = "not separable";

/** Largest number of units of `a` for which a change of `b` is given. */
const MOST = 1_000_000;

/**
 * Describes a slope: `12 min less rem per drink, the day after (3 to 21 min less)`. Small slopes are given
 * per 10, 100 or more units of `a`, so that they have a digit before the point. The sentence follows the
 * corrected p value: `no clear relation` if it is 0.05 or more, `too few rows to tell` if it is unknown.
 */
export function slopeSentence(
  { a, b, lag, every, slope, slopeLow, slopeHigh, p, units, isFlag }: SentencedSlope,
): string {
  if (Number.isNaN(p) || Number.isNaN(slopeLow)) return TOO_FEW;
  if (p >= 0.05 || slopeLow * slopeHigh <= 0) return NO_RELATION;
  let factor = 1;
  while (!isFlag && Math.abs(slope) * factor < 1 && factor < MOST) factor *= 10;
  const unit = unitText(units[b]);
  const word = wordsOf(units[b] ?? "1")[slope > 0 ? 0 : 1];
  const ends = [slopeLow, slopeHigh].map((bound) => Math.abs(bound) * factor);
  const [near, far] = intervalEnds(Math.min(...ends), Math.max(...ends), digits);
  return `${digits(Math.abs(slope) * factor)}${unit} ${word} ${spaced(b)} ${
    isFlag ? `with ${spaced(a)}` : `per ${perText(factor, a, units[a])}`
  }${laterText(lag, every)} (${near} to ${far}${unit} ${word})`;
}

function perText(factor: number, name: string, unit: string | undefined): string {
  const count = factor === 1 ? "" : `${factor.toLocaleString("en-US")} `;
  return unit === undefined || COUNTS.includes(unit) || unit === name
    ? `${count}${spaced(name)}`
    : `${count}${differenceUnit(unit)} of ${spaced(name)}`;
}

function laterText(lag: number, every: string): string {
  if (lag === 0) return "";
  if (every !== "1d") return lag === 1 ? `, ${every} later` : `, ${lag} times ${every} later`;
  return lag === 1 ? ", the day after" : `, ${lag} days later`;
}
