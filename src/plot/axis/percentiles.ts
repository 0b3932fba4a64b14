// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";
import { say } from "../../words/language.ts";

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
    throw new RangeError(`Cannot ${action}: percentile is ${wrong}, expected 0 to 100`);
  }
  return [...new Set(all)].sort((a, b) => a - b).map((percent) => ({
    percent,
    label: percent === 50 ? say("Median") : percentileName(percent),
  }));
}

/** `1st percentile`, `22nd percentile`, `13th percentile`, `97.5th percentile` */
export function percentileName(n: number): string {
  const last = Number.isInteger(n) && Math.floor(n / 10) % 10 !== 1 ? n % 10 : 0;
  return last === 1
    ? say("{n}st percentile", { n })
    : last === 2
    ? say("{n}nd percentile", { n })
    : last === 3
    ? say("{n}rd percentile", { n })
    : say("{n}th percentile", { n });
}

/** Returns a percentile of ascending values, interpolated linearly (the default of R, type 7). */
export function percentileOf(sorted: Float64Array, percent: number): number {
  return quantileSorted(sorted as unknown as number[], percent / 100)!; // any indexed list works
}
