import { NO_ZONE } from "../../../src/time/zones.ts";
import { assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { columnOf, columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toValues } from "../../../src/frame/polars/rows.ts";
import { columnNames, frameHeight, seriesOf } from "../../../src/frame/polars/seriesOf.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const wide = (...values: bigint[]) =>
  pl.Series("x", BigInt64Array.from(values) as unknown as Float64Array);

Deno.test("columnsOf() converts times of any unit to microseconds, and truncates nanoseconds", () => {
  const at = (unit: "ms" | "us" | "ns", ...values: bigint[]) =>
    toValues(columnOf(wide(...values).cast(pl.Datetime(unit, "UTC"))));
  assertEquals(at("ms", -1n, 1_500n), ["1969-12-31T23:59:59.999Z", "1970-01-01T00:00:01.5Z"]);
  assertEquals(at("us", -1n, 1n), ["1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000001Z"]);
  assertEquals(at("ns", -1n, -1000n, 1999n), [
    "1969-12-31T23:59:59.999999Z",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00.000001Z",
  ]);
});

Deno.test("columnsOf() reads times without a zone as instants without a zone, and dates as days", () => {
  for (const type of [pl.Datetime("us"), pl.Datetime("ms"), pl.Datetime("ns")]) {
    const column = columnOf(wide(0n).cast(type));
    assertEquals(column.type === "time" && column.zone, NO_ZONE, String(type));
    assertEquals(toValues(column), ["1970-01-01T00:00:00Z"]);
  }
  const day = columnOf(wide(-1n).cast(pl.Int32).cast(pl.Date));
  assertEquals(day, { type: "date", values: Int32Array.of(-1), valid: undefined });
  assertEquals(toValues(day), ["1969-12-31"]);
});

Deno.test("columnsOf() keeps the zone of times, and nulls of all types", () => {
  const nulls = pl.DataFrame([
    wide(0n).cast(pl.Datetime("ms", "Asia/Tokyo")).alias("time"),
    wide(3n).cast(pl.Date).alias("date"),
    wide(1n).cast(pl.UInt64).alias("unsigned"),
    wide(1n).cast(pl.Float32).alias("single"),
    wide(1n).cast(pl.Bool).alias("flag"),
    wide(1n).cast(pl.Utf8).cast(pl.Categorical).alias("category"),
  ]);
  const frame = pl.concat([
    nulls,
    nulls.select(...columnNames(nulls).map((name) => pl.lit(null).alias(name)))
      .select(...columnNames(nulls).map((name) => pl.col(name).cast(seriesOf(nulls, name).dtype))),
  ]);
  const columns = columnsOf(frame);
  assertEquals(Object.values(columns).map(toValues), [
    ["1970-01-01T09:00:00+09:00", null],
    ["1970-01-04", null],
    [1, null],
    [1, null],
    [true, null],
    ["1", null],
  ]);
});

Deno.test("columnsOf() widens all integers exactly, and rejects integers beyond 63 bits", () => {
  for (
    const type of [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64]
  ) {
    assertEquals(columnOf(wide(0n, 127n).cast(type)), {
      type: "int64",
      values: BigInt64Array.of(0n, 127n),
      valid: undefined,
    });
  }
  const large = pl.Series(
    "x",
    BigUint64Array.of(2n ** 63n - 1n, 2n ** 63n) as unknown as Float64Array,
  );
  assertEquals(columnOf(large.head(1)).type, "int64");
  assertThrows(
    () => columnOf(large),
    RangeError,
    'Cannot read column "x": it has integers of 2^63',
  );
});

Deno.test("columnsOf() names a column with a type that it cannot read", () => {
  const types = { Duration: pl.Duration("ms"), Time: pl.Time };
  for (const [name, type] of Object.entries(types)) {
    assertThrows(
      () => columnsOf(pl.DataFrame([wide(1n).cast(type)])),
      TypeError,
      `Cannot read column "x": its type ${name} is not supported; cast it first`,
    );
  }
});

Deno.test("columnsOf() rejects times outside the years 1 to 9999, but ignores values under a null", () => {
  const late = [
    wide(0n, 253_402_300_800_000_000n).cast(pl.Datetime("us", "UTC")),
    wide(0n, 253_402_300_800_000n).cast(pl.Datetime("ms", "UTC")),
    wide(0n, 2n ** 62n).cast(pl.Datetime("ms")), // which wraps round in microseconds
    wide(0n, 2_932_897n).cast(pl.Date),
  ];
  for (const series of late) {
    assertThrows(
      () => columnOf(series),
      RangeError,
      'Cannot read column "x": the time in row 1 is outside the years 1 to 9999',
    );
  }
  assertEquals(toValues(columnOf(wide(253_402_300_799_999_999n).cast(pl.Datetime("us", "UTC")))), [
    "9999-12-31T23:59:59.999999Z",
  ]);
});

Deno.test("columnsOf() reads lists of lists, of structs, of no items and of nulls", () => {
  const inner = {
    type: "list",
    offsets: Int32Array.of(0, 1, 1, 3),
    item: {
      type: "struct",
      length: 3,
      fields: { n: { type: "int64", values: BigInt64Array.of(1n, 2n, 3n) } },
    },
    valid: Uint8Array.of(1, 0, 1),
  } as const;
  const frame = toFrame({
    lists: {
      type: "list",
      offsets: Int32Array.of(0, 0, 2, 3),
      item: inner,
      valid: Uint8Array.of(0, 1, 1),
    },
  });
  assertEquals(toValues(columnsOf(frame)["lists"]!), [
    null,
    [[{ n: 1 }], null],
    [[{ n: 2 }, { n: 3 }]],
  ]);
});

Deno.test("toFrame() and columnsOf() are each other's inverse, and agree on the height", () => {
  const columns = {
    height: { type: "bool", values: Uint8Array.of(1, 0, 0), valid: Uint8Array.of(1, 1, 0) },
    " ": { type: "int64", values: BigInt64Array.of(1n, -(2n ** 63n), 2n ** 63n - 1n) },
    time: { type: "time", values: BigInt64Array.of(1n, 2n, 3n), zone: "US/Eastern" },
    text: { type: "text", values: ["", null, "\u{1F600}"] },
    value: { type: "float64", values: Float64Array.of(NaN, -0, 0), valid: Uint8Array.of(1, 1, 0) },
  } as const;
  const frame = toFrame(columns);
  assertEquals(columnNames(frame), Object.keys(columns));
  assertEquals(frameHeight(frame), 3);
  const again = columnsOf(frame);
  for (const [name, column] of Object.entries(columns)) {
    assertEquals(toValues(again[name]!), toValues(column), name);
  }
});

Deno.test("toFrame() replaces half a surrogate pair with U+FFFD, and never joins two halves", () => {
  const frame = toFrame({ text: { type: "text", values: ["\ud83d", "\ude00", "é"] } });
  assertEquals(toValues(columnsOf(frame)["text"]!), ["\ufffd", "\ufffd", "é"]);
});

Deno.test("toFrame() rejects columns of different lengths or without a name, and accepts no columns", () => {
  assertThrows(
    () =>
      toFrame({
        a: { type: "float64", values: new Float64Array(2) },
        b: { type: "text", values: ["x"] },
      }),
    RangeError,
    'Cannot build a table: column "b" has 1 row, the first has 2',
  );
  assertThrows(
    () => toFrame({ "": { type: "float64", values: Float64Array.of(1) } }),
    RangeError,
    "Cannot build a table: a column has no name",
  );
  assertEquals(columnNames(toFrame({})), []);
});

Deno.test("seriesOf() lists the available columns", () => {
  const frame = toFrame({ filter: { type: "float64", values: Float64Array.of(1) } });
  assertEquals(seriesOf(frame, "filter").toArray(), [1]);
  assertThrows(
    () => seriesOf(frame, "height"),
    TypeError,
    'Cannot read column "height": the columns are filter',
  );
});
