import { LIMITS } from "../../options/limits.ts";

/**
 * Checks that foreign data do not have too many columns: each takes objects of Polars, which take long to
 * make and to drop.
 *
 * @throws {TypeError} if they have
 */
export function checkColumnCount(count: number): void {
  const { most, error } = LIMITS.columns;
  if (count > most) {
    throw new TypeError(`Cannot read the data: it has ${count} ${error} ${most}`);
  }
}
