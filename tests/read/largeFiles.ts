import { DatabaseSync } from "node:sqlite";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { unzipped, zipped } from "./export/exportFixture.ts";
import { bandMinutes, gadgetbridgeFile } from "./gadgetbridgeFile.ts";
import { fitFile, fitTime } from "./fitWriter.ts";
import { heartRateTable } from "./lifeframeFiles.ts";
import { edfFile, HYPNOGRAM } from "./laboratoryFiles.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** Returns a larger file: of `times` times the usual size. */
type Grow = (bytes: Bytes, times: number) => Bytes;

/** Bytes of a large file. */
const LARGE = 4_000_000;

/** Bytes of a long list in a JSON file. */
const LONG_LIST = 2_000_000;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** Repeats the last line. */
const lines: Grow = (bytes, times) => {
  const text = textOf(bytes).trimEnd(), last = text.slice(text.lastIndexOf("\n"));
  return utf8(text + last.repeat(times * LARGE / last.length));
};

/** Repeats the entries of the longest list up to a size. */
const listTo = (most: number): Grow => (bytes, factor) => {
  const value = JSON.parse(textOf(bytes));
  let longest: unknown[] = [], length = 0;
  JSON.stringify(value, (_, each) => {
    const size = Array.isArray(each) ? JSON.stringify(each).length : 0;
    if (size > length && !(each as unknown[]).some((one) => longest.includes(one))) {
      [longest, length] = [each, size];
    }
    return each;
  });
  const entries = [...longest], times = Math.ceil(factor * most / length);
  for (let i = 0; i < times; i++) longest.push(...entries);
  return utf8(JSON.stringify(value));
};

const list = listTo(LARGE);

/** Repeats what lies between the first start and the last end of an element. */
const elements = (start: string, end: string, most = LARGE): Grow => (bytes, times) => {
  const text = textOf(bytes), from = text.indexOf(start), to = text.lastIndexOf(end) + end.length;
  return utf8(
    text.slice(0, to) + text.slice(from, to).repeat(times * most / (to - from)) + text.slice(to),
  );
};

/** Doubles the rows of a table until there are 60,000. */
const rows = (table: string): Grow => (bytes, times) => {
  const path = Deno.makeTempFileSync();
  Deno.writeFileSync(path, bytes);
  const database = new DatabaseSync(path);
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 0`)
    .all().map(({ name }) => name).join(", ");
  for (let changed = 0; changed < times * 30_000;) {
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

/** Returns an activity with this many records. */
const activity = (count: number): Bytes => {
  const first = fitTime("2024-05-01T08:00:00Z");
  return fitFile([
    [18, [2, "Uint32", first], [7, "Uint32", count * 1000], [5, "Enum", 1]],
    ...Array.from({ length: count }, (_, second) =>
      [
        20,
        [253, "Uint32", first + second],
        [0, "Sint32", 500_000_000 + second],
        [1, "Sint32", 100_000_000],
        [3, "Uint8", 120],
      ] as const),
  ]);
};

/** Growth of the largest file of each reader. */
export const GROW: Readonly<Record<string, Grow>> = {
  lifeframe: () => heartRateTable(100_000), // the most rows of a table
  appleHealth: elements("<Record", "/>"),
  fitbit: list,
  whoop: lines,
  withings: lines,
  oura: lines,
  garmin: listTo(20_000_000),
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
  eightSleep: list,
  huawei: list,
  lingo: lines,
  zepp: lines,
  miFitness: lines,
  omron: lines,
  agd: rows("data"),
  gadgetbridge: (_, times) =>
    gadgetbridgeFile({
      MI_BAND_ACTIVITY_SAMPLE: bandMinutes(Date.UTC(2024, 0, 1), times * 60_000),
    }),
  fit: (_, times) => activity(times * 200_000),
  gpx: elements("<trkpt", "</trkpt>"),
  tcx: elements("<Trackpoint>", "</Trackpoint>", 20_000_000),
  ics: (bytes, times) => {
    let number = 0;
    const single = textOf(bytes).replaceAll(/^RRULE:.*\n/gm, "");
    const grown = elements("BEGIN:VEVENT", "END:VEVENT\n", 400_000)(utf8(single), times);
    return utf8(textOf(grown).replaceAll(/^UID:.*/gm, () => `UID:${number++}`));
  },
  awd: (bytes, times) => utf8(textOf(bytes) + "12\n".repeat(times * 1_000_000)), // two years of minutes
  edf: (_, times) => edfFile(Array(times * 20_000).fill(HYPNOGRAM).flat()),
};

/**
 * Yields the example of a reader with one list of a JSON file grown, for each list, and with each
 * JSON file that is an object as a list of that object.
 */
export async function* withLongLists(name: string): AsyncGenerator<[list: string, file: File]> {
  const example = EXAMPLE_FILES[name]!, files = await unzipped(example);
  for (const [path, bytes] of Object.entries(files).filter(([path]) => /\.json$/i.test(path))) {
    const whole = (value: unknown): File => {
      const grown = utf8(JSON.stringify(value));
      return Object.keys(files).length === 1 && path === example.name
        ? new File([grown], path)
        : new File([zipped({ ...files, [path]: grown })], example.name);
    };
    const lists = new Set<string>();
    /** Visits the lists of a value, until a visit returns true. */
    const visit = (value: unknown, at: string, take: (list: unknown[], at: string) => boolean) => {
      if (typeof value !== "object" || value === null) return false;
      if (Array.isArray(value) && value.length > 0 && take(value, at)) return true;
      return Object.entries(value).some(([key, one]): boolean =>
        visit(one, `${at}/${Array.isArray(value) ? "" : key}`, take)
      );
    };
    visit(JSON.parse(textOf(bytes)), path, (_, at) => {
      lists.add(at);
      return false;
    });
    for (const wanted of lists) {
      const value: unknown = JSON.parse(textOf(bytes));
      visit(value, path, (list, at) => {
        if (at !== wanted) return false;
        const entries = [...list], times = LONG_LIST / JSON.stringify(list).length;
        for (let i = 0; i < times; i++) list.push(...entries);
        return true;
      });
      yield [wanted, whole(value)];
    }
    const value: unknown = JSON.parse(textOf(bytes));
    if (Array.isArray(value)) continue;
    yield [`[${path}]`, whole(Array(Math.ceil(LONG_LIST / bytes.length)).fill(value))];
  }
}

/** Returns the example of a reader with its largest file grown. */
export async function largeFile(name: string, times = 1): Promise<File> {
  const example = EXAMPLE_FILES[name]!, files = await unzipped(example);
  const [path, bytes] = Object.entries(files)
    .reduce((most, one) => one[1].length > most[1].length ? one : most);
  const large = { ...files, [path]: GROW[name]!(bytes, times) };
  return Object.keys(files).length === 1 && path === example.name
    ? new File([large[path]!], path)
    : new File([zipped(large)], example.name);
}
