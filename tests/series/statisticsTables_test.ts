import { assert, assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { compare } from "../../src/series/compare.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { extendedCosinor } from "../../src/series/extendedCosinor.ts";
import { fluctuations } from "../../src/series/fluctuations.ts";
import { fragmentation } from "../../src/series/fragmentation.ts";
import { hrv } from "../../src/series/hrv.ts";
import { intensityGradient } from "../../src/series/intensityGradient.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { light } from "../../src/series/light.ts";
import { mixed } from "../../src/series/mixed.ts";
import { trend } from "../../src/series/trend.ts";
import { paired } from "../../src/series/paired.ts";
import { restingRate } from "../../src/series/restingRate.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { agreement } from "../../src/sleep/agreement.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { timing } from "../../src/sleep/timing.ts";
import { standsFor, statisticsTable } from "../helpers/statisticsTable.ts";

const hours = Array.from({ length: 72 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1, i)),
  value: i % 24 + (i * 7) % 5,
  half: i < 36 ? "a" : "b",
}));
const nights = [11, 12].map((day) => ({
  start_time: new Date(Date.UTC(2024, 0, day, 23)),
  end_time: new Date(Date.UTC(2024, 0, day + 1, 7)),
  sleep_stage: 1,
}));
const codes = ["W", "N1", "N2", "N2", "W", "N2", "N3", "R", "R", "W"];
const night = fromHypnogram(codes, { start: "2024-01-01T22:00Z", epoch: "PT1M" });

/** File and name of each table, and statistics to compare with it. */
const TABLES: readonly (readonly [path: string, name: string, compute: () => Frame])[] = [
  ["series/rhythm.ts", "rhythm", () => rhythm(hours, { y: "value", tz: "UTC" }).frame],
  [
    "series/cosinor.ts",
    "cosinor",
    () => cosinor(hours, { y: "value", tz: "UTC", harmonics: 2 }).frame,
  ],
  [
    "series/extendedCosinor.ts",
    "extendedCosinor",
    () => extendedCosinor(hours, { y: "value", tz: "UTC" }).frame,
  ],
  ["series/fluctuations.ts", "fluctuations", () => fluctuations(hours, { y: "value" }).frame],
  ["series/fragmentation.ts", "fragmentation", () => fragmentation(hours, { y: "value" }).frame],
  [
    "series/hrv.ts",
    "hrv",
    () => hrv(hours.map((row) => ({ ...row, value: 800 })), { y: "value" }).frame,
  ],
  [
    "series/intensityGradient.ts",
    "intensityGradient",
    () => intensityGradient(hours, { y: "value" }).frame,
  ],
  [
    "series/interrupted.ts",
    "interrupted",
    () => interrupted(hours, { y: "value", at: "2024-01-02", tz: "UTC" }).frame,
  ],
  [
    "series/restingRate.ts",
    "restingRate",
    () =>
      restingRate(hours.map((row) => ({ ...row, value: row.value + 50 })), { y: "value" }).frame,
  ],
  ["series/light.ts", "light", () => light(hours, { y: "value", tz: "UTC" }).frame],
  [
    "series/mixed.ts",
    "mixed",
    () =>
      mixed(hours.map((row, i) => ({ ...row, day: i % 5 })), {
        y: "value",
        x: "day",
        person: "half",
      }).frame,
  ],
  [
    "series/paired.ts",
    "paired",
    () =>
      paired(hours.map((row, i) => ({ ...row, day: i % 5 })), {
        y: "value",
        condition: "half",
        person: "day",
      }).frame,
  ],
  ["series/trend.ts", "trend", () => trend(hours, { y: "value", tz: "UTC" }).frame],
  [
    "series/compare.ts",
    "compare",
    () => compare(hours, { condition: "half", y: "value", tz: "UTC" }).frame,
  ],
  ["sleep/timing.ts", "timing", () => timing(nights, { tz: "UTC" }).frame],
  ["sleep/statistics.ts", "statistics", () => statistics(night, { tz: "UTC" })],
  ["sleep/agreement.ts", "agreement", () => agreement(night, night).frame],
];

/** Returns the name of a statistic in its table, which lists all stages under N1. */
const rowName = (name: string): string => name.replace(/^(?:W|N2|N3|REM)_(?!latency)/, "N1_");

for (const [path, name, compute] of TABLES) {
  Deno.test(`${name}() computes the statistics of the table in its documentation, no more and no fewer`, async () => {
    const rows = await statisticsTable(path, name), names = rows.flatMap((row) => row.names);
    const { name: column } = columnsOf(compute()) as unknown as { name: { values: string[] } };
    const computed = [...new Set(column.values.map(rowName))];
    assertEquals(computed.filter((own) => !names.some((row) => standsFor(row, own))), []);
    assertEquals(names.filter((row) => !computed.some((own) => standsFor(row, own))), []);
    assertEquals(new Set(names).size, names.length, "a name has two rows");
  });

  Deno.test(`the table of ${name}() describes each statistic`, async () => {
    for (const { names, cells } of await statisticsTable(path, name)) {
      assert(cells.length > 0 && cells.every((cell) => cell.trim() !== ""), names.join());
    }
  });
}
