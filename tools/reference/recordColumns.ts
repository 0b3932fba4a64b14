import type { Returns } from "../../src/api/fields/endpoint.ts";
import type { ColumnType } from "../../src/frame/columns/schema.ts";
import { columnsTable } from "./referenceTables.ts";
import type { Html } from "./html.ts";

/** The columns of a frame that is made of records, and where each is found in the record. */
export function recordColumns(returns: Extract<Returns, { columns: unknown }>): Html {
  const unknown = "unknown" in returns ? returns.unknown ?? {} : {};
  const types: Record<string, ColumnType> = {}, notes: Record<string, string> = {};
  for (const [name, column] of Object.entries(returns.columns)) {
    const isPath = typeof column === "object" && "path" in column;
    const isJson = typeof column === "object" && "json" in column;
    types[name] = isPath || isJson ? "text" : column;
    const note = isPath
      ? `The record's \`${column.path}\`.`
      : isJson
      ? `The record's \`${column.json}\`, as JSON.`
      : name in unknown
      ? "Null where it is unknown."
      : undefined;
    if (note !== undefined) notes[name] = note;
  }
  return columnsTable(types, notes);
}
