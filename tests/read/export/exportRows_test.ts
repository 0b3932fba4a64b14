import { assert, assertEquals } from "@std/assert";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { makePause } from "../../../src/options/pause.ts";
import { ExportRows } from "../../../src/read/export/exportRows.ts";
import { TABLES } from "../../../src/read/export/exportTables.ts";
import { Texts } from "../../../src/read/export/texts.ts";
import { threadTime } from "../../helpers/threadTime.ts";
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

/** Returns locations at times; each file has a part of them. */
function locationsAt(times: readonly (readonly [file: string, time: number])[]): ExportRows {
  const rows = new ExportRows(TABLES.locations, new Texts());
  for (const [file, time] of times) {
    rows.startFile(file);
    rows.add({ time, latitude_degrees: 0, longitude_degrees: 0 });
  }
  return rows;
}

Deno.test("rows are removed within each copy whose original has rows there", async () => {
  const random = randomBy(7), pause = makePause(undefined);
  for (let round = 0; round < 200; round++) {
    const files = ["a", "b", "c"];
    const times = Array.from({ length: 40 }, () => [files[random(3)]!, random(30)] as const);
    const copies = Array.from({ length: 8 }, () => {
      const start = random(30), [file, keptIn] = [files[random(3)]!, files[random(4)]];
      return { file, keptIn, start, end: start + random(8) };
    });
    const has = (of: string | undefined, { start, end }: { start: number; end: number }) =>
      times.some(([file, time]) => file === of && time >= start && time <= end);
    const removed = times.filter(([file, time]) =>
      copies.some((copy) =>
        has(copy.keptIn, copy) && file === copy.file && time >= copy.start && time <= copy.end
      )
    );
    const rows = locationsAt(times);
    assertEquals(await rows.removeWithin(copies, pause), removed.length);
    const left = times.filter((row) => !removed.includes(row)).map(([, time]) => time);
    const { rows: order } = await rows.ordered(pause), numbers = rows.numbers("time");
    assertEquals(
      Array.from(order, (row) => numbers[row]),
      [...new Set(left)].sort((a, b) => a - b),
    );
  }
});

Deno.test("rows of copies are found in time in proportion to their number", async () => {
  const timeOf = async (count: number): Promise<number> => {
    const rows = locationsAt(
      Array.from({ length: count }, (_, i) => [i % 2 === 0 ? "a" : "b", i] as const),
    );
    const copies = Array.from(
      { length: count },
      (_, i) => ({ file: "a", keptIn: "b", start: i, end: i + count / 2 }),
    );
    const begun = threadTime();
    assertEquals(await rows.removeWithin(copies, makePause(undefined)), count / 2);
    return threadTime() - begun;
  };
  await timeOf(1_000); // compiles the code
  let least = Infinity;
  for (let i = 0; i < 5 && least > 8; i++) {
    least = Math.min(least, await timeOf(16_000) / await timeOf(4_000));
  }
  assert(least < 8, `four times the copies take ${least} times as long`);
});
