import type { Columns } from "../../src/frame/columns/columns.ts";

/** Returns columns with their times in a zone. */
export function inZone(columns: Columns, zone: string): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      column.type === "time" ? { ...column, zone } : column,
    ]),
  );
}
