import type { Life } from "../life/life.ts";
import { Random } from "../life/random.ts";
import { restingRate } from "./restingRate.ts";
import { round } from "../life/round.ts";
import { type SampleRecord, sampleRecord } from "./sampleRecord.ts";
import { DAY, HOUR } from "../life/span.ts";

/**
 * Gives, for each main sleep of at least three hours, the RestingHeartRate at its end and the
 * HeartRateVariabilitySDNN over it, source "Wrist".
 */
export function vitals({ nights, seed }: Life): { resting: SampleRecord[]; sdnn: SampleRecord[] } {
  const resting: SampleRecord[] = [];
  const sdnn: SampleRecord[] = [];
  let day = NaN;
  for (const { start, end, nap } of nights) {
    if (nap || end - start < 3 * HOUR || Math.floor(end / DAY) === day) continue;
    day = Math.floor(end / DAY);
    const random = new Random(seed, "vitals", start);
    const rate = restingRate(end, seed);
    const variability = round(47 - 2 * (rate - 56) + random.normal(0, 4), 1);
    const bpm = { value: Math.round(rate), unit: "bpm", source: "Wrist" };
    const ms = { value: variability, unit: "ms", source: "Wrist" };
    resting.push(sampleRecord(end, null, bpm, random));
    sdnn.push(sampleRecord(start, end, ms, random));
  }
  return { resting, sdnn };
}
