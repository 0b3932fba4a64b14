import { assert, assertEquals } from "@std/assert";
import { demo, demoPeople, range } from "../../mod.ts";
import type { MetricName } from "../../src/api/fields/metricTable.ts";

const TZ = "Europe/Berlin";
const { me, friend } = await demoPeople({ days: 70 });
const ALL = range.lastDays(90, TZ, { until: me.now() });
const MONTH = range.between("2025-02-10", "2025-03-12", TZ);

const values = async (who: typeof me, metric: MetricName, range = MONTH): Promise<unknown[]> => {
  const rows = (await who.daily(range, { metrics: [metric] })).toRecords();
  return rows.map(({ time: _, ...row }) => Object.values(row)[0]);
};

Deno.test("demoPeople() gives the friend metrics and workouts, and no sleep", async () => {
  const held = (await friend.api.changes.available({ ...ALL })).map(({ data_type }) => data_type);
  for (const type of ["StepCount", "HeartRate", "RestingHeartRate", "Weight", "MobileWorkout"]) {
    assert(held.includes(type), type);
  }
  for (
    const type of ["SleepStage", "MomentAnnotation", "MobileLocationUpdate", "calendar_events"]
  ) {
    assert(!held.includes(type), type);
  }
  assertEquals((await friend.lastNight()).facts, null);
});

Deno.test("demoPeople() gives the friend other days: the last 60", async () => {
  for (const metric of ["StepCount", "HeartRate"] as const) {
    const mine = await values(me, metric), theirs = await values(friend, metric);
    assertEquals(theirs.filter((value) => typeof value === "number").length, 30);
    assert(theirs.every((value, i) => value !== mine[i]), metric);
  }
  const before = range.between("2025-01-12", "2025-01-19", TZ);
  assert((await values(me, "StepCount", before)).some((value) => value !== null));
  assertEquals(await values(friend, "StepCount", before), Array(7).fill(null));
});

Deno.test("demo() and demoPeople() return the same client on every call", async () => {
  const days = range.lastDays(2, TZ, { until: me.now() });
  const others = await demoPeople({ days: 3 }), alone = await demo({ days: 3 });
  const beats = await values(me, "HeartRate", days);
  assertEquals(await values(others.me, "HeartRate", days), beats);
  assertEquals(await values(alone, "HeartRate", days), beats);
  assertEquals(
    await values(others.friend, "HeartRate", days),
    await values(friend, "HeartRate", days),
  );
});
