import { assertEquals } from "@std/assert";
import { any } from "../../../src/read/any.ts";
import { EXAMPLE_FILES } from "../exampleFiles.ts";
import fc from "fast-check";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { localDay } from "../../../src/read/export/localDay.ts";

/** Metrics that vendors give both by day and in detail. */
const ADDING = [
  "StepCount",
  "DistanceTraveledOnFoot",
  "ActiveCaloriesBurned",
  "BasalCaloriesBurned",
];

const instant = (text: unknown): number => Date.parse(String(text));

const files = { seen: 1, read: 1 };
const minute = 60_000_000;

Deno.test("a total counts if the finer samples within it add up to less than nine tenths", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 8 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 })), {
      maxLength: 6,
    }),
    async (fine, coarse) => {
      const collector = new ExportCollector("test", {});
      const rest = { value: 1, unit: "steps", source: "fine" };
      for (const [at, length] of coarse) {
        const span = { start: at * minute, end: (at + length) * minute };
        collector.total("StepCount", { ...rest, ...span, value: 4, source: `${at} ${length}` });
      }
      for (const at of fine) {
        collector.sample("StepCount", { ...rest, start: at * minute, end: (at + 1) * minute });
      }
      const { metrics } = await collector.collected(files);
      const kept = metrics["StepCount"] === undefined
        ? []
        : metrics["StepCount"].getColumn("source").toArray().filter((name) => name !== "fine");
      const within = ([at, length]: [number, number]): number[] =>
        [...new Set(fine)].filter((one) => one >= at && one < at + length);
      const counted = coarse.filter((one) => within(one).length < 3.6);
      const expected = counted.map(([at, length]) => `${at} ${length}`);
      assertEquals([...new Set(kept)].sort(), [...new Set(expected)].sort());
      // nothing counts twice: finer rows are left only outside of totals that count
      const left = toRows(columnsOf(metrics["StepCount"] ?? toFrame({})))
        .filter(({ source }) => source === "fine").length;
      const gone = new Set(counted.flatMap(within));
      assertEquals(left, [...new Set(fine)].filter((one) => !gone.has(one)).length);
    },
  ));
});

Deno.test("a coarse night counts only without stages, and the rows that are left out are counted", async () => {
  const collector = new ExportCollector("test", {});
  const hour = 60 * minute;
  collector.coarseStage({ start: 0, end: 8 * hour, stage: 1, source: "a" });
  collector.coarseStage({ start: 24 * hour, end: 32 * hour, stage: 1, source: "a" });
  collector.stage({ start: hour, end: 5 * hour, stage: 4, source: "a" });
  const { sleep, report } = await collector.collected(files);
  assertEquals(toRows(columnsOf(sleep)).map(({ sleep_stage }) => sleep_stage), [4, 1]);
  assertEquals(report.skipped, { "a total whose detailed rows are in the export as well": 1 });
});

Deno.test("a coarse night counts if its stages cover less than half of it, and the report says so", async () => {
  const collector = new ExportCollector("test", {}), hour = 60 * minute;
  collector.coarseStage({ start: 0, end: 8 * hour, stage: 1, source: "a" }, "line 3");
  collector.stage({ start: hour, end: 3 * hour, stage: 4, source: "a" });
  collector.stage({ start: hour, end: 4 * hour, stage: 2, source: "b" }); // three of eight hours
  const { sleep, report } = await collector.collected(files);
  assertEquals(toRows(columnsOf(sleep)).map(({ sleep_stage }) => sleep_stage), [1]);
  assertEquals(report.skipped, {
    "detailed rows with only a part of a total, which counts instead": 1,
  });
  assertEquals(report.problems[0]!.reason.slice(-32), ": 37 % from 1970-01-01T00:00:00Z");
  assertEquals(report.problems[0]!.where, "line 3");
});

Deno.test("detailed samples count on a day that the range cuts, and always for values that do not add up", async () => {
  const day = 24 * 60 * minute, steps = { unit: "steps", source: "a" };
  const collector = new ExportCollector("test", {
    range: { start_time: "1970-01-01T12:00Z", end_time: "1970-01-03T00:00Z" },
  });
  for (const start of [0, day]) {
    collector.total("StepCount", { ...steps, start, end: start + day, value: 9000 });
    collector.sample("StepCount", { ...steps, start: start + 0.75 * day, value: 10 });
  }
  collector.coarseSample("Weight", { unit: "kg", source: "a", start: 0, end: day, value: 70 });
  collector.sample("Weight", { unit: "kg", source: "a", start: 0.75 * day, value: 71 });
  const { metrics } = await collector.collected(files);
  const values = (name: string) => metrics[name]!.getColumn("value").toArray();
  assertEquals([values("StepCount"), values("Weight")], [[10, 9000], [71]]);
});

for (const [name, file] of Object.entries(EXAMPLE_FILES)) {
  Deno.test(`read.any() counts either a total or its details, never both (${name})`, async () => {
    const read = await any(file, { tz: "Europe/Berlin" });
    for (const metric of ADDING) {
      const rows = "metrics" in read && metric in read.metrics
        ? toRows(columnsOf(read.metrics[metric]!))
        : [];
      const spans = rows.map((row) =>
        [instant(row["start_time"]), instant(row["end_time"])] as const
      );
      for (const [start, end] of spans.filter(([start, end]) => end - start > 72_000_000)) {
        const within = spans.filter(([from, to]) =>
          from >= start && from < end && to - from < end - start
        );
        assertEquals(within, [], metric);
      }
    }
  });
}

Deno.test("an invalid number is reported with its column", async () => {
  const collector = new ExportCollector("test", {});
  collector.workout({ start: 0, end: minute, distance_m: NaN, source: "a" }, "line 2");
  const { workouts, report } = await collector.collected(files);
  assertEquals(workouts.height, 0);
  assertEquals(report.problems, [
    { file: "", where: "line 2", reason: "its value is not a number: distance_m" },
  ]);
});

Deno.test("localDay() returns days of 23 to 25 hours, even if midnight is skipped", async () => {
  const collector = new ExportCollector("test", {});
  const hours = (date: string, tz: string) => {
    const day = localDay(date, tz, collector)!;
    return (day.end - day.start) / 3.6e9;
  };
  assertEquals(hours("2024-03-31", "Europe/Berlin"), 23);
  assertEquals(hours("2024-10-27", "Europe/Berlin"), 25);
  assertEquals(hours("2018-11-04", "America/Sao_Paulo"), 23);
  assertEquals(hours("2024-04-07", "Australia/Lord_Howe"), 24.5);
  assertEquals(localDay("2024-02-30", "UTC", collector), undefined);
  assertEquals(localDay(undefined, "UTC", collector), undefined);
  assertEquals(localDay("2024-02-03", undefined, collector), undefined);
  const { report } = await collector.collected(files);
  assertEquals(report.skipped, {
    "its day is not a date": 2,
    "its day needs a zone; pass tz": 1,
  });
});
