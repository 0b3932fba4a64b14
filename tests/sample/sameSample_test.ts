/**
 * The sample is the same on every machine at any time: guides, stored outputs and prepared
 * databases depend on it. Record an intended change here and in CHANGELOG.md.
 */
import { assertEquals } from "@std/assert";
import { simulateLife } from "../../src/sample/life/simulateLife.ts";
import type { SampleOptions } from "../../src/sample/life/options.ts";
import { sampleAnnotations } from "../../src/sample/days/sampleAnnotations.ts";
import { sampleCalendar } from "../../src/sample/days/sampleCalendar.ts";
import { sampleLocation } from "../../src/sample/days/sampleLocation.ts";
import { sampleNights } from "../../src/sample/nights/sampleNights.ts";
import { sampleRecords } from "../../src/sample/records/sampleRecords.ts";
import { sampleWorkouts } from "../../src/sample/records/sampleWorkouts.ts";

/** First 16 hexadecimal digits of the SHA-256 of each part as JSON, and its number of records. */
async function digests(options: SampleOptions): Promise<Record<string, string>> {
  const life = simulateLife(options);
  const { events, ...annotations } = sampleAnnotations(options, life);
  const { calendars, events: appointments } = sampleCalendar(options, life);
  const { updates, map, visits } = sampleLocation(options);
  const records: Record<string, unknown[]> = {};
  for (const { data_type, records: some } of sampleRecords(options, life)) {
    (records[data_type] ??= []).push(...some);
  }
  const parts: Record<string, unknown> = {
    ...records,
    nights: sampleNights(),
    annotations,
    "annotation events": events,
    workouts: sampleWorkouts(options, life),
    calendars,
    "calendar events": appointments,
    "location updates": updates,
    "map locations": map,
    visits,
  };
  const hashed = Object.entries(parts).map(async ([name, part]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(part));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const count = Array.isArray(part) ? part.length : Object.keys(part as object).length;
    return [name, `${count} ${digest.toHex().slice(0, 16)}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

Deno.test("the records of the sample with seed 1 have not changed", async () => {
  assertEquals(await digests({}), {
    "annotation events": "2869 b28b9a101b4aa0fc",
    "calendar events": "489 90acd40f94d9860a",
    "location updates": "13920 36e07fd644b561c5",
    "map locations": "8081 23aedcd282737d6b",
    ActiveCaloriesBurned: "9205 93228dd214c1dc29",
    CaloriesConsumed: "1569 8ea4da05dcab61e5",
    DistanceTraveledCycling: "422 1b26a55701ea6aca",
    DistanceTraveledOnFoot: "13019 78489b317d793c5d",
    DistanceTraveledSwimming: "139 835a49986dfc6187",
    HeartRate: "39406 71bace20e41ea516",
    HeartRateVariabilitySDNN: "493 930e242297c16af2",
    RestingHeartRate: "493 cc2fc8c4c2f3a110",
    SleepStage: "50987 984af3def723391d",
    StepCount: "13019 917e0f7a49f80620",
    SwimmingStrokeCount: "139 df9a04ad63befaef",
    Weight: "89 d7d66a6c143c8a2e",
    annotations: "2 ee52b6c0756a6bab",
    calendars: "1 fda1cb0262c3d83d",
    nights: "526 dd413d327bdad471",
    visits: "1027 aa3ab12ab4d59c3c",
    workouts: "303 13070e23e720ce24",
  });
});

Deno.test("the records of the sample's last weeks with another seed have not changed", async () => {
  assertEquals(await digests({ seed: 7, days: 40 }), {
    "annotation events": "229 691ccfbd9810402b",
    "calendar events": "39 aed2c02567fd8019",
    "location updates": "4247 ff1546c185853cdc",
    "map locations": "681 2c45a2375377c1da",
    ActiveCaloriesBurned: "748 be6021f6950ef34b",
    CaloriesConsumed: "134 de5f68d72eb0d209",
    DistanceTraveledCycling: "40 1e1b775cc835c8ba",
    DistanceTraveledOnFoot: "1104 25a2e285fddd007c",
    DistanceTraveledSwimming: "8 2773472f8be1296a",
    HeartRate: "11950 eeb6c37965783da6",
    HeartRateVariabilitySDNN: "40 1c8cf5c66f3c0f96",
    RestingHeartRate: "40 cfd7e87246f9d3ad",
    SleepStage: "4121 a39df4e59a0d0c89",
    StepCount: "1104 d35f4e94bf5d9c3b",
    SwimmingStrokeCount: "8 d44fda9d59baa2af",
    Weight: "8 07402b6c08381318",
    annotations: "2 b444fa2fa9c4cde9",
    calendars: "1 5cfa447809e62683",
    nights: "526 dd413d327bdad471",
    visits: "87 772cd873a0da7c8f",
    workouts: "28 40eaccf5ed3135b0",
  });
});
