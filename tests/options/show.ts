import { range, read, type show } from "@lifeframe/lifeframe";
import type { PublicCalls } from "./publicCall.ts";

const ROWS = [{ time: new Date(0), value: 1 }];
const frame = () => read.csv({ text: "time,value\n2025-03-01T12:00Z,1\n" });
const OPTIONS = {
  head: 3,
  tail: 3,
  maxColumns: 4,
  tz: "Europe/Berlin",
  units: { value: "bpm" },
  types: true,
  title: "Rows",
  width: 80,
  locale: "de",
  timeFormat: "HH:mm",
};
const none = "every option has a default";

/** Calls of `show`. */
export const SHOW: PublicCalls<typeof show> = {
  DENO_INSPECT: { notCalled: "a symbol" },
  Displayable: { notCalled: "the base of what shows itself" },
  JUPYTER_DISPLAY: { notCalled: "a symbol" },
  NODE_INSPECT: { notCalled: "a symbol" },
  all: {
    args: () => [ROWS, { tz: "UTC", units: {}, title: "Rows", locale: "de", timeFormat: "HH:mm" }],
    options: 1,
  },
  cite: { args: () => ["SRI", { data: "30 nights", settings: { minDays: 5 } }], options: 1 },
  excel: { args: () => [ROWS, { path: undefined, tz: "UTC" }], options: 1 },
  input: { notCalled: "functions that show a control; tests/frame/cells/input_test.ts calls each" },
  live: {
    args: () => [(async function* () {})(), () => {}, { signal: new AbortController().signal }],
    options: 2,
  },
  options: {
    args: () => [{ rows: undefined, columns: undefined, decimals: undefined }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  progress: {
    args:
      () => [[1], { action: "count", onProgress: () => {}, signal: new AbortController().signal }],
    options: 1,
  },
  progressBar: {
    args: () => [{ after: 1, screen: { show() {}, end() {} } }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  rangeOf: { args: async () => [await frame(), { tz: "UTC" }], options: 1 },
  withRange: {
    args:
      async () => [await frame(), range.month("2025-03", "UTC"), { tz: "UTC", now: new Date() }],
    options: 2,
  },
  withDisplay: { args: () => [ROWS, OPTIONS], options: 1 },
  table: { args: () => [ROWS, OPTIONS], options: 1 },
  TableDisplay: { notCalled: "a class that show.table gives" },
};
