import { makeTable, tableToIPC } from "apache-arrow";
import type { read } from "@lifeframe/lifeframe";
import * as reading from "../../src/read/mod.ts";
import { EXAMPLE_FILES } from "../read/exampleFiles.ts";
import type { PublicCall, PublicCalls } from "./publicCall.ts";

const LOG = {
  logId: 1,
  startTime: "2024-03-30T23:00:00.000",
  levels: { data: [{ dateTime: "2024-03-30T23:00:00.000", level: "light", seconds: 600 }] },
};

const TRACK = new File(
  ['<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2024-05-01T08:00Z</time></trkpt></trkseg></trk></gpx>'],
  "walk.gpx",
);
const EXPORT_OPTIONS = {
  tz: "Europe/Berlin",
  only: ["StepCount", "locations"],
  range: { start_time: "2024-01-01", end_time: "2025-01-01" },
  signal: new AbortController().signal,
};

/** Arguments of both CSV readers. */
const CSV: PublicCall = {
  args: () => [{ text: "Beginn;value\n30.03.2024 08:00;1,5\n" }, {
    columns: { time: "Beginn", value: "value" },
    types: { value: "float64" },
    tz: "Europe/Berlin",
    skip: 0,
    header: true,
    encoding: "utf-8",
    delimiter: ";",
    decimal: ",",
    nulls: ["-"],
    timeFormat: "dd.MM.yyyy HH:mm",
    locale: "de",
    signal: new AbortController().signal,
  }],
  options: 1,
};

/** Calls of functions that read an export with {@linkcode EXPORT_OPTIONS}. */
type ExportReaders = {
  [name in keyof typeof read]: (typeof read)[name] extends typeof read.any ? name : never;
}[keyof typeof read];

/** Readers of exports, each with its example file. */
const EXPORTS = Object.fromEntries(
  Object.entries(EXAMPLE_FILES).filter(([name]) => name in reading).map((
    [name, file],
  ): [string, PublicCall] => [
    name,
    { args: () => [file, EXPORT_OPTIONS], options: 1 },
  ]),
);

/** Calls of `read`. */
export const READ: PublicCalls<Omit<typeof read, Exclude<ExportReaders, "any">>> = {
  ...EXPORTS,
  any: { args: () => [TRACK, EXPORT_OPTIONS], options: 1 },
  arrow: {
    args: () => [
      tableToIPC(makeTable({ value: Float64Array.of(1) }), "stream"),
      { maxUnpacked: 1e6, maxRows: 10 },
    ],
    options: 1,
  },
  csv: CSV,
  csvInfo: CSV,
  fitbitSleep: {
    args: () => [[LOG], {
      tz: "Europe/Berlin",
      sources: { base: "a", short: "b" },
      levels: { light: 3 },
    }],
    options: 1,
    nested: ["sources"],
  },
  FITBIT_LEVELS: { notCalled: "a table" },
  appleHealth: {
    args: () => [
      new TextEncoder().encode("<HealthData></HealthData>"),
      { tz: "Europe/Berlin", types: ["StepCount"], stamps: "instant", maxBytes: 1e6, strict: true },
    ],
    options: 1,
  },
  parts: {
    args: () => [TRACK, { ...EXPORT_OPTIONS, rows: 10 }],
    options: 1,
    takes: { "a text": "a path, which is looked for when the first part is taken" },
  },
  toRecords: {
    args: () => [[{ time: "2024-03-30T08:00Z", value: 1 }], {
      metric: "HeartRate",
      unit: "bpm",
      source: "watch",
      columns: { value: "value" },
    }],
    options: 1,
  },
};
