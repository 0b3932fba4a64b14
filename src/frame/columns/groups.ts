import { argSort } from "./argSort.ts";
import type { CodedText } from "./codedText.ts";
import { type Column, columnLength, type Columns } from "./columns.ts";

/** Groups of the rows of a frame. */
export interface Groups {
  /** Index of each row's group, ordered by the first rows of the groups. */
  readonly codes: Uint32Array;
  /** First row of each group. */
  readonly first: Uint32Array;
  /** Columns that identify the groups, with one row per group. */
  readonly columns: Columns;
}

/**
 * Groups rows by the values of columns: text, integers, numbers, booleans, times or dates. Null is
 * a group of its own.
 *
 * @param columns At least one column; text columns as indexes.
 * @throws {TypeError} if a column has lists or structs
 */
export function groupRows(
  columns: { readonly [name: string]: Column | CodedText },
  action: string,
): Omit<Groups, "columns"> {
  return inOrder(
    Object.entries(columns)
      .map(([name, column]) => "codes" in column ? column.codes : valueCodes(column, name, action))
      .reduce(pairCodes),
  );
}

function valueCodes(column: Column, name: string, action: string): Uint32Array {
  if (column.type === "list" || column.type === "struct" || column.type === "text") {
    throw new TypeError(
      `Cannot ${action}: column ${
        JSON.stringify(name)
      } is ${column.type}, which cannot form groups`,
    );
  }
  const { values, valid } = column, codes = new Uint32Array(columnLength(column));
  const known = new Map<number | bigint, number>();
  for (let row = 0; row < codes.length; row++) {
    if (valid?.[row] === 0) continue;
    const value = values[row]!;
    let code = known.get(value);
    if (code === undefined) known.set(value, code = known.size + 1);
    codes[row] = code;
  }
  return codes;
}

function pairCodes(some: Uint32Array, others: Uint32Array): Uint32Array {
  const known = new Map<number, number>();
  const most = others.reduce((a, b) => Math.max(a, b), 0) + 1;
  return some.map((code, row) => {
    const pair = code * most + others[row]!;
    if (!known.has(pair)) known.set(pair, known.size);
    return known.get(pair)!;
  });
}

/** Renumbers groups in the order of their first rows. */
function inOrder(given: Uint32Array): Pick<Groups, "codes" | "first"> {
  const known = new Map<number, number>(), first: number[] = [];
  const codes = new Uint32Array(given.length);
  for (let row = 0, last = -1, code = 0; row < given.length; row++) {
    if (given[row] !== last) {
      last = given[row]!;
      code = known.get(last) ?? first.length;
      if (code === first.length) {
        known.set(last, code);
        first.push(row);
      }
    }
    codes[row] = code;
  }
  return { codes, first: Uint32Array.from(first) };
}

/** Returns the rows of each group, in the given order. */
export function rowsOfGroups(
  { codes, first }: Pick<Groups, "codes" | "first">,
  order: Uint32Array | undefined,
): Uint32Array[] {
  if (order === undefined && isAscending(codes)) {
    const rows = new Uint32Array(codes.length);
    for (let row = 0; row < rows.length; row++) rows[row] = row;
    return Array.from(first, (row, group) => rows.subarray(row, first[group + 1] ?? rows.length));
  }
  const offset = new Uint32Array(first.length + 1);
  const count = order?.length ?? codes.length;
  for (let i = 0; i < count; i++) offset[codes[order === undefined ? i : order[i]!]! + 1]!++;
  for (let group = 0; group < first.length; group++) offset[group + 1]! += offset[group]!;
  const rows = new Uint32Array(count), next = offset.slice();
  for (let i = 0; i < count; i++) {
    const row = order === undefined ? i : order[i]!;
    rows[next[codes[row]!]!++] = row;
  }
  return Array.from(first, (_, group) => rows.subarray(offset[group], offset[group + 1]));
}

/** Returns whether the rows of each group follow each other, as they usually do. */
function isAscending(codes: Uint32Array): boolean {
  let row = 1;
  while (row < codes.length && codes[row - 1]! <= codes[row]!) row++;
  return row >= codes.length;
}

/**
 * Returns the rows of each group in the stable ascending order of one of their columns. Groups are
 * usually sorted already, and then nothing is sorted.
 */
export function sortedRowsOfGroups(
  groups: Pick<Groups, "codes" | "first">,
  values: BigInt64Array,
): Uint32Array[] {
  return rowsOfGroups(groups, undefined).map((rows) => {
    const from = rows[0] ?? 0, past = from + rows.length;
    const isRun = rows.length > 0 && rows.at(-1) === past - 1;
    const own = isRun ? values.subarray(from, past) : new BigInt64Array(rows.length);
    if (!isRun) { for (let i = 0; i < own.length; i++) own[i] = values[rows[i]!]!; }
    return argSort(own)?.map((i) => rows[i]!) ?? rows;
  });
}

/** Returns whether a group, such as a person, has a value in each column that identifies it. */
export function isNamedGroup({ columns }: Groups, group: number): boolean {
  return Object.values(columns).every((column) =>
    column.type === "text"
      ? column.values[group] !== null
      : !("valid" in column) || column.valid?.[group] !== 0
  );
}
