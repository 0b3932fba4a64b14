/**
 * Personal data as data frames, in a notebook.
 * @module
 */
export * as sleep from "./src/sleep/mod.ts";
export * as series from "./src/series/mod.ts";
export * as range from "./src/time/range.ts";
