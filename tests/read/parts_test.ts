import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { pathToFileURL } from "node:url";
import type { Row } from "../../src/frame/polars/rows.ts";
import { any } from "../../src/read/any.ts";
import type { MakerExport } from "../../src/read/export/makerExport.ts";
import { parts } from "../../src/read/parts.ts";
import { TAKEOUT_FILES } from "./fitbitFiles.ts";
import { exportXml, nightRecords, recordXml, stamp, zipOf } from "./healthFile.ts";
import { rows, zipped } from "./export/exportFixture.ts";

const FIRST = Date.UTC(2024, 2, 30);
/** Records of several kinds in turn, enough for many pieces of the file. */
const XML = exportXml(
  ...nightRecords("2024-03-29", 200).map(recordXml),
  ...Array.from({ length: 6000 }, (_, i) => {
    const [type, unit] = [["StepCount", "count"], ["HeartRate", "count/min"], [
      "Fancy",
      "m",
    ]][i % 3]!;
    const start = stamp(FIRST + i * 60_000), end = stamp(FIRST + i * 60_000 + 30_000);
    const value = i === 77 ? "many" : String(i % 100);
    return recordXml({ type: `HKQuantityTypeIdentifier${type}`, start, end, value, unit: unit! });
  }),
  recordXml({ type: "HKCategoryTypeIdentifierOdd", start: stamp(FIRST), end: stamp(FIRST) }),
  ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" startDate="${
    stamp(FIRST)
  }" endDate="${stamp(FIRST + 600_000)}"/>\n`,
);
const FILE = zipOf([{ name: "apple_health_export/export.xml", content: XML }]);
const TZ = { tz: "Europe/Berlin" };

/** All rows of an export by the name of their frame. */
function allRows({ metrics, others, ...tables }: MakerExport): Record<string, Row[]> {
  const { sleep, workouts, locations, events } = tables;
  return Object.fromEntries(
    Object.entries({ ...metrics, ...others, sleep, workouts, locations, events })
      .map(([name, frame]) => [name, rows(frame)]),
  );
}

Deno.test("the parts of an Apple Health export have all its rows in the same order, and the same report", async () => {
  for (const range of [{}, { range: "2024-04" }, { only: ["sleep"] as const }]) {
    const whole = await any(FILE, { ...TZ, ...range });
    const joined: Record<string, Row[]> = {};
    let count = 0, last: MakerExport | undefined;
    for await (const part of parts(FILE, { ...TZ, ...range, rows: 500 })) {
      for (const [name, own] of Object.entries(allRows(part))) {
        (joined[name] ??= []).push(...own);
      }
      count++;
      last = part;
    }
    assertEquals(count > 3, true, `${count} parts`);
    assertEquals(joined, allRows(whole));
    assertEquals(last!.report, whole.report);
  }
});

Deno.test("exports of other vendors, and an export without rows, are one part", async () => {
  const takeout = zipped(TAKEOUT_FILES);
  const fitbit = await Array.fromAsync(parts(takeout, { ...TZ, rows: 1 }));
  assertEquals(fitbit.map(allRows), [allRows(await any(takeout, TZ))]);
  const [empty, ...more] = await Array.fromAsync(parts(new Blob(["<HealthData></HealthData>"])));
  assertEquals([empty!.report.read, more], [{}, []]);
});

Deno.test("an export can be a path, bytes, a list or a stream, which is read once", async () => {
  const path = await Deno.makeTempFile({ suffix: ".zip" });
  try {
    await Deno.writeFile(path, FILE);
    const { report } = await any(FILE, TZ);
    for (
      const source of [
        path,
        pathToFileURL(path),
        [path],
        new Blob([FILE]),
        new Blob([FILE]).stream(),
      ]
    ) assertEquals((await any(source, TZ)).report, report);
    const unnamed = (await any(new Blob([XML]).stream(), TZ)).report;
    const problems = report.problems.map((problem) => ({ ...problem, file: "the file" }));
    assertEquals({ ...unnamed }, { ...report, problems });
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("parts that are not read to the end close the file, and a signal stops them", async () => {
  const path = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    await Deno.writeTextFile(path, XML);
    for await (const { report } of parts(path, { ...TZ, rows: 10 })) {
      assertEquals(report.reader, "appleHealth");
      break; // the sanitizer of resources holds the file to be closed
    }
    const stop = new AbortController();
    await assertRejects(
      async () => {
        for await (const _ of parts(path, { ...TZ, rows: 10, signal: stop.signal })) {
          stop.abort(new Error("enough"));
        }
      },
      Error,
      "enough",
    );
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("parts() rejects unreadable sources, and an invalid number of rows", async () => {
  for (const rows of [0, -1, 1.5, NaN]) {
    assertThrows(() => parts(FILE, { rows }), RangeError, "expected rows to be a whole number");
  }
  assertThrows(() => parts(FILE, { row: 1 } as never), TypeError, "rows");
  assertThrows(() => parts(FILE, { rows: "all" as never }), TypeError, 'rows is the text "all"');
  await assertRejects(() => parts("nowhere").next(), TypeError, "the file nowhere does not exist");
  await assertRejects(() => parts(FILE, { tz: "Mars" }).next(), RangeError, "Mars");
  const cut = new TextEncoder().encode(XML.slice(0, -200));
  const all = await Array.fromAsync(parts(cut, { ...TZ, rows: 500 }));
  assertMatch(all.at(-1)!.report.problems[0]!.reason, /^the file is cut short in .* not read$/);
  const strict = parts(cut, { ...TZ, rows: 500, strict: true });
  await assertRejects(() => Array.fromAsync(strict), TypeError, "Cannot read the health export");
});
