import { type TimeLike, toMicros } from "../../time/instant.ts";

/** Returns the current time. */
export type Clock = () => TimeLike;

/** Returns the current time of a clock in microseconds UTC. */
export function microsOf(clock: Clock): bigint {
  return toMicros(clock(), { what: "the clock" });
}
