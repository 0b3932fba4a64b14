import type { OpenFrame } from "../../frame/open.ts";
import { cutRows } from "../../series/input/cutRows.ts";

/** The values of one group, in the order of the frame. */
export interface Group {
  readonly name: string;
  /** The rows that are in it. */
  readonly rows: Uint32Array;
}

/** Groups and what they are read from. */
export interface Grouped {
  /** The columns of numbers, NaN where there is none. */
  readonly values: readonly Float64Array[];
  /** The groups by first appearance, of the rows that have all values; one without a name if none are asked. */
  readonly groups: readonly Group[];
  /** How many rows lack a value. */
  readonly missing: number;
}

/**
 * Reads columns of numbers in groups by a column of text. A row that lacks one of the values (null,
 * NaN or infinite) is in no group; one that lacks a name is in the group `no name`. Rows of days and
 * nights that are not `whole` are left out.
 *
 * @throws {TypeError} if a column is missing or of another type
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
    const name = labels === undefined ? "" : labels[row] ?? "no name";
    const rows = found.get(name);
    if (rows === undefined) found.set(name, [row]);
    else rows.push(row);
  }
  const groups = [...found].map(([name, rows]) => ({ name, rows: Uint32Array.from(rows) }));
  return { values, groups, missing };
}

/**
 * Checks that there are not more groups than can be told apart.
 *
 * @throws {RangeError} if there are
 */
export function checkGroups(groups: readonly Group[], most: number, action: string): void {
  if (groups.length <= most) return;
  throw new RangeError(
    `Cannot ${action} of ${groups.length} groups: the most is ${most}; give another column as by`,
  );
}
