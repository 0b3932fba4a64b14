import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { type Format, FORMATS } from "../../../src/frame/formats/formats.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import type { ColumnType, Schema } from "../../../src/frame/columns/schema.ts";
import { columnNames } from "../../../src/frame/polars/seriesOf.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { parquetFile, parquetGroups } from "../../torture/parquetParts.ts";

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
const format = (name: keyof typeof FORMATS): Format => FORMATS[name];
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function typeOf(columns: Columns): Schema {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]): [string, ColumnType] => {
      if (column.type === "list") return [name, { list: typeOf({ item: column.item })["item"]! }];
      if (column.type === "struct") return [name, { struct: typeOf(column.fields) }];
      return [name, column.type];
    }),
  );
}

/** Through bytes and back; times keep the zone that is named. */
function there(name: keyof typeof FORMATS, columns: Columns, zone = "UTC"): Columns {
  const encoded = format(name).encode(columns);
  return columnsOf(format(name).decode(encoded, { schema: typeOf(columns), zone }));
}

const MICROS = BigInt64Array.of(-62_135_596_800_000_000n, -1n, 1_711_846_799_999_999n);
const EVERYTHING: Columns = {
  time: { type: "time", values: MICROS, zone: "Europe/Berlin" },
  int64: {
    type: "int64",
    values: BigInt64Array.of(-(2n ** 63n), 9_007_199_254_740_993n, 2n ** 63n - 1n),
  },
  float64: { type: "float64", values: Float64Array.of(0.1, -1e300, 5e-324) },
  bool: { type: "bool", values: Uint8Array.of(1, 0, 1) },
  text: { type: "text", values: ['say "hi", ü\n\r\n', "😀", " , "] },
  numbers: {
    type: "list",
    offsets: Int32Array.of(0, 2, 2, 3),
    item: { type: "float64", values: Float64Array.of(1.5, -2, 3) },
  },
  spans: {
    type: "list",
    offsets: Int32Array.of(0, 1, 3, 3),
    item: {
      type: "struct",
      length: 3,
      fields: {
        start_time: { type: "time", values: MICROS, zone: "Europe/Berlin" },
        sleep_stage: { type: "int64", values: BigInt64Array.of(1n, 2n, 3n) },
      },
    },
  },
};

const valid = Uint8Array.of(1, 0, 1);
const NULLS: Columns = {
  time: { type: "time", values: BigInt64Array.of(1n, 0n, 3n), zone: "UTC", valid },
  int64: { type: "int64", values: BigInt64Array.of(1n, 0n, 3n), valid },
  float64: { type: "float64", values: Float64Array.of(1, 0, 3), valid },
  bool: { type: "bool", values: Uint8Array.of(1, 0, 0), valid },
  text: { type: "text", values: ["a", null, "b"] },
  numbers: {
    type: "list",
    offsets: Int32Array.of(0, 1, 1, 2),
    item: { type: "float64", values: Float64Array.of(1, 2) },
    valid,
  },
};

Deno.test("FORMATS give equal frames for the same columns, of all types, in a zone", () => {
  for (const name of NAMES) {
    assertEquals(toRows(there(name, EVERYTHING, "Europe/Berlin")), toRows(EVERYTHING), name);
  }
});

Deno.test("FORMATS give equal frames with nulls", () => {
  for (const name of NAMES) assertEquals(toRows(there(name, NULLS)), toRows(NULLS), name);
});

Deno.test("FORMATS return equal frames if every value is null", () => {
  const none = new Uint8Array(2);
  const empty: Columns = {
    time: { type: "time", values: new BigInt64Array(2), zone: "UTC", valid: none },
    value: { type: "float64", values: new Float64Array(2), valid: none },
    note: { type: "text", values: [null, null] },
  };
  for (const name of NAMES) {
    const found = there(name, empty);
    assertEquals(toRows(found), toRows(empty), name);
    assertEquals(typeOf(found), typeOf(empty), name);
  }
});

Deno.test("FORMATS keep the columns and types of a frame without rows", () => {
  const none = Object.fromEntries(
    Object.entries({ ...EVERYTHING }).map(([name, column]) => [name, emptied(column)]),
  );
  for (const name of NAMES) {
    const found = there(name, none, "Europe/Berlin");
    assertEquals(toRows(found), [], name);
    assertEquals(typeOf(found), typeOf(EVERYTHING), name);
  }
});

/** A column of no rows like another. */
function emptied(column: Columns[string]): Columns[string] {
  switch (column.type) {
    case "time":
    case "int64":
      return { ...column, values: new BigInt64Array(0) };
    case "date":
      return { ...column, values: new Int32Array(0) };
    case "float64":
      return { ...column, values: new Float64Array(0) };
    case "bool":
      return { ...column, values: new Uint8Array(0) };
    case "text":
      return { ...column, values: [] };
    case "list":
      return { ...column, offsets: new Int32Array(1), item: emptied(column.item) };
    case "struct":
      return {
        ...column,
        length: 0,
        fields: Object.fromEntries(
          Object.entries(column.fields).map(([name, field]) => [name, emptied(field)]),
        ),
      };
  }
}

Deno.test("FORMATS distinguish NaN and Infinity from null; CSV and the binary formats also -0 from 0", () => {
  const columns: Columns = {
    value: {
      type: "float64",
      values: Float64Array.of(NaN, Infinity, -Infinity, 0, 0),
      valid: Uint8Array.of(1, 1, 1, 0, 1),
    },
    minus: { type: "float64", values: new Float64Array(5).fill(-0) },
    numbers: {
      type: "list",
      offsets: Int32Array.of(0, 2, 2, 2, 2, 2),
      item: { type: "float64", values: Float64Array.of(NaN, -Infinity) },
    },
  };
  for (const name of NAMES) {
    const { value, minus, numbers } = there(name, columns);
    assertEquals(value, columns["value"], name);
    assertEquals(toRows({ numbers: numbers! }), toRows({ numbers: columns["numbers"]! }), name);
    const zero = ["ndjson", "jstable", "jscolumns"].includes(name) ? 0 : -0;
    assert(minus!.type === "float64" && Object.is(minus!.values[0], zero), name);
  }
});

Deno.test("FORMATS distinguish empty text from null unless every field is quoted", () => {
  const columns: Columns = { note: { type: "text", values: ["", null, "x"] } };
  for (const name of NAMES) {
    const expected = name === "quotecsv" ? [null, null, "x"] : ["", null, "x"];
    assertEquals(there(name, columns)["note"], { type: "text", values: expected }, name);
  }
});

Deno.test("FORMATS keep any text", () => {
  const letters = fc.string({ unit: "binary", minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.option(letters), { minLength: 1, maxLength: 5 }), (values) => {
      const columns: Columns = { note: { type: "text", values } };
      for (const name of NAMES) {
        assertEquals(there(name, columns)["note"], columns["note"], name);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("FORMATS support columns named like methods of Polars' frames", () => {
  const columns: Columns = Object.fromEntries(
    ["height", "filter", "select", "getColumn", "columns", "shape", "dtypes", "lazy", 'a "b", c']
      .map((name, i) => [name, { type: "float64", values: Float64Array.of(i, i + 1) }]),
  );
  for (const name of NAMES) {
    const encoded = format(name).encode(columns);
    const frame = format(name).decode(encoded, { schema: typeOf(columns) });
    assertEquals(columnNames(frame), Object.keys(columns), name);
    assertEquals(columnsOf(frame), columnsOf(toFrame(columns)), name);
  }
});

Deno.test("FORMATS support columns that share a buffer", () => {
  const values = Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7);
  const offsets = Int32Array.of(0, 1, 2, 2, 2, 2, 2, 2, 2);
  const columns: Columns = {
    a: { type: "float64", values },
    b: { type: "float64", values },
    c: { type: "float64", values: new Float64Array(values.buffer, 0, 8) },
    d: { type: "list", offsets, item: { type: "float64", values: values.subarray(3, 5) } },
    e: { type: "list", offsets, item: { type: "float64", values: values.subarray(4, 6) } },
  };
  for (const name of NAMES) assertEquals(toRows(there(name, columns)), toRows(columns), name);
});

const SMALL: Columns = {
  time: { type: "time", values: BigInt64Array.of(0n, 1n), zone: "UTC" },
  note: { type: "text", values: ['a "b"', null] },
  steps: { type: "float64", values: Float64Array.of(1.5, 0), valid: Uint8Array.of(1, 0) },
};

Deno.test("text FORMATS match their names", () => {
  const written = (name: keyof typeof FORMATS) => text(format(name).encode(SMALL));
  assertEquals(
    written("csv"),
    'time,note,steps\n1970-01-01T00:00:00Z,"a ""b""",1.5\n1970-01-01T00:00:00.000001Z,,\n',
  );
  assertEquals(
    written("quotecsv"),
    '"time","note","steps"\n"1970-01-01T00:00:00Z","a ""b""","1.5"\n"1970-01-01T00:00:00.000001Z","",""\n',
  );
  const rows = [
    { time: "1970-01-01T00:00:00Z", note: 'a "b"', steps: 1.5 },
    { time: "1970-01-01T00:00:00.000001Z", note: null, steps: null },
  ];
  assertEquals(JSON.parse(written("jstable")), rows);
  assertEquals(written("ndjson"), rows.map((row) => JSON.stringify(row) + "\n").join(""));
  assertEquals(JSON.parse(written("jscolumns")), {
    time: rows.map(({ time }) => time),
    note: rows.map(({ note }) => note),
    steps: rows.map(({ steps }) => steps),
  });
});

Deno.test("binary FORMATS start with their magic bytes", () => {
  assertEquals(text(FORMATS.arrow.encode(SMALL).subarray(0, 6)), "ARROW1");
  assertEquals([...FORMATS.arrowraw.encode(SMALL).subarray(0, 4)], [255, 255, 255, 255]);
  assertEquals(text(FORMATS.parquet.encode(SMALL).subarray(0, 4)), "PAR1");
});

Deno.test("text FORMATS cut at any byte are rejected, unless only the last line break is missing", () => {
  for (const name of ["csv", "quotecsv", "jstable", "jscolumns"] as const) {
    const { encode, decode } = format(name);
    const whole = encode(SMALL), schema = typeOf(SMALL);
    for (let cut = 0; cut < whole.length; cut++) {
      const lines = text(whole.subarray(0, cut)).split("\n").length;
      // CSV without its last line is still a complete file, so the cut cannot be detected.
      if (name.endsWith("csv") && text(whole)[cut - 1] === "\n" && lines <= 3) continue;
      let refused = false;
      try {
        decode(whole.subarray(0, cut), { schema });
      } catch {
        refused = true;
      }
      assert(refused, `${name} cut at ${cut}`);
    }
  }
});

Deno.test("text FORMATS read columns outside the schema as numbers, after the others", () => {
  const schema = { time: "time" } as const;
  const columns: Columns = {
    steps: { type: "float64", values: Float64Array.of(5) },
    time: { type: "time", values: BigInt64Array.of(0n), zone: "UTC" },
  };
  for (const name of ["csv", "quotecsv", "ndjson", "jstable", "jscolumns"] as const) {
    const frame = format(name).decode(format(name).encode(columns), { schema });
    assertEquals(toRows(columnsOf(frame)), [{ time: "1970-01-01T00:00:00Z", steps: 5 }], name);
    assertEquals(columnNames(frame), ["time", "steps"], name);
  }
});

Deno.test("FORMATS read CSV with CRLF, and a body without rows", () => {
  const schema = { a: "int64", b: "text" } as const;
  const rows = (csv: string) => toRows(columnsOf(FORMATS.csv.decode(bytes(csv), { schema })));
  assertEquals(rows('a,b\r\n1,x\r\n2,"y\r\nz"\r\n'), [{ a: 1, b: "x" }, { a: 2, b: "y\r\nz" }]);
  assertEquals(rows("a,b\n"), []);
});

Deno.test("FORMATS report errors in a body", () => {
  const schema = { time: "time", n: "int64", v: "float64" } as const;
  const cases: [keyof typeof FORMATS, string, string][] = [
    ["csv", "", "Cannot read CSV: it is cut short: it is empty"],
    ["csv", "time,n\n2024-01-01T00:00Z,1", "its last line has no end"],
    ["csv", "time,n\n2024-01-01T00:00Z\n", "line 2 has 1 fields, not 2"],
    ["csv", "n,n\n1,2\n", 'column "n" occurs twice'],
    ["csv", 'n\n"1\n', "it is cut short inside quotes"],
    ["csv", 'n\n"1"2\n', "line 2 has text after closing quotes"],
    ["csv", "n\n1.5\n", 'column "n": row 0 is "1.5", expected an integer'],
    ["csv", "n\n9223372036854775808\n", "expected a number of 64 bits"],
    ["csv", "v\nhigh\n", 'column "v": row 0 is "high", expected a number'],
    ["csv", "time\n2024-01-01\n", "has no zone"],
    ["ndjson", '{"n":1}\n{"n":', "line 2: its JSON has no end"],
    ["ndjson", "5\n", "Cannot read rows: row 0 is 5, not an object"],
    ["jstable", "{}", "Cannot read rows: the body is not an array of objects"],
    ["jstable", "[null]", "row 0 is null, not an object"],
    ["jstable", '[{"v":"1"}]', 'column "v": row 0 is "1", expected a number'],
    ["jscolumns", "[]", "Cannot read columns: the body is not an object of arrays"],
    ["jscolumns", '{"n":[1,2],"v":[1]}', '"v" is an array of 1 value, the first of 2'],
    ["jscolumns", '{"n":5}', '"n" is not an array'],
    ["parquet", "PAR1", "Cannot read Parquet data of 4 bytes: its marks are missing"],
    ["arrow", "<html>", "Cannot read Arrow data: 6 bytes do not start like"],
  ];
  for (const [name, body, message] of cases) {
    const error = assertThrows(() => format(name).decode(bytes(body), { schema }));
    assert(
      error instanceof TypeError || error instanceof SyntaxError,
      `${name} ${body}: ${(error as Error).constructor.name}`,
    );
    assert(error.message.includes(message), `${name} ${body}: ${error.message}`);
  }
  assertThrows(() => FORMATS.csv.decode(Uint8Array.of(0xff, 0x0a), { schema }), TypeError);
});

Deno.test("row formats reject a row whose names differ from the first row", () => {
  const schema: Schema = { time: "time", n: "float64" };
  const first = '{"time":"2024-01-01T00:00Z","n":1}';
  const body = (row: string) => new TextEncoder().encode(`[${first},${row}]`);
  const rows = (row: string) => FORMATS.jstable.decode(body(row), { schema }).height;
  assertEquals(rows('{"time":"2024-01-01T00:01Z"}'), 2); // a null that is left out
  assertEquals(rows('{"time":"2024-01-01T00:01Z","n":2,"note":"x"}'), 2);
  assertThrows(
    () => rows('{"time":"2024-01-01T00:01Z","m":2}'),
    TypeError,
    'Cannot read rows: row 1 has "m" in place of "n"',
  );
  // Damage turned two rows into one. A parser keeps the last value of each repeated member.
  const merged = '{"time":"2024-01-01T00:01Z","n":2,"x":"{}:","time":"2024-01-01T00:02Z","n":3}';
  assertThrows(() => rows(merged), TypeError, "Cannot read rows: a row has a member twice");
  const twice = new TextEncoder().encode('{"time":[],"n":[],"time":[]}');
  assertThrows(() => FORMATS.jscolumns.decode(twice, { schema }), TypeError, "a name occurs twice");
  const nested = '{"time":"2024-01-01T00:01Z","n":2,"x":{"n":1,"y":[{"n":"a\\":b"}]}}';
  assertEquals(rows(nested), 2);
});

Deno.test("FORMATS.parquet says what Polars rejects in columns that were exchanged", () => {
  const bytes = FORMATS.parquet.encode({
    name: { type: "text", values: ["a", "b"] },
    value: { type: "float64", values: Float64Array.of(1, 2) },
  });
  const [group] = parquetGroups(bytes);
  const parts = group!.columns.toReversed().map((open) => ({ open, parts: [] }));
  assertThrows(
    () => FORMATS.parquet.decode(parquetFile(bytes, [{ open: group!.open, parts }]), {}),
    TypeError,
    "Cannot read Parquet data of",
  );
});
