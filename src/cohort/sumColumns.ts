import { withDisplay } from "../frame/polars/withDisplay.ts";
import { sumBy } from "../frame/polars/sumBy.ts";
import { typeNames } from "../frame/polars/typeName.ts";
import { sortRows } from "../frame/polars/sortRows.ts";
import { openFrame } from "../frame/open.ts";
import type { Column, Columns } from "../frame/columns/columns.ts";
import { toRows } from "../frame/polars/rows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { PERSON, TYPE_LABELS } from "./tableSchema.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Column to sum, and groups. */
export interface SumQuery {
  /** Numeric column. */
  readonly column: string;
  /** Columns to group by. */
  readonly by: readonly string[];
  /** Smallest number of people whose sum is shown; `undefined` to show all. */
  readonly minPeople: number | undefined;
}

/** Column with the number of people of each sum. */
export const PEOPLE_COUNT = "people";

/**
 * Sums a column for each combination of values of other columns, sorted by them. Nulls are ignored;
 * an empty sum is 0.
 *
 * @throws {TypeError} if a column is missing, or the column is not numeric
 */
export function sumColumns(rows: Frame, { column, by, minPeople }: SumQuery): Frame {
  checkSumColumns(new Map(typeNames(rows)), column, by);
  const counted = minPeople === undefined ? undefined : { column: PERSON, as: PEOPLE_COUNT };
  return finishSums(sumBy(rows, column, by, counted), { column, by, minPeople });
}

/** Sorts sums, and hides each sum of too few people and the sums that would reveal it. */
export function finishSums(sums: Frame, { column, by, minPeople }: SumQuery): Frame {
  const sorted = by.length === 0 ? sums : sortRows(sums, by);
  if (minPeople === undefined) return withDisplay(sorted);
  const columns = openFrame(sorted).columns();
  const people = columns[PEOPLE_COUNT] as Extract<Column, { type: "int64" }>;
  const valid = shownSums(columns, by, Array.from(people.values, Number), minPeople);
  const hide = (cells: Column): Column => ({ ...cells, valid }) as Column;
  return withDisplay(
    toFrame({ ...columns, [column]: hide(columns[column]!), [PEOPLE_COUNT]: hide(people) }),
  );
}

/**
 * Marks the sums to show. A total minus the shown sums is the sum of the hidden ones, so a sum of
 * too few people is hidden with one of enough people. With several columns, this applies to the
 * total of each of them.
 */
function shownSums(
  columns: Columns,
  by: readonly string[],
  people: readonly number[],
  minPeople: number,
): Uint8Array {
  const shown = Uint8Array.from(people, (count) => Number(count >= minPeople));
  const rows = toRows(columns);
  const addends = by.flatMap((name) => {
    const others = by.filter((other) => other !== name);
    const keyOf = (row: number): string =>
      JSON.stringify(others.map((one) => `${typeof rows[row]![one]} ${rows[row]![one]}`));
    return [...Map.groupBy(people.keys(), keyOf).values()];
  });
  for (let changed = true; changed;) {
    changed = false;
    for (const own of addends) {
      const hidden = own.filter((row) => shown[row] === 0);
      const isSafe = hidden.length > 1 && hidden.some((row) => people[row]! >= minPeople);
      const [next] = own.filter((row) => shown[row] === 1).sort((a, b) => people[a]! - people[b]!);
      if (hidden.length === 0 || isSafe || next === undefined) continue;
      shown[next] = 0;
      changed = true;
    }
  }
  return shown;
}

/**
 * Checks that a column can be summed by others.
 *
 * @param types Type of each column, as Polars prints it.
 * @throws {TypeError} if a column is missing, or the column is not numeric
 */
export function checkSumColumns(
  types: ReadonlyMap<string, string>,
  column: string,
  by: readonly string[],
): void {
  const missing = [column, ...by].find((name) => !types.has(name));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot sum ${column}: column ${missing} is missing; the columns are ${
        [...types.keys()].join(", ")
      }`,
    );
  }
  const type = types.get(column)!;
  if (type === TYPE_LABELS.int64 || type === TYPE_LABELS.float64) return;
  throw new TypeError(`Cannot sum ${column}: it holds ${type}, expected numbers`);
}
