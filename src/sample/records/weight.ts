import type { Life } from "../life/life.ts";
import { Random } from "../life/random.ts";
import { type SampleRecord, sampleRecord } from "./sampleRecord.ts";
import { DAY, HOUR, MINUTE } from "../life/span.ts";

/** The scale, with all that it says of itself. */
const SOURCE = {
  name: "Scale",
  version: "2.4.0",
  productType: "Scale2,1",
  operatingSystemVersion: [2, 4, 0],
  sourceBundleIdentifier: "com.example.scale",
} as const;
const DEVICE = {
  name: "Scale",
  model: "Body 2",
  manufacturer: "Example",
  hardwareVersion: "1.1",
  softwareVersion: "2.4.0",
} as const;

/** Gives the Weight records (lb, source "Scale"): after getting up, on most Sundays and a few other days. */
export function weight({ awake, seed }: Life): SampleRecord[] {
  return awake.flatMap(({ start, end, date }) => {
    const random = new Random(seed, "Weight", start);
    const wanted = random.chance(date.dayOfWeek === 7 ? 0.85 : 0.06);
    if (!wanted || end - start < 4 * HOUR) return [];
    const at = start + Math.round(random.between(8, 40)) * MINUTE;
    const trend = 167 + 3 * Math.cos(2 * Math.PI * start / (365 * DAY));
    const value = Math.round((trend + random.normal(0, 0.7)) * 5) / 5;
    const fields = { value, unit: "lb", source: SOURCE, device: DEVICE };
    return [sampleRecord(at, null, fields, random)];
  });
}
