import { makeTable, tableToIPC } from "apache-arrow";
import type { read } from "@lifeframe/lifeframe";
import type { PublicCalls } from "./publicCall.ts";

const LOG = {
  logId: 1,
  startTime: "2024-03-30T23:00:00.000",
  levels: { data: [{ dateTime: "2024-03-30T23:00:00.000", level: "light", seconds: 600 }] },
};

/** The readers. */
export const READ: PublicCalls<typeof read> = {
  arrow: {
    args: () => [
      tableToIPC(makeTable({ value: Float64Array.of(1) }), "stream"),
      { maxUnpacked: 1e6, maxRows: 10 },
    ],
    options: 1,
  },
  csv: {
    args: () => ["Beginn;value\n30.03.2024 08:00;1,5\n", {
      columns: { time: "Beginn", value: "value" },
      types: { value: "float64" },
      tz: "Europe/Berlin",
      delimiter: ";",
      decimal: ",",
      nulls: ["-"],
      timeFormat: "dd.MM.yyyy HH:mm",
      locale: "de",
    }],
    options: 1,
    takes: { "a text": "a line of names without rows" },
  },
  fitbit: {
    args: () => [[LOG], {
      tz: "Europe/Berlin",
      sources: { base: "a", short: "b" },
      levels: { light: 3 },
    }],
    options: 1,
    nested: ["sources"],
  },
  FITBIT_LEVELS: { notCalled: "a table" },
  healthExport: {
    args: () => [
      new TextEncoder().encode("<HealthData></HealthData>"),
      { tz: "Europe/Berlin", types: ["StepCount"], stamps: "instant", maxBytes: 1e6 },
    ],
    options: 1,
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
