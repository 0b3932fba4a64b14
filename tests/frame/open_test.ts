import { tableToIPC } from "apache-arrow";
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { type FrameLike, openColumns, openFrame } from "../../src/frame/open.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const COLUMNS = {
  time: { type: "time", values: BigInt64Array.of(0n, 3_600_000_000n, 0n), zone: "Europe/Berlin" },
  height: { type: "float64", values: Float64Array.of(1, 2, 0), valid: Uint8Array.of(1, 1, 0) },
  n: { type: "int64", values: BigInt64Array.of(7n, 8n, 7n) },
  source: { type: "text", values: ["watch", null, "phone"] },
} as const satisfies Columns;
const INPUTS: Record<string, FrameLike> = {
  frame: toFrame(COLUMNS),
  table: toArrow(COLUMNS),
  bytes: tableToIPC(toArrow(COLUMNS), "stream"),
  records: [
    { time: new Date(0), height: 1, n: 7n, source: "watch" },
    { time: new Date(3_600_000), height: 2, n: 8n, source: null },
    { time: new Date(0), height: null, n: 7n, source: "phone" },
  ],
  columns: openColumns(COLUMNS),
};

Deno.test("openFrame() reads the same from a frame, an Arrow table, its bytes, records and columns", () => {
  for (const [kind, input] of Object.entries(INPUTS)) {
    const data = openFrame(input, { action: "walk", tz: "Europe/Berlin" });
    assertEquals(data.names, ["time", "height", "n", "source"], kind);
    assertEquals(data.rowCount, 3, kind);
    assertEquals([data.has("n"), data.has("steps")], [true, false], kind);
    const time = data.times("time");
    assertEquals([[...time.values], time.zone], [[0n, 3_600_000_000n, 0n], "Europe/Berlin"], kind);
    assertEquals([...data.numbers("height")], [1, 2, NaN], kind);
    assertEquals([...data.numbers("n")], [7, 8, 7], kind);
    assertEquals(data.numberNames(), ["height", "n"], kind);
    assertEquals(data.onlyNumberName(["n"]), "height", kind);
    assertEquals(data.text("source")!.values(), ["watch", null, "phone"], kind);
    assertEquals(data.text("source")!.codes(), {
      codes: Uint32Array.of(2, 0, 1),
      names: [null, "phone", "watch"],
    }, kind);
    assertEquals(data.text("steps"), undefined, kind);
    const groups = data.groups(["n", "time"])!;
    assertEquals([[...groups.codes], [...groups.first]], [[0, 1, 0], [0, 1]], kind);
    assertEquals(data.groups([]), undefined, kind);
    assertEquals(data.groups(undefined), undefined, kind);
    assertEquals(Object.values(data.columns()).map(({ type }) => type), [
      "time",
      "float64",
      "int64",
      "text",
    ], kind);
    assertEquals(data.frame().columns, ["time", "height", "n", "source"], kind);
  }
});

Deno.test("openFrame() reports the action, the wrong column and the available columns", () => {
  for (const [kind, input] of Object.entries(INPUTS)) {
    const data = openFrame(input, { action: "walk" });
    for (
      const [read, message] of [
        [
          () => data.numbers("steps"),
          'Cannot walk: column "steps" is missing; the columns are time, hei',
        ],
        [
          () => data.column("steps"),
          'Cannot walk: column "steps" is missing; the columns are time, hei',
        ],
        [
          () => data.times("steps"),
          'Cannot walk: column "steps" is missing; the columns are time, hei',
        ],
        [
          () => data.groups("steps"),
          'Cannot walk: column "steps" is missing; the columns are time, hei',
        ],
        [
          () => data.check("steps"),
          'Cannot walk: column "steps" is missing; the columns are time, hei',
        ],
        [() => data.onlyNumberName(), "several numeric columns, height, n; pass one of them"],
        [
          () => data.onlyNumberName(["height", "n"]),
          "Cannot walk: the frame has no numeric column; the columns are time, hei",
        ],
      ] as const
    ) assertThrows(read, TypeError, message);
    assertThrows(
      () => data.text("height"),
      TypeError,
      kind === "records" ? "row 0 is 1" : "float64",
    );
  }
  assertThrows(
    () =>
      openFrame(INPUTS["frame"]!, { action: "walk" }).read({ height: "float64" }, {
        full: ["height"],
      }),
    TypeError,
    "Cannot walk: height is null in row 2",
  );
  assertThrows(() => openFrame([], { tz: "Mars/Olympus" }), RangeError, "Mars/Olympus");
});

Deno.test("openFrame() returns an opened frame as is, optionally with another action or zone", () => {
  const data = openFrame(INPUTS["records"]!, { action: "walk", tz: "Asia/Tokyo" });
  assertStrictEquals(openFrame(data), data);
  const other = openFrame(data, { action: "run" });
  assertEquals([other.action, other.tz], ["run", "Asia/Tokyo"]);
  assertThrows(() => other.numbers("steps"), TypeError, "Cannot run: ");
  assertThrows(() => data.numbers("steps"), TypeError, "Cannot walk: ");
  assertThrows(() => openFrame(data, { tz: "Mars/Olympus" }), RangeError, "Mars/Olympus");
});

Deno.test("openFrame() reads an Arrow table only once, however many columns are read", () => {
  let slices = 0;
  const table = new Proxy(toArrow(COLUMNS), {
    get: (target, name, self) => {
      if (name === "batches") slices++;
      return Reflect.get(target, name, self);
    },
  });
  const data = openFrame(table);
  const atFirst = slices;
  data.numbers("n");
  openFrame(data, { action: "run" }).text("source")!.codes();
  assertEquals([atFirst > 0, slices], [true, atFirst]);
});

Deno.test("openFrame() reports no missing column if there are no records", () => {
  const none = openFrame([], { action: "walk" });
  assertEquals([none.has("time"), none.rowCount, none.onlyNumberName()], [true, 0, "value"]);
  assertEquals([none.times("time").values.length, none.numbers("value").length], [0, 0]);
  assertEquals(none.text("source")!.values(), []);
  assertEquals([...none.groups("user")!.first], []);
  assertEquals(none.frame(["time"]).columns, ["time"]);
});

Deno.test("ownTimeName() finds the times of a spreadsheet, unless the choice is ambiguous", () => {
  const time = { ...COLUMNS.time, values: BigInt64Array.of(0n) };
  const date = { type: "date", values: Int32Array.of(0) } as const;
  const weight = { type: "float64", values: Float64Array.of(80) } as const;
  const rows: [Columns, string | undefined][] = [
    [{ Date: date, weight }, "Date"],
    [{ "Start time": time, "End time": time, weight }, "Start time"],
    [{ weight, Datum: date }, "Datum"],
    [{ Datum: date, Uhrzeit: time, weight }, "Uhrzeit"], // read.csv combines them
    [{ begin: time, finish: time, weight }, undefined],
    [{ weight }, undefined],
  ];
  for (const [columns, expected] of rows) {
    for (const input of [toFrame(columns), toArrow(columns), openColumns(columns)]) {
      assertEquals(openFrame(input).ownTimeName(), expected, Object.keys(columns).join());
    }
  }
  assertEquals(openFrame([{ Day: new Date(0), weight: 80 }]).timeName(), "Day");
  assertEquals(openFrame([{ Date: "2025-03-01", weight: 80 }]).timeName(), "Date");
  assertEquals(openFrame([{ Timestamp: "2025-03-01T08:00Z", weight: 80 }]).timeName(), "Timestamp");
  assertEquals(openFrame([{ day: 1, weight: 80 }]).ownTimeName(), undefined); // day of the month
  assertEquals(openFrame(toFrame({ Date: date, time })).timeName(), "time");
});

Deno.test("a frame with several columns of times asks for one of them", () => {
  const time = { ...COLUMNS.time, values: BigInt64Array.of(0n) };
  const data = openFrame(toFrame({ begin: time, finish: time }), { action: "walk" });
  assertThrows(
    () => data.times(data.timeName()),
    TypeError,
    'Cannot walk: column "time" is missing; the columns are begin, finish. ' +
      'Pass one of "begin", "finish" as time, or in a chart as x',
  );
});
