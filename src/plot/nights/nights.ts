import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";

/** A night: from one local noon to the next, in microseconds UTC. */
export interface Night {
  /** The noon at which it begins. */
  readonly start: bigint;
  /** The noon at which it ends: 23, 24 or 25 hours later. */
  readonly end: bigint;
}

const NOON = 12 * 60;

/** The nights from local noon to local noon that cover an interval of microseconds UTC. */
export function nights(start: bigint, end: bigint, tz: string): Night[] {
  const noons = windows({ start, end }, every("1d"), { tz, startOfDay: NOON });
  return Array.from(
    { length: noons.length - 1 },
    (_, i) => ({ start: noons[i]!, end: noons[i + 1]! }),
  );
}
