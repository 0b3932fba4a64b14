import { type FrameLike, openFrame } from "../../src/frame/open.ts";
import { tableToIPC } from "apache-arrow";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { textReader } from "../../src/frame/columns/codedText.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import type { WantedColumns } from "../../src/frame/wantedColumns.ts";

const COLUMNS = {
  height: { type: "time", values: BigInt64Array.of(0n, 1_000_000n), zone: "UTC" },
  filter: { type: "float64", values: Float64Array.of(1, 2) },
  select: { type: "text", values: ["a", null] },
  getColumn: { type: "int64", values: BigInt64Array.of(3n, 4n) },
} as const;
const RECORDS = [
  { height: "1970-01-01T00:00:00Z", filter: 1, select: "a", getColumn: 3 },
  { height: new Date(1000), filter: 2, getColumn: 4n },
];
const INPUTS: Record<string, FrameLike> = {
  frame: toFrame(COLUMNS),
  table: toArrow(COLUMNS),
  bytes: tableToIPC(toArrow(COLUMNS), "stream"),
  records: RECORDS,
};

Deno.test("read() reads frames, Arrow tables and records alike, whatever the names of their columns", () => {
  for (const [kind, input] of Object.entries(INPUTS)) {
    const { height, filter, select, getColumn, shape } = openFrame(input).read({
      height: "time",
      filter: "float64",
      "select?": "text",
      getColumn: "int64",
      "shape?": "text",
    });
    assertEquals([...height.values], [0n, 1_000_000n], kind);
    assertEquals([...filter.values], [1, 2], kind);
    assertEquals(select?.values, ["a", null], kind);
    assertEquals([...getColumn.values], [3n, 4n], kind);
    assertEquals(shape, undefined, kind);
  }
});

Deno.test("read() widens integers, and narrows numbers without a fraction", () => {
  for (const [kind, input] of Object.entries(INPUTS)) {
    const { filter, getColumn } = openFrame(input).read({ filter: "int64", getColumn: "float64" });
    assertEquals([...filter.values], [1n, 2n], kind);
    assertEquals([...getColumn.values], [3, 4], kind);
  }
});

Deno.test("read() accepts a column of nulls as any type, and no rows as any columns", () => {
  const nulls = toFrame({ at: { type: "text", values: [null, null] } });
  const { at } = openFrame(nulls).read({ at: "time" });
  assertEquals([at.type, [...at.values], [...at.valid!]], ["time", [0n, 0n], [0, 0]]);
  assertEquals(openFrame([]).read({ at: "time", "n?": "int64" }).n?.values.length, 0);
});

Deno.test("read() reports the action, the wrong column and the row", () => {
  const cases: [FrameLike, WantedColumns, string][] = [
    [
      INPUTS["frame"]!,
      { steps: "float64" },
      'Cannot walk: column "steps" is missing; the columns are height, filter, select, getColumn',
    ],
    [
      RECORDS,
      { steps: "float64" },
      'Cannot walk: column "steps" is missing; the columns are height',
    ],
    [pl.DataFrame([]), { steps: "float64" }, 'column "steps" is missing; the columns are none'],
    [INPUTS["frame"]!, { select: "time" }, 'Cannot walk: select of row 0: "a" is not an ISO 8601'],
    [INPUTS["table"]!, { filter: "bool" }, 'column "filter" is float64, expected bool'],
    [INPUTS["frame"]!, { filter: { list: "int64" } }, "is float64, expected list"],
    [
      toFrame({ n: { type: "float64", values: Float64Array.of(1, 1.5) } }),
      { n: "int64" },
      "Cannot walk: n is 1.5 in row 1, expected an integer",
    ],
    [
      toFrame({ n: { type: "float64", values: Float64Array.of(1e300) } }),
      { n: "int64" },
      "n is 1e+300 in row 0, expected an integer",
    ],
    [RECORDS, { select: "float64" }, 'column "select": row 0 is "a", expected a number'],
    [[{ at: 5 }], { at: "time" }, "at of row 0: expected a Date, Temporal.Instant"],
    [[{ at: "2024-01-01" }], { at: "time" }, 'at of row 0: "2024-01-01" has no zone'],
    [
      [{ n: 2n ** 63n }],
      { n: "int64" },
      "row 0 is 9223372036854775808, expected a number of 64 bits",
    ],
    [
      { at: [1] } as unknown as FrameLike,
      { at: "time" },
      "expected a Polars frame, an Arrow table or an array of records",
    ],
    [
      { schema: {}, batches: [] } as unknown as FrameLike,
      { at: "time" },
      "a table of another copy of Arrow, so pass the bytes that its tableToIPC makes",
    ],
    [new Uint8Array(9), { at: "time" }, "Arrow"],
  ];
  for (const [input, wanted, message] of cases) {
    assertThrows(() => openFrame(input, { action: "walk" }).read(wanted), TypeError, message);
  }
  for (const input of Object.values(INPUTS)) {
    assertThrows(
      () =>
        openFrame(input).read({ select: "text", filter: "float64" }, {
          full: ["filter", "select"],
        }),
      TypeError,
      "Cannot read the frame: select is null in row 1",
    );
  }
});

Deno.test("text() reads text on demand, as text or as numbers in alphabetical order", () => {
  const values = ["b", null, "a", "b", "ü", ""];
  const inputs: FrameLike[] = [
    toFrame({ source: { type: "text", values } }),
    toArrow({ source: { type: "text", values } }),
    values.map((source) => ({ source })),
    pl.DataFrame([pl.Series("source", values, pl.Utf8).cast(pl.Categorical)]),
  ];
  for (const input of inputs) {
    const text = openFrame(input, { action: "walk" }).text("source")!;
    assertEquals(text.values(), values);
    const { codes, names } = text.codes();
    assertEquals(names, [null, "", "a", "b", "ü"]);
    assertEquals(Array.from(codes, (code) => names[code]), values);
  }
  assertEquals(openFrame(inputs[0]!, { action: "walk" }).text("id"), undefined);
  const nulls = openFrame(toFrame({ source: { type: "text", values: [null] } }), { action: "walk" })
    .text("source")!;
  assertEquals(nulls.codes(), { codes: Uint32Array.of(0), names: [null] });
  const none = openFrame(toFrame({ source: { type: "text", values: [] } }), { action: "walk" })
    .text("source")!;
  assertEquals(none.codes(), { codes: new Uint32Array(0), names: [null] });
});

Deno.test("text() numbers runs, repeated and alternating texts like the texts one by one", () => {
  const text = fc.option(fc.constantFrom("", "a", "b", "ü", "a text of more than 12 bytes", "😀"));
  const run = fc.tuple(text, fc.constantFrom(1, 2, 7, 300, 1500));
  fc.assert(fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
    const values = runs.flatMap(([text, length]) => new Array<string | null>(length).fill(text));
    const frame = toFrame({ source: { type: "text", values } });
    assertEquals(openFrame(frame).text("source")!.codes(), textReader(() => values).codes());
  }));
});

Deno.test("text() rejects other types immediately", () => {
  const numbers = toFrame({ source: { type: "float64", values: Float64Array.of(1) } });
  const message = 'Cannot walk: column "source" is float64, expected text';
  assertThrows(() => openFrame(numbers, { action: "walk" }).text("source"), TypeError, message);
  assertThrows(
    () => openFrame([{ source: 1 }], { action: "walk" }).text("source"),
    TypeError,
    'column "source": row 0 is 1, expected text',
  );
});
