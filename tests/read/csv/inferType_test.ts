import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { autoType, csvParse } from "d3-dsv";
import fc from "fast-check";
import { csv, csvInfo } from "../../../src/read/csv.ts";
import { inferType } from "../../../src/read/csv/inferType.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { correlate } from "../../../src/series/correlate.ts";

const infer = (...fields: (string | null)[]) =>
  inferType(fields, { hasZone: true, comma: false, format: undefined });

Deno.test("a column has the type of all of its fields", () => {
  for (
    const [type, ...fields] of [
      ["int64", "1", "-20", null, "0"],
      ["float64", "1", "-2.5", "3e-7", ".5", "1."],
      ["bool", "true", "FALSE", null],
      ["date", "2024-03-30", "2024-02-29"],
      ["time", "2024-03-30 08:00", "2024-03-30T08:00:00.123Z", "2024-03-30 08:00 +0100"],
      ["text", "1", "n/a"],
      ["text", "2024-03-30", "2024-03-30 08:00"],
      ["text", null, "", null],
      ["text", "0171", "0172"], // codes, telephone numbers: a number would lose the 0
      ["text", "12345678901234567890"],
      ["text", "NaN", "Infinity", "0x10"],
      ["text", "1,5", "2,5"],
    ] as const
  ) assertEquals(infer(...fields).type, type, fields.join(" "));
});

Deno.test("one unambiguous field sets the order of day and month for its column", () => {
  assertEquals(infer("03/04/2024", "3/30/2024"), { type: "date", format: "M/d/yyyy" });
  assertEquals(infer("03/04/2024", "30/3/2024"), { type: "date", format: "d/M/yyyy" });
  assertEquals(infer("30.03.2024 08:00", "1.4.2024 9:30"), {
    type: "time",
    format: "d.M.yyyy H:mm",
  });
  assertEquals(infer("3/9/2024 8:00 PM", "3/13/2024 11:05 am"), {
    type: "time",
    format: "M/d/yyyy h:mm a",
  });
  assertEquals(infer("2024/3/9 08:00:01").format, "yyyy/M/d H:mm:ss");
  assertEquals(infer("03/04/2024", "12/12/2024"), {
    type: "text",
    why: "it may be d/M/yyyy or M/d/yyyy; pass timeFormat",
  });
});

Deno.test("dates that are kept as text have a reason, and other texts have none", () => {
  const format = "its dates differ in format";
  const names = "its months are names; pass timeFormat, such as d MMM yyyy";
  for (
    const [why, ...fields] of [
      [format, "30/03/2024", "3/30/2024"],
      [format, "30.03.2024", "30.03.2024 08:00"],
      [format, "2024-03-30", "2024-03-30 08:00"],
      ["its years have two digits; pass timeFormat, such as d/M/yy", "3/4/26", "5/4/26"],
      [names, "3 Apr 2026", "4 May 2026 10:00"],
      [names, "Apr 3, 2026", "May 4, 2026"],
      [names, "Fri, 3. April 2026"],
      [
        '1 of its 3 fields is not a date, the first is "n/a"; pass nulls if it means that the date is missing',
        "2026-04-03",
        "n/a",
        "2026-04-05",
      ],
    ] as const
  ) assertEquals(infer(...fields), { type: "text", why }, fields.join());
  for (const fields of [["ran 3 miles", "swam"], ["1.2.3"], ["Room 12, 2024 hall"], ["2026-W14"]]) {
    assertEquals(infer(...fields), { type: "text" }, fields.join());
  }
});

Deno.test("numbers, booleans and empty fields are read like in another reader", async () => {
  const cell = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map(String),
    fc.integer().map(String),
    fc.constant(""),
  );
  const bool = fc.constantFrom("true", "false", "");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, bool), { minLength: 1 }), async (table) => {
      const text = ["a,b,c", ...table.map(([a, b]) => `${a},${b},x`)].join("\n");
      const expected = csvParse(text).map((row) => {
        const { a, b } = autoType(row) as { a: unknown; b: unknown };
        return { a, b };
      });
      const given = toRows(columnsOf(await csv({ text }))).map(({ a, b }) => ({
        a: a === "" ? null : a,
        b: b === "" ? null : b,
      }));
      assertEquals(given as unknown[], expected);
    }),
    { numRuns: 300 },
  );
});

Deno.test("csv() shows what it inferred above the table, and reads semicolons, tabs and decimal commas", async () => {
  const text = "Tag;Gewicht;Notiz\n30.03.2024;71,5;gut\n1.4.2024;71;\n";
  const frame = await csv({ text });
  assertEquals(toRows(columnsOf(frame)), [
    { Tag: "2024-03-30", Gewicht: 71.5, Notiz: "gut" },
    { Tag: "2024-04-01", Gewicht: 71, Notiz: null },
  ]);
  const shown = Deno.inspect(frame);
  assertStringIncludes(
    shown,
    "fields are separated by semicolons; Tag uses the format d.M.yyyy; Gewicht has decimal commas",
  );
  assertEquals(await csvInfo({ text }), {
    delimiter: ";",
    columns: [
      { name: "Tag", type: "date", inferred: true, format: "d.M.yyyy", decimal: "." },
      { name: "Gewicht", type: "float64", inferred: true, decimal: "," },
      { name: "Notiz", type: "text", inferred: true, decimal: "." },
    ],
    problems: [],
    skip: 0,
    options: '{ delimiter: ";", decimal: ",", timeFormat: { Tag: "d.M.yyyy" }, ' +
      'types: { Tag: "date", Gewicht: "float64", Notiz: "text" } }',
  });
  assertEquals((await csvInfo({ text: '"a;b",c\n1,2\n' })).delimiter, ",");
  assertEquals((await csvInfo({ text: "a\tb\n1\t2\n" })).delimiter, "\t");
  assertEquals((await csvInfo({ text: "value\n1\n" })).columns[0]!.inferred, false);
});

Deno.test("times without a zone need one: the time column is rejected, other columns are kept as text with a note", async () => {
  await assertRejects(() => csv({ text: "time\n30.03.2024 08:00\n" }), TypeError, "tz");
  const { columns } = await csvInfo({ text: "when\n30.03.2024 08:00\n" });
  assertEquals(columns[0]!.why, "its times have no zone; pass tz");
  const frame = await csv({ text: "time,bpm\n30.03.2024 08:00,61\n" }, { tz: "Europe/Berlin" });
  assertEquals(toRows(columnsOf(frame)), [{ time: "2024-03-30T08:00:00+01:00", bpm: 61 }]);
});

Deno.test("a time column with an ambiguous order is an error that names both orders", async () => {
  await assertRejects(
    () => csv({ text: "time\n3/4/2024\n" }, { tz: "UTC" }),
    TypeError,
    "it may be d/M/yyyy or M/d/yyyy; pass timeFormat",
  );
});

Deno.test("a given pattern applies to every column that matches it, with dates as days", async () => {
  const options = { timeFormat: "M/d/yyyy", tz: "Europe/Berlin" };
  const frame = await csv({ text: "date,mood\n3/4/2024,4\n" }, options);
  assertEquals(toRows(columnsOf(frame)), [{ date: "2024-03-04", mood: 4 }]);
  const named = await csv({ text: "Wann,mood\n3/4/2024,4\n" }, {
    ...options,
    timeFormat: { Wann: "M/d/yyyy" },
  });
  assertEquals(toRows(columnsOf(named)), [{ Wann: "2024-03-04T00:00:00+01:00", mood: 4 }]);
});

Deno.test("a date that does not exist is an error, never null", async () => {
  await assertRejects(
    () => csv({ text: "day\n2024-02-29\n2023-02-29\n" }),
    TypeError,
    'line 3, column "day" is "2023-02-29", expected a date',
  );
  await assertRejects(() => csv({ text: "day\n31.02.2024\n" }), TypeError, 'line 2, column "day"');
});

Deno.test("a user's own table can be passed to a verb directly", async () => {
  const notes = await csv({
    text: "date,mood,coffee\n2024-03-01,4,1\n2024-03-02,3,2\n2024-03-03,5,0\n",
  });
  const [row] = correlate(notes.drop("date"), {}).toRecords();
  assertEquals(row!["n"], 3);
});
