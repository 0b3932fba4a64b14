// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";

export interface Percentile {
  /** From 0 to 100. */
  readonly percent: number;
  /** Name: `Median`, `90th percentile`. */
  readonly label: string;
}

/**
 * Returns the requested percentiles in ascending order, with their names.
 *
 * @throws {RangeError} if a percentile is not from 0 to 100
 */
export function percentiles(
  given: number | readonly number[] | undefined,
  action: string,
): Percentile[] {
  const all = given === undefined ? [] : typeof given === "number" ? [given] : given;
  const wrong = all.find((percent) => !(percent >= 0 && percent <= 100));
  if (wrong !== undefined) {
    throw new RangeError(`Cannot ${action}: percentile is ${wrong}, expected 0 to 100.`);
  }
  return [...new Set(all)].sort((a, b) => a - b).map((percent) => ({
    percent,
    label: percent === 50 ? "Median" : `${ordinal(percent)} percentile`,
  }));
}

/** `1st`, `22nd`, `13th`, `97.5th`. */
export function ordinal(value: number): string {
  const tens = Math.floor(value / 10) % 10;
  const ending = !Number.isInteger(value) || tens === 1
    ? "th"
    : ["th", "st", "nd", "rd"][value % 10] ?? "th";
  return `${value}${ending}`;
}

/** Returns a percentile of ascending values, interpolated linearly (the default of R, type 7). */
export function percentileOf(sorted: Float64Array, percent: number): number {
  return quantileSorted(sorted as unknown as number[], percent / 100)!; // any indexed list works
}
