import type { Row } from "./rows.ts";

/**
 * The names of the members of records, in order of first appearance.
 *
 * @throws {TypeError} if one of them is no record
 */
export function recordNames(rows: readonly Row[], action: string): string[] {
  const names = new Set<string>();
  for (let row = 0; row < rows.length; row++) {
    const record = rows[row];
    if (typeof record !== "object" || record === null) {
      throw new TypeError(`Cannot ${action}: row ${row} is ${String(record)}, expected a record`);
    }
    for (const name of Object.keys(record)) names.add(name);
  }
  return [...names];
}
