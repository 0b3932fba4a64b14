import { assert, assertEquals, assertThrows } from "@std/assert";
import { demo, plot, read, series, sleep } from "@lifeframe/lifeframe";
import { zipped } from "../../read/export/exportFixture.ts";
import { TAKEOUT_FILES } from "../../read/fitbitFiles.ts";
import { exportXml, recordXml } from "../../read/healthFile.ts";

const me = await demo({ days: 12 }), when = { days: 7 };
const heart = await me.series("HeartRate", when, { every: "5m" });
const night = await me.lastNight(), totals = await me.totals("StepCount", when);
const takeout = await read.any(new Blob([zipped(TAKEOUT_FILES)]), { tz: "Europe/Berlin" });
const health = await read.appleHealth(
  new Blob([
    exportXml(recordXml({
      type: "HKQuantityTypeIdentifierHeartRate",
      start: "2024-03-31 12:00:00 +0200",
      end: "2024-03-31 12:00:00 +0200",
      value: "61",
      unit: "count/min",
    })),
  ]),
);

/** Fields that users expect, and their name in the answer. */
const FIELDS: readonly (readonly [what: string, value: object, field: string, meant: string])[] = [
  ["a night", night, "efficiency", '"SE"'],
  ["a night", night, "totalSleep", '"TST"'],
  ["a night without sleep", await me.lastNight({ date: "2001-01-01" }), "asleep", '"TST"'],
  ["totals", totals, "sum", '"total"'],
  ["totals", totals, "average", '"mean"'],
  ["a digest", await me.digest(when), "text", '"sentences"'],
  ["a day", await me.day("2025-03-18"), "weather", "facts, sections"],
  ["the provenance", await me.provenance(when), "version", "facts"],
  ["a picture", plot.line(heart), "toSVG", '"svg"'],
  ["a comparison", series.cosinor(heart), "rsquared", '"R2"'],
  ["the units", sleep.timing(await me.stages(when)).unit, "jetlag", '"SJL"'],
  ["a frame", heart, "hart_rate", '"heart_rate"'],
  ["a frame", heart, "toCSV", '"writeCSV"'],
  ["a frame", heart, "resample", "series.resample(frame, { every })"],
  ["a frame made of a frame", heart.head(3), "sort_values", '"sort"'],
  ["an export", takeout, "stages", "sleep"],
  ["a health export", health, "HeartRate", "records.HKQuantityTypeIdentifierHeartRate"],
  ["the client's ranges", me.range, "lastday", "lastDays"],
  ["the client's catalog", me.catalog, "search", "list, get"],
  ["a noun of the interface", me.api.metrics, "list", "catalog, samples"],
  ["the interface", me.api, "heart", "metrics, sleep"],
];

for (const [what, value, field, meant] of FIELDS) {
  Deno.test(`${field} of ${what} is an error that gives ${meant}`, () => {
    const { message } = assertThrows(
      () => (value as Record<string, unknown>)[field],
      TypeError,
    );
    assert(message.startsWith("Cannot read ") && message.includes(meant), message);
  });
}

Deno.test("a night has its metrics as fields, with unit and reason", async () => {
  const { name, value } = Object.groupBy(
    [...night.frame.toRecords()].flatMap((row) => [
      { key: "name", cell: row["name"] },
      { key: "value", cell: row["value"] },
    ]),
    ({ key }) => key as "name" | "value",
  );
  const fields = night as unknown as Record<string, unknown>;
  assert(night.TST! > 60 && night.unit.TST === "min" && night.reason.TST === null);
  assertEquals(name!.map(({ cell }) => fields[String(cell)]), value!.map(({ cell }) => cell));
  const none = await me.lastNight({ date: "2001-01-01" });
  assertEquals([none.TST, none.reason.TST, none.facts], [null, "no sleep is recorded", null]);
});

Deno.test("answers still work with JSON, copies and comparisons", () => {
  assertEquals(JSON.parse(JSON.stringify(takeout.report)).reader, "fitbit");
  assertEquals({ ...takeout }.sleep, takeout.sleep);
  assert(heart.frameEqual(heart.clone()));
  assert(!("toSVG" in plot.line(heart)));
});

Deno.test("totals have the unit of each value, and the reason why one is missing", async () => {
  assertEquals([totals.unit.total, totals.unit.mean, totals.reason.total], [
    "steps",
    "steps",
    null,
  ]);
  const rate = await me.totals("HeartRate", when);
  assertEquals(rate.reason.mean, null);
  assert(rate.reason.total?.includes("do not add up"));
  assertThrows(() => (totals.unit as Record<string, string>)["median"], TypeError, "no such field");
  const none = await me.totals("StepCount", "2001-01");
  assertEquals([none.mean, none.reason.mean], [null, "no day has data"]);
});
