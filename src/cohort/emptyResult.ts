import type { Column, Columns } from "../frame/columns/columns.ts";
import { type CellType, PERSON, type TableSchema } from "./tableSchema.ts";
import type { Step } from "./query.ts";
import { type Modules, runSteps } from "./worker/runSteps.ts";

/** Creates an empty column of a type. */
function emptyColumn(type: CellType): Column {
  switch (type) {
    case "time":
      return { type, values: new BigInt64Array(), zone: "UTC" };
    case "date":
      return { type, values: new Int32Array() };
    case "int64":
      return { type, values: new BigInt64Array() };
    case "float64":
      return { type, values: new Float64Array() };
    case "bool":
      return { type, values: new Uint8Array() };
    case "text":
      return { type, values: [] };
  }
}

/** Creates a table without rows. */
export function emptyColumns(schema: TableSchema, names = Object.keys(schema)): Columns {
  return Object.fromEntries(names.map((name) => [name, emptyColumn(schema[name]!)]));
}

/**
 * Returns the columns that steps produce without rows; `undefined` if a verb needs rows to
 * determine them.
 */
export async function emptyResult(
  schema: TableSchema,
  steps: readonly Step[],
): Promise<Columns | undefined> {
  const columns = emptyColumns(schema, Object.keys(schema).filter((name) => name !== PERSON));
  if (steps.some(({ kind }) => kind === "module")) return undefined; // only runs in workers
  try {
    const modules: Modules = new Map();
    return await runSteps({ person: "", zone: "UTC", columns }, steps, modules);
  } catch {
    return undefined;
  }
}
