import { type Column, columnLength, type Columns, rowCount } from "../frame/columns/columns.ts";
import { toValues } from "../frame/polars/rows.ts";
import { mix32 } from "../series/numerics/random.ts";
import { hashText } from "./hash32.ts";

/** Checksum of rows. It does not depend on their order, and checksums of parts add up. */
export type Digest = number;

/**
 * Computes a 32-bit checksum of rows. A worker sends it, and the reader compares it with the rows
 * received. It detects accidental loss and changes, not attacks. A null cell counts as absent.
 */
export function digestRows(columns: Columns): Digest {
  const rows = new Int32Array(rowCount(columns));
  for (const [name, column] of Object.entries(columns)) addCells(rows, column, hashText(name));
  let sum = 0;
  for (let row = 0; row < rows.length; row++) sum = (sum + mix32(rows[row]!)) >>> 0;
  return sum;
}

/** Combines the checksums of two parts. */
export function addDigests(a: Digest, b: Digest): Digest {
  return (a + b) >>> 0;
}

function addCells(rows: Int32Array, column: Column, seed: number): void {
  const add = (row: number, low: number, high: number): void => {
    rows[row] = rows[row]! + mix32(mix32(low ^ seed) + high);
  };
  switch (column.type) {
    case "time":
    case "int64": {
      const halves = new Int32Array(column.values.slice().buffer);
      for (let row = 0; row < rows.length; row++) {
        if (column.valid?.[row] !== 0) add(row, halves[2 * row]!, halves[2 * row + 1]!);
      }
      break;
    }
    case "float64": {
      const halves = new Int32Array(column.values.slice().buffer);
      for (let row = 0; row < rows.length; row++) {
        if (column.valid?.[row] === 0) continue;
        if (Number.isNaN(column.values[row])) add(row, 0, 0x7ff80000); // all NaN are equal
        else add(row, halves[2 * row]!, halves[2 * row + 1]!);
      }
      break;
    }
    case "date":
      for (let row = 0; row < rows.length; row++) {
        if (column.valid?.[row] !== 0) add(row, column.values[row]!, 2);
      }
      break;
    case "bool":
      for (let row = 0; row < rows.length; row++) {
        if (column.valid?.[row] !== 0) add(row, column.values[row]!, 1);
      }
      break;
    case "text":
      for (let row = 0; row < rows.length; row++) {
        const text = column.values[row]!;
        if (text !== null) add(row, hashText(text), text.length);
      }
      break;
    case "list":
    case "struct":
      addNested(column, add);
  }
}

/** Adds lists and structs as JSON. */
function addNested(
  column: Column,
  add: (row: number, low: number, high: number) => void,
): void {
  const values = toValues(column);
  for (let row = 0; row < columnLength(column); row++) {
    const value = values[row];
    if (value === null || value === undefined) continue;
    const text = JSON.stringify(value);
    add(row, hashText(text), text.length);
  }
}
