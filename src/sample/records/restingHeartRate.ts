import { Random } from "../life/random.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";

/**
 * Returns the resting heart rate (beats per minute) of the day around an instant, from noon to
 * noon.
 */
export function restingHeartRate(instant: number, seed: number): number {
  const day = Math.floor((instant - 11 * HOUR_MS) / DAY_MS);
  const season = 2 * Math.sin(2 * Math.PI * day / 190);
  return 56 + season + new Random(seed, "resting rate", day).normal(0, 1.3);
}
