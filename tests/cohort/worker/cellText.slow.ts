import { assertEquals, assertThrows } from "@std/assert";
import {
  cellReader,
  cellTexts,
  ESCAPES,
  escapeText,
  NULL_TEXT,
  typeOf,
  unescapeText,
} from "../../../src/cohort/worker/cellText.ts";
import type { CellType } from "../../../src/cohort/tableSchema.ts";
import type { Column } from "../../../src/frame/columns/columns.ts";

Deno.test("characters that would break a line are encoded as in a URL; similar text stays unchanged", () => {
  const broken = "50%\t\n\r\\N %09";
  assertEquals(escapeText(broken), "50%25%09%0A%0D%5CN %2509");
  assertEquals(unescapeText(escapeText(broken)), broken);
  assertEquals([escapeText("plain ü"), unescapeText("plain %41 %0a")], [
    "plain ü",
    "plain %41 %0a",
  ]);
  for (const [char, escaped, code] of ESCAPES) {
    assertEquals([char.charCodeAt(0), escaped], [code, encodeURIComponent(char)]);
  }
  assertEquals(ESCAPES[0]![0], "%", "the sign itself before those that are written with it");
});

const valid = Uint8Array.of(1, 0, 1);
/** Cells of each type, and their column. */
const CELLS: readonly (readonly [CellType, readonly string[], Column])[] = [
  ["text", ["a%09b", "\\N", ""], { type: "text", values: ["a\tb", null, ""] }],
  ["time", ["-1", "\\N", "9223372036854775807"], {
    type: "time",
    values: BigInt64Array.of(-1n, 0n, 2n ** 63n - 1n),
    zone: "UTC",
    valid,
  }],
  ["int64", ["9007199254740993", "\\N", "-5"], {
    type: "int64",
    values: BigInt64Array.of(2n ** 53n + 1n, 0n, -5n),
    valid,
  }],
  ["date", ["-1", "\\N", "20000"], { type: "date", values: Int32Array.of(-1, 0, 20_000), valid }],
  ["bool", ["true", "\\N", "false"], { type: "bool", values: Uint8Array.of(1, 0, 0), valid }],
  ["float64", ["-0", "\\N", "1e-7"], {
    type: "float64",
    values: Float64Array.of(-0, 0, 1e-7),
    valid,
  }],
];

Deno.test("cells of each type are read into a column, and written back unchanged", () => {
  for (const [type, texts, column] of CELLS) {
    assertEquals(typeOf(column), type);
    const reader = cellReader("x", type);
    for (const cell of texts) reader.push(cell);
    assertEquals(reader.finish(), column, type);
    assertEquals(cellTexts(column), texts, type);
    // The next case is another column, without nulls.
    reader.push(texts[0]!);
    const next = reader.finish();
    assertEquals(cellTexts(next), [texts[0]!], type);
    assertEquals("valid" in next ? next.valid : undefined, undefined);
    assertEquals(cellTexts(reader.finish()), []);
  }
  const numbers = cellReader("x", "float64");
  for (const cell of ["NaN", "Infinity", "-Infinity"]) numbers.push(cell);
  const read = numbers.finish();
  assertEquals(
    (read as { values: Float64Array }).values,
    Float64Array.of(NaN, Infinity, -Infinity),
  );
  assertEquals(cellTexts(read), ["NaN", "Infinity", "-Infinity"]);
});

Deno.test("a cell that does not match its column's type is an error that names both", () => {
  for (
    const [type, cells] of [
      ["time", ["", "1.5", "1e3", "x1", "1x"]],
      ["int64", ["", "0x10", "1.0"]],
      ["date", ["", "2025-01-01", "-"]],
      ["bool", ["", "True", "1"]],
      ["float64", ["", "nan", "1,5"]],
    ] as [CellType, string[]][]
  ) {
    for (const cell of cells) {
      assertThrows(
        () => cellReader("steps", type).push(cell),
        TypeError,
        `Cannot read a row: steps is ${JSON.stringify(cell)}, expected ${type}`,
      );
    }
  }
});

Deno.test("lists and structs are cells of JSON with every digit, and times and dates as numbers", () => {
  const item: Column = {
    type: "struct",
    length: 3,
    fields: {
      'a"b': { type: "text", values: ["x\ty", null, "%"] },
      time: { type: "time", zone: "UTC", values: BigInt64Array.of(2n ** 53n + 1n, 0n, 1n), valid },
      int64: { type: "int64", values: BigInt64Array.of(-(2n ** 60n), 1n, 2n) },
      date: { type: "date", values: Int32Array.of(1, 2, 3), valid },
      bool: { type: "bool", values: Uint8Array.of(1, 0, 1) },
      float64: { type: "float64", values: Float64Array.of(-0, NaN, 0.5) },
      list: {
        type: "list",
        offsets: Int32Array.of(0, 2, 2, 3),
        item: { type: "float64", values: Float64Array.of(Infinity, 2, 3) },
        valid,
      },
    },
  };
  const column: Column = {
    type: "list",
    offsets: Int32Array.of(0, 1, 1, 1, 3),
    item,
    valid: Uint8Array.of(1, 1, 0, 1),
  };
  assertEquals(cellTexts(column).map((cell) => cell === NULL_TEXT ? cell : unescapeText(cell)), [
    `[{"a\\"b":"x\\ty","time":9007199254740993,"int64":-1152921504606846976,"date":1,"bool":true,"float64":-0,"list":["Infinity",2]}]`,
    "[]",
    NULL_TEXT,
    `[{"a\\"b":null,"time":null,"int64":1,"date":null,"bool":false,"float64":"NaN","list":null},` +
    `{"a\\"b":"%","time":1,"int64":2,"date":3,"bool":true,"float64":0.5,"list":[3]}]`,
  ]);
  assertEquals(typeOf(column), {
    list: {
      struct: {
        'a"b': "text",
        time: "time",
        int64: "int64",
        date: "date",
        bool: "bool",
        float64: "float64",
        list: { list: "float64" },
      },
    },
  });
  assertEquals(
    cellTexts(item)[2],
    escapeText(`{"a\\"b":"%","time":1,"int64":2,"date":3,"bool":true,"float64":0.5,"list":[3]}`),
  );
});
