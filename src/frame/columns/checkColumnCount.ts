import { LIMITS } from "../../options/limits.ts";

/**
 * Throws if foreign data has too many columns. Creating and freeing Polars' objects for a column is
 * slow.
 *
 * @throws {TypeError} if so
 */
export function checkColumnCount(count: number): void {
  const { most, error } = LIMITS.columns;
  if (count > most) {
    throw new TypeError(`Cannot read the data: it has ${count} ${error} ${most}`);
  }
}
