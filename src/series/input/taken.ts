import { type Column, columnLength } from "../../frame/columns/columns.ts";
import { takeRows } from "../../frame/takeRows.ts";

/** Some rows of a column, null where not valid. */
export function taken(column: Column, rows: Uint32Array, valid: Uint8Array): Column {
  if (columnLength(column) === 0) return column;
  const found = takeRows({ column }, rows)["column"]!;
  if (found.type === "struct") return found;
  if (found.type === "text") {
    return { ...found, values: found.values.map((value, i) => valid[i] === 1 ? value : null) };
  }
  const own = found.valid;
  return { ...found, valid: own === undefined ? valid : valid.map((flag, i) => flag & own[i]!) };
}
