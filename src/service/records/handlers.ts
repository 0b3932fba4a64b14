/** Handlers of records, by noun. @module */
export { events } from "./events.ts";
export { imports } from "./imports.ts";
export { ingest } from "./ingest.ts";
export { records } from "./records.ts";
export { sources } from "./sources.ts";
export { workouts } from "./workouts.ts";
