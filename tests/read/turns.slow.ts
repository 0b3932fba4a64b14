import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { any } from "../../src/read/any.ts";
import { READERS } from "../../src/read/readers.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { unzipped, zipped } from "./export/exportFixture.ts";
import { threadTime } from "../helpers/threadTime.ts";
import { gadgetbridgeFile } from "./gadgetbridgeFile.ts";
import { heartRateTable } from "./lifeframeFiles.ts";
import { edfFile, HYPNOGRAM } from "./laboratoryFiles.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Grow = (bytes: Bytes) => Bytes;

/** Bytes of a large file. */
const LARGE = 4_000_000;

/** Longest turn in milliseconds. */
const MOST = 50;

/**
 * Number of times that a file is read at most, until all turns of one reading are short. The first
 * reading compiles the code, and any may be interrupted by the garbage collection of another test.
 */
const READINGS = 10;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** Repeats the last line. */
const lines: Grow = (bytes) => {
  const text = textOf(bytes).trimEnd(), last = text.slice(text.lastIndexOf("\n"));
  return utf8(text + last.repeat(LARGE / last.length));
};

/** Repeats the entries of the longest list up to a size. */
const listTo = (most: number): Grow => (bytes) => {
  const value = JSON.parse(textOf(bytes));
  let longest: unknown[] = [], length = 0;
  JSON.stringify(value, (_, each) => {
    const size = Array.isArray(each) ? JSON.stringify(each).length : 0;
    if (size > length && !(each as unknown[]).some((one) => longest.includes(one))) {
      [longest, length] = [each, size];
    }
    return each;
  });
  const entries = [...longest], times = Math.ceil(most / length);
  for (let i = 0; i < times; i++) longest.push(...entries);
  return utf8(JSON.stringify(value));
};

const list = listTo(LARGE);

/** Repeats what lies between the first start and the last end of an element. */
const elements = (start: string, end: string, most = LARGE): Grow => (bytes) => {
  const text = textOf(bytes), from = text.indexOf(start), to = text.lastIndexOf(end) + end.length;
  return utf8(
    text.slice(0, to) + text.slice(from, to).repeat(most / (to - from)) + text.slice(to),
  );
};

/** Doubles the rows of a table until there are 60,000. */
const rows = (table: string): Grow => (bytes) => {
  const path = Deno.makeTempFileSync();
  Deno.writeFileSync(path, bytes);
  const database = new DatabaseSync(path);
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 0`)
    .all().map(({ name }) => name).join(", ");
  for (let changed = 0; changed < 30_000;) {
    changed = Number(
      database.prepare(`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table}`).run()
        .changes,
    );
  }
  database.close();
  const grown = Deno.readFileSync(path);
  Deno.removeSync(path);
  return grown;
};

/** Repeats whole files, one after the other. */
const files: Grow = (bytes) => {
  const all = new Uint8Array(bytes.length * Math.floor(1_000_000 / bytes.length));
  for (let at = 0; at < all.length; at += bytes.length) all.set(bytes, at);
  return all;
};

/** How the largest file of each reader grows. */
const GROW: Readonly<Record<string, Grow>> = {
  lifeframe: () => heartRateTable(100_000), // the most rows of a table
  appleHealth: elements("<Record", "/>"),
  fitbit: list,
  whoop: lines,
  withings: lines,
  oura: lines,
  garmin: list,
  samsungHealth: lines,
  healthConnect: rows("heart_rate_record_series_table"),
  googleFit: list,
  googleTimeline: list,
  polar: list,
  strava: lines,
  garminCsv: lines,
  sleepAsAndroid: lines,
  sleepCycle: lines,
  libreView: lines,
  dexcom: lines,
  nightscout: list,
  daylio: lines,
  bearable: lines,
  fhir: list,
  openMhealth: list,
  actiwatch: lines,
  condor: lines,
  eightSleep: listTo(1_000_000), // twenty years of nights
  huawei: list,
  lingo: lines,
  zepp: lines,
  miFitness: lines,
  omron: lines,
  agd: rows("data"),
  gadgetbridge: () =>
    gadgetbridgeFile({
      MI_BAND_ACTIVITY_SAMPLE: Array.from({ length: 60_000 }, (_, minute) => ({
        TIMESTAMP: Date.UTC(2024, 0, 1, 0, minute) / 1000,
        DEVICE_ID: 1,
        USER_ID: 1,
        RAW_INTENSITY: 20,
        STEPS: 12,
        RAW_KIND: 1,
        HEART_RATE: 70,
      })),
    }),
  fit: files,
  gpx: elements("<trkpt", "</trkpt>"),
  tcx: elements("<Trackpoint>", "</Trackpoint>"),
  ics: (bytes) => {
    let number = 0;
    const single = textOf(bytes).replaceAll(/^RRULE:.*\n/gm, "");
    const grown = elements("BEGIN:VEVENT", "END:VEVENT\n", 400_000)(utf8(single));
    return utf8(textOf(grown).replaceAll(/^UID:.*/gm, () => `UID:${number++}`));
  },
  awd: (bytes) => utf8(textOf(bytes) + "12\n".repeat(1_000_000)), // two years of minutes
  edf: () => edfFile(Array(20_000).fill(HYPNOGRAM).flat()),
};

/**
 * Repeats work until no time between two turns of the event loop exceeds the bound. Returns the
 * longest time of the best run, in milliseconds.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let gap = Infinity;
  for (let i = 0; i < READINGS && gap >= MOST; i++) gap = Math.min(gap, await turnOf(work));
  return gap;
}

/** Runs work; returns the longest time between two turns of the event loop, in milliseconds. */
async function turnOf(work: () => Promise<unknown>): Promise<number> {
  let last = threadTime(), longest = 0, isDone = false;
  const tick = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) timer = setTimeout(tick, 0);
  };
  let timer = setTimeout(tick, 0);
  try {
    await work();
  } finally {
    isDone = true;
    clearTimeout(timer);
    tick();
  }
  return longest;
}

Deno.test("every reader has a large file", () => {
  assertEquals(Object.keys(GROW).sort(), READERS.map(({ name }) => name).sort());
});

for (const { name } of READERS) {
  const grow = GROW[name];
  if (grow === undefined) continue;
  Deno.test(`${name} reads a large file in turns, so that others run meanwhile`, async () => {
    const example = EXAMPLE_FILES[name]!, files = await unzipped(example);
    const [path, bytes] = Object.entries(files)
      .reduce((most, one) => one[1].length > most[1].length ? one : most);
    const large = { ...files, [path]: grow(bytes) };
    const file = Object.keys(files).length === 1 && path === example.name
      ? new File([large[path]!], path)
      : new File([zipped(large)], example.name);
    const gap = await longestTurn(async () => {
      const { report } = await any(file, { tz: "Europe/Berlin" });
      assertEquals(report.reader, name);
    });
    if (Deno.env.get("LIFEFRAME_PRINT") === "1") {
      Deno.stderr.writeSync(utf8(`${name}: ${Math.round(gap)} ms\n`));
    }
    assert(gap < MOST, `${Math.round(gap)} ms`);
  });
}

Deno.test("XML of forbidden characters is read in turns", async () => {
  const forbidden = "\u0001".repeat(1_000_000);
  const file = new File([`<gpx><trk><name>${forbidden}</name></trk></gpx>`], "walk.gpx");
  const gap = await longestTurn(async () => {
    const { report } = await any(file, { tz: "UTC" });
    assertEquals(report.skipped["XML does not allow the character"], 1_000_000);
  });
  assert(gap < MOST, `${Math.round(gap)} ms`);
});

Deno.test("well compressed data is decompressed in turns", async () => {
  const track = `<gpx><trk><name>a</name></trk></gpx>${" ".repeat(100_000_000)}`;
  const file = new File([zipped({ "walk.gpx": track })], "walk.zip");
  assert(file.size < 200_000);
  const gap = await longestTurn(() => any(file, { tz: "UTC" }));
  assert(gap < MOST, `${Math.round(gap)} ms`);
});
