import type { Life } from "../life/simulateLife.ts";
import { Random } from "../life/random.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Meals: time as a share of the interval awake, and energy in kcal. */
const MEALS = [
  { name: "Breakfast", at: 0.06, low: 320, high: 560 },
  { name: "Lunch", at: 0.36, low: 520, high: 900 },
  { name: "Snack", at: 0.58, low: 90, high: 320 },
  { name: "Dinner", at: 0.78, low: 560, high: 1000 },
] as const;

/** App for meals and its phone, with every property. */
const SOURCE = {
  name: "Food diary",
  version: "5.2.1",
  productType: "Phone14,2",
  operatingSystemVersion: [18, 3, 1],
  sourceBundleIdentifier: "com.example.fooddiary",
} as const;
const DEVICE = {
  name: "Phone",
  model: "Phone",
  manufacturer: "Example",
  hardwareVersion: "Phone14,2",
  softwareVersion: "18.3.1",
} as const;

/**
 * Returns CaloriesConsumed records (cal, source "Food diary"): meals of most days, some of them
 * forgotten.
 */
export function mealRecords({ awake, seed }: Life): SampleRecord[] {
  return awake.flatMap(({ start, end }) => {
    const random = new Random(seed, "meals", start);
    if (end - start < 8 * HOUR_MS || !random.chance(0.9)) return [];
    return MEALS.flatMap(({ name, at, low, high }) => {
      const begin = start +
        Math.round(((end - start) * at + random.between(-15, 15) * MINUTE_MS) / MINUTE_MS) *
          MINUTE_MS;
      const value = Math.round(random.between(low, high)) * 1000;
      const isNoted = random.chance(name === "Snack" ? 0.6 : 0.95);
      if (!isNoted) return [];
      const fields = { value, unit: "cal", source: SOURCE };
      const record = toRecord(begin, begin + 20 * MINUTE_MS, fields, random);
      return [{ ...record, device: DEVICE, extras: { HKFoodType: name } }];
    });
  });
}
