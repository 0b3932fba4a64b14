import { assert, assertEquals, assertRejects } from "@std/assert";
import { local } from "../../src/app/local.ts";
import { METRIC_TABLE } from "../../src/api/fields/metricTable.ts";
import { any } from "../../src/read/any.ts";
import { appleHealth } from "../../src/read/appleHealth/appleHealth.ts";
import type { ExportFile } from "../../src/read/export/exportFile.ts";
import { recognizeFiles } from "../../src/read/export/readExport.ts";
import { READERS } from "../../src/read/readers.ts";
import type { Progress } from "../../src/progress/progress.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { inFolder, zipped } from "./export/exportFixture.ts";
import { TAKEOUT_FILES } from "./fitbitFiles.ts";
import { exportXml, nightRecords, recordXml, stamp } from "./healthFile.ts";

const assertNever = (name: string): never => {
  throw new Error(`${name} is read`);
};
const START = stamp("2024-03-31T10:00:00Z"), END = stamp("2024-03-31T10:10:00Z");
const steps = (type: string): string =>
  recordXml({ type, start: START, end: END, value: "420", unit: "count" });
const XML = exportXml(
  ...nightRecords("2024-03-29", 2).map(recordXml),
  steps("HKQuantityTypeIdentifierStepCount"),
  steps("HKQuantityTypeIdentifierTimeInDaylight"),
  steps("HKQuantityTypeIdentifierStepCount").replace('value="420"', 'value="many"'),
);
const FILES = { "apple_health_export/Exportieren.xml": XML };

Deno.test("read.any() reads an Apple Health export, zipped or unzipped, into the result of all readers", async () => {
  const content = await any(zipped(FILES), { tz: "Europe/Berlin" });
  const own = await appleHealth(new TextEncoder().encode(XML), { tz: "Europe/Berlin" });
  assertEquals(content.report.reader, "appleHealth");
  assertEquals(content.sleep.toRecords(), own.sleep.toRecords());
  assertEquals(Object.keys(content.metrics), ["StepCount"]);
  assertEquals(Object.keys(content.others), ["HKQuantityTypeIdentifierTimeInDaylight"]);
  assertEquals(content.report.read["sleep"], own.sleep.height);
  assertEquals(content.report.skipped, { "the record cannot be read": 1 });
  assertEquals(content.report.problems.length, 1);
  const unpacked = await inFolder(FILES, (folder) => any(folder, { tz: "Europe/Berlin" }));
  assertEquals(unpacked.report, content.report);
});

Deno.test("a health export is stored the same by its own reader as by read.any", async () => {
  await using me = await local({ tz: "Europe/Berlin" });
  const first = await me.ingest(await appleHealth(new TextEncoder().encode(XML)));
  const { total_records } = await me.api.user.totals();
  const second = await me.ingest(await any(zipped(FILES)));
  assertEquals([second.stored, second.alreadyThere], [{}, first.stored]);
  assertEquals((await me.api.user.totals()).total_records, total_records);
});

Deno.test("read.any() keeps only the requested range of a health export", async () => {
  const night = {
    range: { start_time: "2024-03-29T12:00", end_time: "2024-03-30T12:00" },
    tz: "Europe/Berlin",
  };
  const { sleep, metrics } = await any(zipped(FILES), night);
  const whole = await any(zipped(FILES), { tz: "Europe/Berlin" });
  assertEquals(sleep.height > 0 && sleep.height < whole.sleep.height, true);
  assertEquals(metrics, {});
  const steps = await any(zipped(FILES), { tz: "Europe/Berlin", only: ["StepCount"] });
  assertEquals(steps.report.read, { StepCount: 1 });
  assertEquals([steps.sleep.height, steps.others], [0, {}]);
});

const TRACK =
  "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2024-05-01T08:00Z</time></trkpt></trkseg></trk></gpx>";

Deno.test("read.any() reads the files of several vendors in a mixed folder", async () => {
  const options = { tz: "Europe/Berlin" };
  const { report, locations, metrics } = await any(
    zipped({ ...TAKEOUT_FILES, "walk.gpx": TRACK, "notes.docx": "x" }),
    options,
  );
  assertEquals(report.reader, "fitbit, gpx");
  assertEquals(locations.height, 1);
  assertEquals(report.ignored["walk.gpx"], undefined);
  assertEquals(report.ignored["notes.docx"], 1);
  const alone = await any(zipped(TAKEOUT_FILES), options);
  assertEquals(metrics["HeartRate"]?.toRecords(), alone.metrics["HeartRate"]?.toRecords());
});

Deno.test("read.any() reads a health export together with other files", async () => {
  const { report } = await any(zipped({ ...FILES, "walk.gpx": TRACK }));
  const own = await any(zipped(FILES));
  assertEquals(report.reader, "appleHealth, gpx");
  assertEquals(report.read, { ...own.report.read, workouts: 1, locations: 1 });
  assertEquals(report.files, { seen: 2, read: 2 });
});

Deno.test("read.any() names the files and the readers if no reader recognizes an export", async () => {
  await assertRejects(() => any(zipped({ "a.txt": "x" })), TypeError, "Fitbit export");
  await assertRejects(
    () => any(zipped({ "hr.csv": "time,bpm\n" })),
    TypeError,
    "read a table with read.csv",
  );
  await assertRejects(() => any("nowhere"), TypeError, "the file nowhere does not exist");
  await assertRejects(() => any(new Uint8Array()), TypeError, "it contains the file");
  await assertRejects(() => any(zipped({})), TypeError, "it contains nothing");
});

Deno.test("read.any() reads the head of each file once, and stops at a signal", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `${i}.csv`),
    heads = new Map<string, number>();
  const files = names.map((name): ExportFile => ({
    name,
    size: 3,
    path: undefined,
    head: () => {
      heads.set(name, (heads.get(name) ?? 0) + 1);
      return Promise.resolve(new TextEncoder().encode("a,b"));
    },
    pieces: () => assertNever("pieces"),
    bytes: () => assertNever("bytes"),
  }));
  const found = await recognizeFiles(READERS, files, undefined);
  assertEquals(found.map(({ size }) => size), READERS.map(() => 0));
  assertEquals([...heads], names.map((name) => [name, 1]));
  const controller = new AbortController();
  controller.abort(new Error("enough"));
  await assertRejects(() => recognizeFiles(READERS, files, controller.signal), Error, "enough");
  const zip = zipped(Object.fromEntries(names.map((name) => [name, "a,b"])));
  await assertRejects(() => any(zip, { signal: controller.signal }), Error, "enough");
});

Deno.test("every reader has a unique name", () => {
  const names = READERS.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
});

Deno.test("every metric that a reader uses is in the catalog", async () => {
  const known = new Set<string>(METRIC_TABLE.map(([name]) => name));
  const folder = new URL("../../src/read/", import.meta.url), unknown: string[] = [];
  for (const room of Deno.readDirSync(folder)) {
    if (!room.isDirectory || ["csv", "zip", "export", "appleHealth"].includes(room.name)) continue;
    for (const { name } of Deno.readDirSync(new URL(`${room.name}/`, folder))) {
      if (!name.endsWith(".ts")) continue;
      const code = await Deno.readTextFile(new URL(`${room.name}/${name}`, folder));
      const named = code.matchAll(
        /(?:metric: |(?:sample|coarseSample|minutes|daily|add)\(\s*)"([A-Z]\w+)"/g,
      );
      unknown.push(
        ...Array.from(named, ([, metric]) => metric!).filter((name) => !known.has(name)),
      );
    }
  }
  assertEquals(unknown, []);
});

for (const [reader, file] of Object.entries(EXAMPLE_FILES)) {
  Deno.test(`read.any() reports its progress through the example file of ${reader}`, async () => {
    const seen: Progress[] = [];
    await any(file, { tz: "Europe/Berlin", onProgress: (progress) => void seen.push(progress) });
    const steps = seen.map(({ done }) => done), last = seen.at(-1)!;
    assertEquals(steps, steps.toSorted((a, b) => a - b), "it never goes back");
    assertEquals([last.ended, last.unit], [true, "bytes"]);
    assertEquals(last.done, last.total, "it ends when everything is read");
    assert(last.done > 0);
  });
}
