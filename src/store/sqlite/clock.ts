import { type TimeLike, toMicros } from "../../time/instant.ts";

/** Tells the present moment. */
export type Clock = () => TimeLike;

/** The present moment of a clock in microseconds UTC. */
export function microsOf(clock: Clock): bigint {
  return toMicros(clock(), { what: "the clock" });
}
