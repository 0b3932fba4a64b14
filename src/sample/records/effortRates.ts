import type { Effort } from "../life/efforts.ts";
import { FINE_DAYS } from "../life/fineDays.ts";
import { Random } from "../life/random.ts";
import { restingRate } from "./restingRate.ts";
import type { Activity } from "../life/segments.ts";
import { DAY, MINUTE } from "../life/span.ts";

const STEP = { fine: MINUTE, coarse: 5 * MINUTE };
/** Beats a minute above the resting rate once the body has warmed up. */
const ABOVE: Readonly<Record<Activity, number>> = {
  running: 96,
  walking: 44,
  cycling: 78,
  swimming: 74,
  strength_training: 54,
};
const SITTING = 16;
const WARM_UP = 2.5 * MINUTE; // time constant of the rise
const DRIFT = 0.15; // beats a minute by which the rate rises each minute

/** Gives the heart rate during a workout: every minute in the last 60 days of the sample, 5 before. */
export function effortRates(
  { start, end, activity }: Effort,
  until: number,
  seed: number,
): { moment: number; value: number }[] {
  const random = new Random(seed, "HeartRate effort", start);
  const step = start >= until - FINE_DAYS * DAY ? STEP.fine : STEP.coarse;
  const resting = restingRate(start, seed);
  const rates: { moment: number; value: number }[] = [];
  for (let slot = start; slot < end; slot += step) {
    const moment = slot + Math.floor(random.between(0, 30)) * 1000;
    if (moment >= end) break;
    const warm = 1 - Math.exp(-(moment - start) / WARM_UP);
    const sets = activity === "strength_training" ? 9 * Math.sin(slot / (2 * MINUTE)) : 0;
    const above = SITTING + (ABOVE[activity] - SITTING) * warm + sets +
      DRIFT * (moment - start) / MINUTE;
    rates.push({ moment, value: Math.round(resting + above + random.normal(0, 2.5)) });
  }
  return rates;
}
