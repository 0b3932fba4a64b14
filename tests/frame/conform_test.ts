import { assert, assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { conform, holdsLists, holdsNumbers } from "../../src/frame/conform.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const ZONE = "Europe/Berlin";
const SCHEMA: Schema = {
  time: "time",
  day: "date",
  count: "int64",
  value: "float64",
  flag: "bool",
  name: "text",
  words: { list: "text" },
  times: { list: "time" },
};
const time: Columns[string] = { type: "time", zone: ZONE, values: BigInt64Array.of(1n) };
const COLUMNS: Columns = {
  time,
  day: { type: "date", values: Int32Array.of(2) },
  count: { type: "int64", values: BigInt64Array.of(3n) },
  value: { type: "float64", values: Float64Array.of(4.5) },
  flag: { type: "bool", values: Uint8Array.of(1) },
  name: { type: "text", values: ["a"] },
  words: { type: "list", offsets: Int32Array.of(0, 1), item: { type: "text", values: ["b"] } },
  times: { type: "list", offsets: Int32Array.of(0, 1), item: time },
};

Deno.test("a frame that matches a schema is unchanged, even with additional columns", () => {
  const frame = toFrame(COLUMNS), more = toFrame({ ...COLUMNS, more: COLUMNS["flag"]! });
  assert(conform(frame, SCHEMA, ZONE) === frame);
  assert(conform(more, SCHEMA, ZONE) === more);
});

Deno.test("columns get the schema's order and types, with times in the zone and other columns last", () => {
  const { time, count: _, ...rest } = COLUMNS;
  const utc = (column: Columns[string]) => ({ ...column, zone: "UTC" }) as Columns[string];
  const mixed = toFrame({
    more: rest["flag"]!,
    ...rest,
    times: { ...rest["times"], item: utc(time!) } as Columns[string],
    time: utc(time!),
    count: { type: "float64", values: Float64Array.of(3) },
  });
  assertEquals(
    columnsOf(conform(mixed, SCHEMA, ZONE)),
    columnsOf(toFrame({ ...COLUMNS, more: rest["flag"]! })),
  );
  const swapped = conform(toFrame({ name: COLUMNS["name"]!, time: time! }), {
    time: "time",
    name: "text",
  }, ZONE);
  assertEquals(swapped.columns, ["time", "name"]);
  const frame = toFrame(COLUMNS);
  const millis = frame.withColumn(frame.getColumn("time").cast(pl.Datetime("ms", ZONE)));
  assertEquals(
    columnsOf(conform(millis, SCHEMA, ZONE))["time"],
    { ...COLUMNS["time"], values: BigInt64Array.of(0n), valid: undefined } as Columns[string],
  );
});

Deno.test("times inside structs are also shown in the zone", () => {
  const spans = (zone: string): Columns => ({
    spans: {
      type: "list",
      offsets: Int32Array.of(0, 1),
      item: {
        type: "struct",
        length: 1,
        fields: { at: { type: "time", zone, values: BigInt64Array.of(5n) } },
      },
    },
  });
  const schema: Schema = { spans: { list: { struct: { at: "time" } } } };
  assertEquals(
    columnsOf(conform(toFrame(spans("UTC")), schema, ZONE)),
    columnsOf(toFrame(spans(ZONE))),
  );
});

Deno.test("a missing column, or a column of another type, is an error", () => {
  for (const name of Object.keys(SCHEMA)) {
    assertThrows(() => conform(toFrame(COLUMNS).drop(name), SCHEMA, ZONE), Error);
    const other = name === "name" ? COLUMNS["flag"]! : { type: "text", values: ["?"] } as const;
    assertThrows(
      () => conform(toFrame({ ...COLUMNS, [name]: other }), SCHEMA, ZONE),
      TypeError,
      name,
    );
  }
});

Deno.test("numbers are integers, floats and decimals of any width, and a column of nulls counts as any type", () => {
  const series = (type: unknown) => pl.DataFrame([pl.Series("x", [1, 2]).cast(type as never)]);
  for (const type of [pl.Int8, pl.Int64, pl.UInt8, pl.UInt64, pl.Float32, pl.Float64]) {
    assertEquals([holdsNumbers(series(type), "x"), holdsLists(series(type), "x")], [true, false]);
  }
  const nulls = pl.DataFrame({ y: [1] }).select(pl.lit(null).alias("x"));
  assertEquals([holdsNumbers(nulls, "x"), holdsLists(nulls, "x")], [true, true]);
  const frame = toFrame(COLUMNS);
  assertEquals(frame.columns.filter((name) => holdsNumbers(frame, name)), ["count", "value"]);
  assertEquals(frame.columns.filter((name) => holdsLists(frame, name)), ["words", "times"]);
});
