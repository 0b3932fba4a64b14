import { Random } from "../life/random.ts";
import { DAY, HOUR } from "../life/interval.ts";

/** Gives the resting heart rate (beats a minute) of the day, noon to noon, that holds an instant. */
export function restingHeartRate(instant: number, seed: number): number {
  const day = Math.floor((instant - 11 * HOUR) / DAY);
  const season = 2 * Math.sin(2 * Math.PI * day / 190);
  return 56 + season + new Random(seed, "resting rate", day).normal(0, 1.3);
}
