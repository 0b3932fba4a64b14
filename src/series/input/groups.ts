import type { FrameLike } from "../../frame/asFrame.ts";
import { allColumns } from "../../frame/allColumns.ts";
import { asFrame } from "../../frame/asFrame.ts";
import { type Column, columnLength, type Columns } from "../../frame/columns/columns.ts";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { readText } from "../../frame/readText.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { columnNames, seriesOf } from "../../frame/polars/seriesOf.ts";

/** Which group each row of a frame belongs to. */
export interface Groups {
  /** The number of each row's group, in order of their first rows. */
  readonly codes: Uint32Array;
  /** The first row of each group. */
  readonly first: Uint32Array;
  /** The columns that name the groups, of all rows of the frame. */
  readonly columns: Columns;
}

/**
 * The groups of rows that have the same values in some columns: text, whole numbers, numbers, truth
 * or times. Rows with null are a group, too. Undefined if no column is named.
 *
 * @throws {TypeError} if a column is missing, or of lists or structs
 */
export function groupsOf(
  input: FrameLike,
  by: string | readonly string[] | undefined,
  action: string,
): Groups | undefined {
  const names = [by ?? []].flat();
  if (names.length === 0) return undefined;
  const columns: Record<string, Column> = {};
  let codes: Uint32Array | undefined;
  for (const name of names) {
    const column = columns[name] = read(input, name, action);
    const own = column.type === "text"
      ? readText(input, name, action)?.codes().codes ?? new Uint32Array(0)
      : codesOf(column, name, action);
    codes = codes === undefined ? own : pairs(codes, own);
  }
  return { ...inOrder(codes!), columns };
}

function read(input: FrameLike, name: string, action: string): Column {
  if (Array.isArray(input)) {
    const column = allColumns(input)[name];
    if (column !== undefined) return column;
    if (input.length === 0) return { type: "text", values: [] };
    throw missing(name, [...new Set((input as readonly Row[]).flatMap(Object.keys))], action);
  }
  const frame = asFrame(input as Exclude<FrameLike, readonly Row[]>);
  if (!columnNames(frame).includes(name)) throw missing(name, columnNames(frame), action);
  return columnOf(seriesOf(frame, name));
}

function missing(name: string, names: readonly string[], action: string): TypeError {
  return new TypeError(
    `Cannot ${action}: column ${JSON.stringify(name)} is missing; there are ${names.join(", ")}`,
  );
}

function codesOf(column: Column, name: string, action: string): Uint32Array {
  if (column.type === "list" || column.type === "struct" || column.type === "text") {
    throw new TypeError(
      `Cannot ${action}: column ${JSON.stringify(name)} is ${column.type}, which makes no groups`,
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

function pairs(some: Uint32Array, others: Uint32Array): Uint32Array {
  const known = new Map<number, number>();
  const most = others.reduce((a, b) => Math.max(a, b), 0) + 1;
  return some.map((code, row) => {
    const pair = code * most + others[row]!;
    if (!known.has(pair)) known.set(pair, known.size);
    return known.get(pair)!;
  });
}

/** Numbers groups by their first rows. */
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

/** The rows of each group, in the order given. */
export function rowsOfGroups(
  { codes, first }: Pick<Groups, "codes" | "first">,
  order: Uint32Array | undefined,
): Uint32Array[] {
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
