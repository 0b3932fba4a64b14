import { assert, assertEquals } from "@std/assert";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { randomBy } from "../../torture/mutate.ts";

const HOUR = 3_600_000_000, NOON = Date.UTC(2024, 4, 1, 12) * 1000;
const STEP = { unit: "steps", source: "Watch" };

Deno.test("rows are in order of time for any order of files, without duplicates", async () => {
  const collector = new ExportCollector("test", { tz: "Europe/Berlin" });
  for (const hour of [3, 1, 2, 1]) {
    collector.sample("StepCount", { start: NOON + hour * HOUR, value: hour, ...STEP });
  }
  const { metrics, report } = await collector.collected({ seen: 1, read: 1 });
  assertEquals(metrics["StepCount"]!.getColumn("value").toArray(), [1, 2, 3]);
  assertEquals([report.read, report.repeated], [{ StepCount: 3 }, 1]);
});

Deno.test("many rows in any order are sorted without duplicates, with pauses", async () => {
  const random = randomBy(7), length = 100_000;
  const orders = {
    random: () => random(50_000),
    ascending: (i: number) => i >> 1,
    descending: (i: number) => length - i,
    "two files": (i: number) => i % 60_000,
  };
  for (const [name, order] of Object.entries(orders)) {
    const collector = new ExportCollector("test", {}),
      minutes = Array.from({ length }, (_, i) => order(i));
    for (const minute of minutes) {
      collector.sample("StepCount", { start: NOON + minute * 60e6, value: minute, ...STEP });
    }
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void pauses++);
    const { metrics, report } = await collector.collected(
      { seen: 1, read: 1 },
      Object.assign(pause, { isDue: () => true }),
    );
    const distinct = Float64Array.from(new Set(minutes)).sort();
    assertEquals(metrics["StepCount"]!.getColumn("value").toTypedArray(), distinct, name);
    assertEquals(report.repeated, length - distinct.length, name);
    assert(pauses > 10, `${name}: ${pauses} pauses`);
  }
});

Deno.test("an instant ends at its start; a row of another source is another row", async () => {
  const collector = new ExportCollector("test", {});
  collector.sample("HeartRate", { start: NOON, value: 60, unit: "bpm", source: "A" });
  collector.sample("HeartRate", { start: NOON, value: 60, unit: "bpm", source: "B" });
  const { metrics, report } = await collector.collected({ seen: 1, read: 1 });
  assertEquals(report.repeated, 0);
  const ends = metrics["HeartRate"]!.getColumn("end_time").toArray().map(Number);
  assertEquals(ends, [NOON / 1000, NOON / 1000]);
});

Deno.test("rows that are out of range, reversed or not numeric are skipped and counted by reason", async () => {
  const collector = new ExportCollector("test", {
    range: { start_time: "2024-05-01T12:00Z", end_time: "2024-05-01T14:00Z" },
  });
  collector.startFile("a.csv");
  const add = (start: number, end: number, value = 1): void =>
    collector.sample("StepCount", { start, end, value, ...STEP }, "line 2");
  add(NOON - HOUR, NOON); // ends where the range starts
  add(NOON - HOUR, NOON + 1); // reaches into it
  add(NOON + 2 * HOUR, NOON + 3 * HOUR); // begins where it ends
  add(NOON + HOUR, NOON);
  add(NOON, NOON, NaN);
  add(NaN, NaN);
  const { report } = await collector.collected({ seen: 1, read: 1 });
  assertEquals(report.read, { StepCount: 1 });
  assertEquals(report.skipped, {
    "outside of the range": 2,
    "it ends before it starts": 1,
    "its value is not a number": 1,
    "its time is invalid, or not in 1900 to 2199": 1,
  });
  assertEquals(report.problems[0], {
    file: "a.csv",
    where: "line 2",
    reason: "it ends before it starts",
  });
});
