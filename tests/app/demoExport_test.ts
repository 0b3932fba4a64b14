import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { demo, local, read } from "../../mod.ts";
import { demoExport } from "../../src/app/demoExport.ts";

const tz = "Europe/Berlin", days = 7;
const me = await demo({ days }), week = me.range.lastDays(days);
const file = await demoExport({ days });

Deno.test("an export of the sample has the sleep of the sample", async () => {
  const { sleep, report } = await read.appleHealth(file, { tz });
  assertEquals(report.skipped, 0);
  const rows = sleep.sort("start_time").toRecords();
  const stages = await me.stages(week, { allSources: true });
  const keys = (all: typeof rows): string[] =>
    all.map((row) =>
      [Number(row["start_time"]), Number(row["end_time"]), row["sleep_stage"], row["source"]].join()
    ).sort();
  const first = Number(week.start_time.epochMilliseconds);
  const whole = rows.filter((row) => Number(row["start_time"]) >= first);
  const there = new Set(keys(whole));
  assert(stages.height > 500);
  for (const key of keys(stages.toRecords())) {
    const [start, end] = key.split(",").map(Number);
    const isCut = start! <= first || end! >= me.now().epochMilliseconds; // by the range
    assert(isCut || there.has(key), key);
  }
});

Deno.test("an imported export of the sample has the totals of the sample", async () => {
  await using own = await local({ tz, now: () => me.now() });
  await own.ingest(file);
  const range = me.range.between("2025-03-16", "2025-03-20");
  const metrics = ["StepCount", "ActiveCaloriesBurned", "DistanceTraveledOnFoot"] as const;
  for (const metric of metrics) {
    const [mine, theirs] = await Promise.all(
      [me, own].map(async (who) => (await who.totals(metric, range)).total!),
    );
    assertAlmostEquals(theirs!, mine!, Math.abs(mine!) * 0.001, metric);
  }
});

Deno.test("a sample export is the same each time, and checks its options", async () => {
  assertEquals(await (await demoExport({ days })).text(), await file.text());
  await assertRejects(() => demoExport({ day: 3 } as never), TypeError, "days");
  await assertRejects(() => demoExport({ days: 0 }), RangeError, "days");
});

Deno.test("an export of vendor dreem has five scorings of equal length per night", async () => {
  const scored = await demoExport({ vendor: "dreem" });
  assertEquals(scored.name, "dod-h.json");
  const nights: Record<string, Record<string, string>> = JSON.parse(await scored.text());
  assertEquals(Object.keys(nights).length, 25);
  for (const [night, scorers] of Object.entries(nights)) {
    const texts = Object.values(scorers);
    assertEquals(texts.length, 5, night);
    assertEquals(new Set(texts.map((codes) => codes.length)).size, 1, night);
    for (const codes of texts) assert(/^[0-4.]{600,1500}$/.test(codes), night);
  }
  await assertRejects(() => demoExport({ vendor: "dreem", days: 3 }), TypeError, "days");
  await assertRejects(() => demoExport({ vendor: "fitbit" as never }), RangeError, '"apple"');
});
