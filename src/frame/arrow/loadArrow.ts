import type { Table } from "apache-arrow";
import { loadModule } from "../../options/loadModule.ts";

/** Module `apache-arrow`. */
export type Arrow = typeof import("apache-arrow");

/** Loads Arrow's library on first use, because loading takes half as long as loading Polars. */
export function loadArrow(): Arrow {
  return loadModule<Arrow>("apache-arrow");
}

/** Returns whether a value is a table of this library's copy of Arrow. */
export function isArrowTable(value: unknown): value is Table {
  return looksLikeTable(value) && value instanceof loadArrow().Table;
}

/** Returns whether a value looks like a table of any copy of Arrow. */
export function looksLikeTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && "schema" in value && "batches" in value;
}
