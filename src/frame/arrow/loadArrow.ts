import type { Table } from "apache-arrow";
import { loadModule } from "../../options/loadModule.ts";

/** Arrow's library: what `import("apache-arrow")` gives. */
export type Arrow = typeof import("apache-arrow");

/** Arrow's library, loaded when a table of Arrow is written or given: it takes half as long as Polars. */
export function loadArrow(): Arrow {
  return loadModule<Arrow>("apache-arrow");
}

/** Whether a value is a table of Arrow, of the copy of it that this library uses. */
export function isArrowTable(value: unknown): value is Table {
  return looksLikeTable(value) && value instanceof loadArrow().Table;
}

/** Whether a value has what a table of any copy of Arrow has. */
export function looksLikeTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && "schema" in value && "batches" in value;
}
