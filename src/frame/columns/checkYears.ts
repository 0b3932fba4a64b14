import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Valid } from "./columns.ts";

export const MICROS_PER: Readonly<Record<"d" | "ms" | "us", bigint>> = {
  d: 86_400_000_000n,
  ms: 1000n,
  us: 1n,
};

/**
 * Checks that times, counted in a unit since 1970, are in the years 1 to 9999. Outside them,
 * Polars' own time functions fail, and an awaited one ends the process.
 *
 * @throws {RangeError} with the first row that is outside
 */
export function checkYears(
  values: BigInt64Array,
  unit: "d" | "ms" | "us",
  name: string,
  valid?: Valid,
): void {
  const least = MIN_MICROS / MICROS_PER[unit], most = MAX_MICROS / MICROS_PER[unit];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if ((value < least || value >= most) && valid?.[row] !== 0) {
      throw new RangeError(
        `Cannot read column ${
          JSON.stringify(name)
        }: the time in row ${row} is outside the years 1 to 9999`,
      );
    }
  }
}
