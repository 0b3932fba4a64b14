import type { CodedText } from "./columns/codedText.ts";
import { type Column, type Columns, textColumn } from "./columns/columns.ts";
import { groupRows, type Groups } from "./columns/groups.ts";

/** Returns rows of columns, in the order given. */
export function takeRows(columns: Columns, rows: Uint32Array): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, take(column, rows)]),
  );
}

function take(column: Column, rows: Uint32Array): Column {
  switch (column.type) {
    case "time":
    case "int64":
      return { ...column, values: takeWide(column.values, rows), valid: flags(column.valid, rows) };
    case "float64":
      return {
        ...column,
        values: takeNumbers(column.values, rows),
        valid: flags(column.valid, rows),
      };
    case "date": {
      const values = new Int32Array(rows.length);
      for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i]!]!;
      return { ...column, values, valid: flags(column.valid, rows) };
    }
    case "bool":
      return {
        ...column,
        values: takeBytes(column.values, rows),
        valid: flags(column.valid, rows),
      };
    case "text":
      return { ...column, values: takeTexts(column.values, rows) };
    case "struct":
      return { ...column, fields: takeRows(column.fields, rows), length: rows.length };
    case "list": {
      const offsets = new Int32Array(rows.length + 1);
      const items: number[] = [];
      rows.forEach((row, i) => {
        for (let item = column.offsets[row]!; item < column.offsets[row + 1]!; item++) {
          items.push(item);
        }
        offsets[i + 1] = items.length;
      });
      return {
        ...column,
        offsets,
        item: take(column.item, Uint32Array.from(items)),
        valid: flags(column.valid, rows),
      };
    }
  }
}

export function takeWide(values: BigInt64Array, rows: Uint32Array): BigInt64Array {
  const taken = new BigInt64Array(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]!]!;
  return taken;
}

export function takeNumbers(values: Float64Array, rows: Uint32Array): Float64Array {
  const taken = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]!]!;
  return taken;
}

export function takeBytes(values: Uint8Array, rows: Uint32Array): Uint8Array {
  const taken = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]!]!;
  return taken;
}

export function takeTexts<Text>(values: readonly Text[], rows: Uint32Array): Text[] {
  const taken = new Array<Text>(rows.length); // Array.from uses an iterator, which takes longer
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]!]!;
  return taken;
}

function flags(valid: Uint8Array | undefined, rows: Uint32Array): Uint8Array | undefined {
  return valid === undefined ? undefined : takeBytes(valid, rows);
}

/**
 * Groups rows by the values of columns, and returns those values for each group.
 *
 * @param columns At least one column; text columns as indexes.
 * @throws {TypeError} if a column has lists or structs
 */
export function groupByColumns(
  columns: { readonly [name: string]: Column | CodedText },
  action: string,
): Groups {
  const groups = groupRows(columns, action);
  const inGroups = (column: Column | CodedText): Column =>
    "codes" in column
      ? textColumn(Array.from(groups.first, (row) => column.names[column.codes[row]!]!))
      : takeRows({ column }, groups.first)["column"]!;
  return {
    ...groups,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, inGroups(column)]),
    ),
  };
}
