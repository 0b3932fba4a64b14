export type { TimeLike } from "./instant.ts";
export type { Range } from "./interval.ts";
export type { UntilOptions, ZonedRange } from "./range.ts";
