import type { OpenFrame } from "../../frame/open.ts";
import { cutRows } from "../../series/input/cutRows.ts";
import { say } from "../../words/language.ts";

/** Values of one group, in the order of the frame. */
export interface Group {
  readonly name: string;
  readonly rows: Uint32Array;
}

/** Groups and their columns. */
export interface Grouped {
  /** Numeric columns, NaN if missing. */
  readonly values: readonly Float64Array[];
  /** Groups by first appearance, of rows with all values; one unnamed group without `by`. */
  readonly groups: readonly Group[];
  /** Number of rows that lack a value. */
  readonly missing: number;
}

/**
 * Reads numeric columns in groups by a column of text. Rows that lack a value (null, NaN or
 * infinite) are in no group; rows without a name are in the group `no name`. Days and nights that
 * are not `whole` are skipped.
 *
 * @throws {TypeError} if a column is missing or has another type
 */
export function readGroups(
  data: OpenFrame,
  names: readonly string[],
  by: string | undefined,
  values: readonly Float64Array[] = names.map((name) => data.numbers(name)),
): Grouped {
  const labels = by === undefined
    ? undefined
    : data.read({ by: "text" }, { columns: { by } }).by.values;
  const found = new Map<string, number[]>();
  let missing = 0;
  const isCut = cutRows(data);
  for (let row = 0; row < values[0]!.length; row++) {
    if (isCut(row)) continue;
    if (!values.every((column) => Number.isFinite(column[row]))) {
      missing++;
      continue;
    }
    const name = labels === undefined ? "" : labels[row] ?? say("no name");
    const rows = found.get(name);
    if (rows === undefined) found.set(name, [row]);
    else rows.push(row);
  }
  const groups = [...found].map(([name, rows]) => ({ name, rows: Uint32Array.from(rows) }));
  return { values, groups, missing };
}

/**
 * Rejects more groups than a chart can distinguish.
 *
 * @throws {RangeError} if there are more
 */
export function checkGroups(groups: readonly Group[], most: number, action: string): void {
  if (groups.length <= most) return;
  throw new RangeError(
    `Cannot ${action} of ${groups.length} groups: the maximum is ${most}. Choose another column as by.`,
  );
}
