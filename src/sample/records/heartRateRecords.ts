import type { Bout } from "../life/stepBouts.ts";
import { restingHeartRate, workoutHeartRates } from "./workoutHeartRates.ts";
import { FINE_DAYS } from "../life/sampleUntil.ts";
import type { Life } from "../life/simulateLife.ts";
import { findAt } from "../life/findAt.ts";
import { Random } from "../life/random.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";

const STEP = { fine: 5 * MINUTE_MS, coarse: 30 * MINUTE_MS };
/** Beats per minute above the resting rate, by stage of the table `consumer`. */
const ASLEEP: Readonly<Record<number, number>> = { 1: 1, 2: 6, 3: 1, 4: -3, 5: 4 };
const IN_BED = 8;
const SITTING = 16;
const MOVING: Readonly<Record<Bout["gait"], number>> = { indoors: 10, walk: 28, run: 80 };
const PEAK = 15 * HOUR_MS; // time of day in UTC with the highest rate

/**
 * Returns the HeartRate records of the source "Wrist": every 5 minutes in the last 60 days, every
 * 30 before, and more often during workouts.
 */
export function heartRateRecords(life: Life): SampleRecord[] {
  const { seed, until } = life;
  const stageAt = findAt(life.nights.flatMap((night) => night.stages));
  const bedAt = findAt(life.beds);
  const boutAt = findAt(life.bouts);
  const offAt = findAt(life.offWrist);
  const effortAt = findAt(life.efforts);
  const effortsOf = Map.groupBy(life.efforts, ({ start }) => Math.floor(start / DAY_MS) * DAY_MS);
  const records: SampleRecord[] = [];
  const first = Math.floor(Math.max(life.from, life.start) / DAY_MS) * DAY_MS;
  for (let day = first; day < until; day += DAY_MS) {
    const random = new Random(seed, "HeartRate", day);
    const ids = new Random(seed, "HeartRate ids", day);
    const step = day >= until - FINE_DAYS * DAY_MS ? STEP.fine : STEP.coarse;
    const resting = [restingHeartRate(day, seed), restingHeartRate(day + DAY_MS, seed)] as const;
    const found: { instant: number; value: number }[] = [];
    for (let slot = day; slot < day + DAY_MS; slot += step) {
      const instant = slot + Math.floor(random.between(0, 60)) * 1000;
      const noise = random.normal(0, 1);
      if (instant < life.start || instant >= until || offAt(instant) !== undefined) continue;
      if (effortAt(instant) !== undefined) continue;
      const stage = stageAt(instant)?.stage;
      const bout = boutAt(instant);
      let above: number;
      if (stage !== undefined) above = (ASLEEP[stage] ?? 0) + 1.2 * noise;
      else if (bedAt(instant) !== undefined) above = IN_BED + 2 * noise;
      else {
        const daily = 4 * Math.cos(2 * Math.PI * (instant - day - PEAK) / DAY_MS);
        above = SITTING + daily + 3 * noise + (bout === undefined ? 0 : MOVING[bout.gait]);
      }
      const value = Math.round((instant - day < 11 * HOUR_MS ? resting[0] : resting[1]) + above);
      found.push({ instant, value });
    }
    found.push(
      ...(effortsOf.get(day) ?? []).flatMap((effort) => workoutHeartRates(effort, until, seed)),
    );
    for (const { instant, value } of found.sort((a, b) => a.instant - b.instant)) {
      records.push(toRecord(instant, null, { value, unit: "bpm", source: "Wrist" }, ids));
    }
  }
  return records;
}
