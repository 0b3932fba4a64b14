import type { Bout } from "../life/bouts.ts";
import { effortRates } from "./effortRates.ts";
import { FINE_DAYS } from "../life/fineDays.ts";
import type { Life } from "../life/life.ts";
import { lookup } from "../life/lookup.ts";
import { Random } from "../life/random.ts";
import { restingRate } from "./restingRate.ts";
import { type SampleRecord, sampleRecord } from "./sampleRecord.ts";
import { DAY, HOUR, MINUTE } from "../life/span.ts";

const STEP = { fine: 5 * MINUTE, coarse: 30 * MINUTE };
/** Beats a minute above the resting rate, by stage of the table `consumer`. */
const ASLEEP: Readonly<Record<number, number>> = { 1: 1, 2: 6, 3: 1, 4: -3, 5: 4 };
const IN_BED = 8;
const SITTING = 16;
const MOVING: Readonly<Record<Bout["gait"], number>> = { indoors: 10, walk: 28, run: 80 };
const PEAK = 15 * HOUR; // time of day, UTC, at which the rate is highest

/**
 * Gives the HeartRate records of source "Wrist": every 5 minutes in the last 60 days, 30 before, and
 * closer together during workouts.
 */
export function heartRate(life: Life): SampleRecord[] {
  const { seed, until } = life;
  const stageAt = lookup(life.nights.flatMap((night) => night.stages));
  const bedAt = lookup(life.beds);
  const boutAt = lookup(life.bouts);
  const offAt = lookup(life.offWrist);
  const effortAt = lookup(life.efforts);
  const effortsOf = Map.groupBy(life.efforts, ({ start }) => Math.floor(start / DAY) * DAY);
  const records: SampleRecord[] = [];
  const first = Math.floor(Math.max(life.from, life.start) / DAY) * DAY;
  for (let day = first; day < until; day += DAY) {
    const random = new Random(seed, "HeartRate", day);
    const ids = new Random(seed, "HeartRate ids", day);
    const step = day >= until - FINE_DAYS * DAY ? STEP.fine : STEP.coarse;
    const resting = [restingRate(day, seed), restingRate(day + DAY, seed)] as const;
    const found: { moment: number; value: number }[] = [];
    for (let slot = day; slot < day + DAY; slot += step) {
      const moment = slot + Math.floor(random.between(0, 60)) * 1000;
      const noise = random.normal(0, 1);
      if (moment < life.start || moment >= until || offAt(moment) !== undefined) continue;
      if (effortAt(moment) !== undefined) continue;
      const stage = stageAt(moment)?.stage;
      const bout = boutAt(moment);
      let above: number;
      if (stage !== undefined) above = (ASLEEP[stage] ?? 0) + 1.2 * noise;
      else if (bedAt(moment) !== undefined) above = IN_BED + 2 * noise;
      else {
        const daily = 4 * Math.cos(2 * Math.PI * (moment - day - PEAK) / DAY);
        above = SITTING + daily + 3 * noise + (bout === undefined ? 0 : MOVING[bout.gait]);
      }
      const value = Math.round((moment - day < 11 * HOUR ? resting[0] : resting[1]) + above);
      found.push({ moment, value });
    }
    found.push(...(effortsOf.get(day) ?? []).flatMap((effort) => effortRates(effort, until, seed)));
    for (const { moment, value } of found.sort((a, b) => a.moment - b.moment)) {
      records.push(sampleRecord(moment, null, { value, unit: "bpm", source: "Wrist" }, ids));
    }
  }
  return records;
}
