import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { createRequire } from "node:module";
import pl from "nodejs-polars";
import { float64Column, textColumn, timeColumn } from "../../../src/frame/columns/columns.ts";
import { openFrame } from "../../../src/frame/open.ts";
import { askedRangeOf } from "../../../src/frame/polars/askedRange.ts";
import { unitsOf, windowsOf } from "../../../src/frame/polars/displays.ts";
import { withDisplay } from "../../../src/frame/polars/withDisplay.ts";
import * as series from "../../../src/series/mod.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import {
  deferFrames,
  deferredColumns,
  toFrame,
  toFrameInTurns,
} from "../../../src/frame/polars/toFrame.ts";

const CONSTRUCTED: Columns = {
  time: { type: "time", zone: "Europe/Berlin", values: BigInt64Array.of(-1n, 2n ** 53n + 1n) },
  date: { type: "date", values: Int32Array.of(-1, 19_000) },
  int64: { type: "int64", values: BigInt64Array.of(-(2n ** 62n) - 1n, 7n) },
  float64: { type: "float64", values: Float64Array.of(-0.5, NaN) },
};
const CARRIED: Columns = {
  text: { type: "text", values: ["a", null] },
  some: { type: "int64", values: BigInt64Array.of(1n, 0n), valid: Uint8Array.of(1, 0) },
  list: {
    type: "list",
    offsets: Int32Array.of(0, 1, 3),
    item: { type: "float64", values: Float64Array.of(1, 2, 3) },
  },
};

Deno.test("toFrame() only loads Arrow's library for columns that Polars' constructors do not support", () => {
  const { cache } = createRequire(import.meta.url);
  const isLoaded = (): boolean => Object.keys(cache).some((path) => path.includes("apache-arrow"));
  assert(!isLoaded());
  toFrame(CONSTRUCTED);
  toFrame({ flag: { type: "bool", values: new Uint8Array(1), valid: new Uint8Array(1) } });
  assert(!isLoaded());
  toFrame(CARRIED);
  assert(isLoaded());
});

Deno.test("toFrame() keeps a column of nulls, of every type", () => {
  const valid = new Uint8Array(2);
  const columns: Columns = {
    bool: { type: "bool", values: new Uint8Array(2), valid },
    int64: { type: "int64", values: new BigInt64Array(2), valid },
    float64: { type: "float64", values: new Float64Array(2), valid },
    time: { type: "time", zone: "Europe/Berlin", values: new BigInt64Array(2), valid },
    text: { type: "text", values: [null, null] },
  };
  assertEquals(columnsOf(toFrame(columns)), columns);
});

Deno.test("toFrame() keeps values and order of columns, even if some of them go through Arrow", () => {
  const { text, some, list } = CARRIED, { time, date, int64, float64 } = CONSTRUCTED;
  for (
    const columns of [
      CONSTRUCTED,
      CARRIED,
      { text, time, some, date, list, int64, float64 },
      { int64, list, float64 },
    ] as Columns[]
  ) {
    const frame = toFrame(columns);
    assertEquals(frame.columns, Object.keys(columns));
    assertEquals(toRows(columnsOf(frame)), toRows(columns));
  }
  assertEquals(toFrame({}).columns, []);
});

Deno.test("toFrame() rejects columns of different lengths, and shows units of columns that have them", () => {
  const long: Columns = { a: CONSTRUCTED["date"]!, b: { type: "text", values: ["a"] } };
  assertThrows(() => toFrame(long), RangeError);
  for (const columns of [CONSTRUCTED, CARRIED, { ...CONSTRUCTED, ...CARRIED }]) {
    const [name] = Object.keys(columns);
    assertMatch(Deno.inspect(toFrame(columns, { [name!]: "beats" })), /, beats/);
  }
});

const COLUMNS = {
  time: timeColumn(BigInt64Array.of(0n, 3_600_000_000n), "Europe/Berlin"),
  value: float64Column(Float64Array.of(1.5, 0), Uint8Array.of(1, 0)),
  columns: textColumn(["a", null]), // hides a member of Polars
};
const RANGE = { start: 0n, end: 7_200_000_000n, tz: "UTC", now: 7_200_000_000n, complete: true };

Deno.test("deferFrames() makes frames that only openFrame() reads without Polars, with the same columns", () => {
  const frame = deferFrames(() => toFrame(COLUMNS, { value: "bpm" }, RANGE));
  const opened = openFrame(frame), eager = openFrame(toFrame(COLUMNS, { value: "bpm" }, RANGE));
  assertEquals(opened.columns(), eager.columns());
  assertEquals([opened.names, opened.units, opened.range], [eager.names, eager.units, RANGE]);
  assertEquals(opened.rowCount, 2);
  assert(deferredColumns(frame) !== undefined);
  assertEquals(deferredColumns(toFrame(COLUMNS)), undefined); // outside deferFrames()
});

Deno.test("deferFrames() returns frames that Polars and its methods read like all others", () => {
  const frame = deferFrames(() => withDisplay(toFrame(COLUMNS), { units: { value: "bpm" } }));
  assert(pl.DataFrame.isDataFrame(frame) && "value" in frame);
  const known = frame.filter(pl.col("value").isNotNull());
  assertEquals(deferredColumns(frame), undefined);
  assertEquals(unitsOf(known), { value: "bpm" });
  assertEquals(frame.getColumn("value").nullCount(), 1);
  assertEquals(columnsOf(pl.concat([frame, frame]).head(2)), columnsOf(toFrame(COLUMNS)));
  assertEquals(columnsOf(frame), columnsOf(toFrame(COLUMNS)));
  const { columns: _, ...plain } = COLUMNS;
  const changed = deferFrames(() => toFrame(plain));
  assertEquals(changed.columns, ["time", "value"]);
  changed.columns = ["at", "value"];
  assertEquals(openFrame(changed).names, ["at", "value"]);
});

Deno.test("deferFrames() keeps the windows and the range of a resampled frame", () => {
  const { time, value } = COLUMNS;
  const hours = () => series.resample(toFrame({ time, value }, {}, RANGE), { every: "1h" });
  const deferred = deferFrames(hours), eager = hours();
  assertEquals(windowsOf(deferred), windowsOf(eager));
  assertEquals(askedRangeOf(deferred), askedRangeOf(eager));
  assertEquals(openFrame(deferred).columns(), openFrame(eager).columns());
  assertEquals(windowsOf(deferred.clone()), windowsOf(eager.clone()));
});

Deno.test("deferFrames() rejects columns of different lengths at once, and ends with an error", () => {
  const odd = { ...COLUMNS, value: float64Column(Float64Array.of(1)) };
  assertThrows(() => deferFrames(() => toFrame(odd)), RangeError, "value");
  assertEquals(deferredColumns(toFrame(COLUMNS)), undefined);
});

Deno.test("deferFrames() creates no frame for the verbs of nights", () => {
  const night = { start_time: "2024-03-08T22:30Z", end_time: "2024-03-09T05:30Z", sleep_stage: 3 };
  const merged = deferFrames(() => sleep.merge([night]));
  const nights = deferFrames(() => sleep.nightly(merged, { tz: "Europe/London" }));
  assert(deferredColumns(merged) !== undefined && deferredColumns(nights) !== undefined);
  assertEquals(nights.getColumn("TST").toArray(), [420]);
});

Deno.test("toFrameInTurns() makes the same frame, with pauses if there are many columns", async () => {
  const columns: Columns = Object.fromEntries(
    Array.from({ length: 1_201 }, (_, i) => [
      i % 100 === 0 ? `${1_300 - i}` : `c${i}`,
      i % 2 === 0 ? float64Column(Float64Array.of(i, NaN)) : textColumn([`${i}`, null]),
    ]),
  );
  let pauses = 0;
  const frame = await toFrameInTurns(columns, () => Promise.resolve(void pauses++));
  const expected = toFrame(columns);
  assertEquals(columnsOf(frame), columnsOf(expected));
  assertEquals(frame.columns, expected.columns);
  assertEquals(pauses, 3);
});
