import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { createRequire } from "node:module";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

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
