import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { localDay } from "../../../src/read/export/localDay.ts";

const files = { seen: 1, read: 1 };
const minute = 60_000_000;

Deno.test("a coarse sample counts if no finer sample of its metric starts within it", async () => {
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
        collector.coarseSample("StepCount", { ...rest, ...span, source: `${at} ${length}` });
      }
      for (const at of fine) {
        collector.sample("StepCount", { ...rest, start: at * minute, end: (at + 1) * minute });
      }
      const { metrics } = await collector.collected(files);
      const kept = metrics["StepCount"] === undefined
        ? []
        : metrics["StepCount"].getColumn("source").toArray().filter((name) => name !== "fine");
      const expected = coarse.filter(([at, length]) =>
        !fine.some((one) => one >= at && one < at + length)
      ).map(([at, length]) => `${at} ${length}`);
      assertEquals([...new Set(kept)].sort(), [...new Set(expected)].sort());
    },
  ));
});

Deno.test("a coarse night counts only without stages, and the rows that are left out are counted", async () => {
  const collector = new ExportCollector("test", {});
  const hour = 60 * minute;
  collector.coarseStage({ start: 0, end: 8 * hour, stage: 1, source: "a" });
  collector.coarseStage({ start: 24 * hour, end: 32 * hour, stage: 1, source: "a" });
  collector.stage({ start: hour, end: 2 * hour, stage: 4, source: "a" });
  const { sleep, report } = await collector.collected(files);
  assertEquals(toRows(columnsOf(sleep)).map(({ sleep_stage }) => sleep_stage), [4, 1]);
  assertEquals(report.skipped, { "a total whose detailed rows are in the export as well": 1 });
});

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
