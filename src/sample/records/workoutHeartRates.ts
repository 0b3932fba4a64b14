import type { Workout } from "../life/findWorkouts.ts";
import { FINE_DAYS } from "../life/sampleUntil.ts";
import { Random } from "../life/random.ts";
import type { Activity } from "../life/segments.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";

const STEP = { fine: MINUTE_MS, coarse: 5 * MINUTE_MS };
/** Beats per minute above the resting rate after the warm-up. */
const ABOVE: Readonly<Record<Activity, number>> = {
  running: 96,
  walking: 44,
  cycling: 78,
  swimming: 74,
  strength_training: 54,
};
const SITTING = 16;
const WARM_UP = 2.5 * MINUTE_MS; // time constant of the rise
const DRIFT = 0.15; // rise of the rate in beats per minute, per minute

/**
 * Returns the heart rate during a workout: every minute in the last 60 days of the sample, every 5
 * before.
 */
export function workoutHeartRates(
  { start, end, activity }: Workout,
  until: number,
  seed: number,
): { instant: number; value: number }[] {
  const random = new Random(seed, "HeartRate effort", start);
  const step = start >= until - FINE_DAYS * DAY_MS ? STEP.fine : STEP.coarse;
  const resting = restingHeartRate(start, seed);
  const rates: { instant: number; value: number }[] = [];
  for (let slot = start; slot < end; slot += step) {
    const instant = slot + Math.floor(random.between(0, 30)) * 1000;
    if (instant >= end) break;
    const warm = 1 - Math.exp(-(instant - start) / WARM_UP);
    const sets = activity === "strength_training" ? 9 * Math.sin(slot / (2 * MINUTE_MS)) : 0;
    const above = SITTING + (ABOVE[activity] - SITTING) * warm + sets +
      DRIFT * (instant - start) / MINUTE_MS;
    rates.push({ instant, value: Math.round(resting + above + random.normal(0, 2.5)) });
  }
  return rates;
}

/**
 * Returns the resting heart rate (beats per minute) of the day around an instant, from noon to
 * noon.
 */
export function restingHeartRate(instant: number, seed: number): number {
  const day = Math.floor((instant - 11 * HOUR_MS) / DAY_MS);
  const season = 2 * Math.sin(2 * Math.PI * day / 190);
  return 56 + season + new Random(seed, "resting rate", day).normal(0, 1.3);
}
