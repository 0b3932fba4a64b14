import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { float64Column } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { csv, type CsvInfo, csvInfo } from "../../../src/read/csv.ts";
import type { CsvOptions } from "../../../src/read/csv/csvOptions.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { line } from "../../../src/plot/line.ts";
import { compare } from "../../../src/series/compare.ts";
import { resample } from "../../../src/series/resample.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";

const tz = "Europe/Berlin", quiet = { onProblem: () => {} };

async function rows(text: string, options: CsvOptions = {}) {
  return toRows(columnsOf(await csv({ text }, { ...quiet, ...options })));
}

Deno.test("read.csv() skips a preamble before the header row, with any delimiter", async () => {
  const table = "day;weight;note\n2024-03-30;71,5;a\n2024-03-31;72;b\n";
  const expected = await rows(table);
  for (
    const preamble of [
      "Export of my scale\n",
      "Name: A, B, C\nUnit;kg\n\n",
      "# made by X\r\n# version 2, build 3\r\n",
      "report,1,2\n",
    ]
  ) {
    assertEquals(await rows(preamble + table), expected, preamble);
    const { skip } = await csvInfo({ text: preamble + table });
    assertEquals(skip, preamble.split("\n").length - 1, preamble);
  }
  const { problems } = await csvInfo({ text: "Export\nof me\na,b\n1,2\n3,4\nx\n5,6\n" });
  assertEquals(problems.map(({ line }) => line), [6], "lines are counted from the top of the file");
});

Deno.test("read.csv() accepts skip, header and encoding", async () => {
  assertEquals(await rows("x\ny\na,b\n1,2\n", { skip: 2 }), [{ a: 1, b: 2 }]);
  assertEquals(await rows("1,2\n3,4\n", { header: false }), [
    { column_1: 1, column_2: 2 },
    { column_1: 3, column_2: 4 },
  ]);
  assertEquals(await rows("1,2\n", { header: ["a", "b"] }), [{ a: 1, b: 2 }]);
  const latin = new Uint8Array([0x47, 0xf6, 0x0a, 0x31, 0x0a]);
  const frame = await csv(latin, { encoding: "windows-1252" });
  assertEquals(frame.columns, ["G\u00f6"]);
  let told = "";
  const assumed = await csv(latin, { onProblem: (text) => told = text });
  assertEquals([assumed.columns, told.includes("Windows-1252")], [["G\u00f6"], true]);
  assertEquals((await csvInfo(latin)).options.includes('encoding: "windows-1252"'), true);
  // A second letter in UTF-8: the file is damaged, not in another encoding.
  const mixed = new Uint8Array([...latin, 0xc3, 0xb6, 0x0a]);
  await assertRejects(() => csv(mixed), TypeError, "windows-1252");
  await assertRejects(() => csv(latin, { encoding: "klingon" }), RangeError, "does not exist");
  await assertRejects(() => csv({ text: "a\n1\n" }, { skip: -1 }), RangeError, "skip is -1");
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...[..."a,b\n1,2\n"].flatMap((c) => [c.charCodeAt(0), 0]),
  ]);
  assertEquals(toRows(columnsOf(await csv(wide))), [{ a: 1, b: 2 }]);
});

Deno.test("read.csv() reads the rest of ragged rows, and reports each", async () => {
  const text = "a,b,c\n1,2,3,\n4,5\n6,7,8,9\n1,1\n2,2\n10,11,12\n";
  assertEquals(await rows(text), [{ a: 1, b: 2, c: 3 }, { a: 10, b: 11, c: 12 }]);
  assertEquals((await csvInfo({ text })).problems.map(({ line }) => line), [3, 4, 5, 6]);
  await assertRejects(() => csv({ text }, { strict: true }), TypeError, "line 3 has 2 fields");
});

Deno.test("read.csv() names columns without a name, and the second of two", async () => {
  assertEquals(await rows("a,,a,a_2,\n1,2,3,4,\n"), [{ a: 1, column_2: 2, a_3: 3, a_2: 4 }]);
});

Deno.test("read.csv() combines a date and a time of day in two columns", async () => {
  const expected = [Date.UTC(2024, 2, 30, 22, 15), Date.UTC(2024, 2, 31, 6, 5)];
  for (
    const text of [
      "date,time,counts\n2024-03-30,23:15,5\n2024-03-31,08:05,7\n",
      "counts;Datum;Uhrzeit\n5;30.03.2024;23:15:00\n7;31.03.2024;8:05:00\n",
      "Date,Time,counts\n03/30/2024,11:15 PM,5\n03/31/2024,8:05 AM,7\n",
    ]
  ) {
    const found = await rows(text, { tz });
    const name = /time|uhrzeit/i.exec(text)![0];
    assertEquals(found.map((row) => Date.parse(String(row[name]))), expected, text);
  }
  const { columns } = await csvInfo({ text: "date,time\n2024-03-30,23:15\n" });
  assertEquals(columns[1]!.why, 'it may be combined with "date" to a time; pass tz');
});

Deno.test("read.csv() reads durations, percentages and thousands separators as numbers", async () => {
  const text = "Time in bed;Sleep quality;Steps;Distance;Weight (kg)\n" +
    "7:02;83%;1,234,567;1,234.5;71,5\n6:30;75%;12;0.5;72\n";
  const [first, second] = await rows(text);
  assertEquals(first, {
    "Time in bed": 422,
    "Sleep quality": 83,
    Steps: 1234567,
    Distance: 1234.5,
    "Weight (kg)": 71.5,
  });
  assertEquals(second!["Time in bed"], 390);
  const { columns } = await csvInfo({ text });
  assertEquals(columns.map(({ unit }) => unit), ["min", "%", undefined, undefined, "kg"]);
  assertEquals(await rows('a\n"1.234,5"\n"2.000.000"\n'), [{ a: 1234.5 }, { a: 2e6 }]);
  assertEquals(await rows("a\n1 234\n12\n"), [{ a: 1234 }, { a: 12 }]);
  assertEquals(await rows("left\n25:10\n"), [{ left: 1510 }], "no clock shows 25 hours");
  const clock = await csvInfo({ text: "bedtime,x\n23:10,1\n" });
  assertEquals([clock.columns[0]!.type, clock.columns[0]!.why!.includes("duration")], [
    "text",
    true,
  ]);
  assertEquals(await rows("bedtime\n23:10\n", { types: { bedtime: "duration" } }), [
    { bedtime: 1390 },
  ]);
});

Deno.test("a column is a time only if its values are, whatever its name", async () => {
  assertEquals(await rows("sleep_time,bed_time\n7.5,late\n6,early\n"), [
    { sleep_time: 7.5, bed_time: "late" },
    { sleep_time: 6, bed_time: "early" },
  ]);
  const { columns } = await csvInfo({ text: "timestamp\n1711836000\n" });
  assertEquals(columns[0]!.type, "int64");
  assertEquals(columns[0]!.why!.includes("epoch_s"), true);
});

Deno.test("csvInfo() works for files that read.csv() rejects", async () => {
  const texts = ["", "time\n2024-03-30 08:00\n", "value\nx\ny\n", 'a\n"1\n', "\n\n"];
  for (const text of texts) {
    await assertRejects(() => csv({ text }), TypeError);
    const { problems } = await csvInfo({ text });
    assertEquals(problems.length > 0, true, text);
  }
});

Deno.test("the options that csvInfo() prints read the same table", async () => {
  for (
    const text of [
      "Made by X\nTag;Gewicht;Notiz\n30.03.2024;71,5;gut\n1.4.2024;71;\n",
      "date,time,steps,share\n2024-03-30,23:15,1234,83%\n2024-03-31,08:05,7,5%\n",
      "when,x\n3/30/2024 8:00 PM,1\n",
      'amount,in bed\n"1,234",7:02\n"12",6:00\n',
      "a b,true?\n0171,true\n",
    ]
  ) {
    const info: CsvInfo = await csvInfo({ text }, { tz });
    const options = new Function(`return (${info.options})`)() as CsvOptions;
    assertEquals(await rows(text, options), await rows(text, { tz }), info.options);
  }
});

Deno.test("read.csv() reads a table of an instrument without a header row, or with one of several lines", async () => {
  const counts = "--- Data file of a watch ---,,\nSerial Number: X1,,\nEpoch 00:00:15,,\n---,,\n" +
    "0,0,0\n12,5,1\n3,4,5\n0,0,0\n7,7,7\n";
  assertEquals((await rows(counts)).slice(0, 2), [
    { column_1: 0, column_2: 0, column_3: 0 },
    { column_1: 12, column_2: 5, column_3: 1 },
  ]);
  const { options } = await csvInfo({ text: counts });
  assertEquals(options.startsWith("{ skip: 4, header: false,"), true, options);
  const tall = "List export,,\nAge,45,\nEpoch,Energy,Count\n,Expenditure,Button\n,kcal,\n" +
    "1,0.5,0\n2,0.25,1\n3,0.5,2\n4,1.5,0\n";
  const read = await rows(tall);
  assertEquals([read.length, read[0]], [4, { Epoch: 1, Energy: 0.5, Count: 0 }]);
  assertEquals((await csvInfo({ text: tall })).problems.map(({ line }) => line), [4, 5]);
  assertEquals(await rows("value\n1,5\n2,5\n").catch(() => "rejected"), "rejected");
});

Deno.test("read.csv() reads 44:21 as minutes and seconds if the column also has hours", async () => {
  const text = "Run\n44:21\n1:00:05\n20:30\n";
  assertEquals(await rows(text), [{ Run: 44.35 }, { Run: 60 + 5 / 60 }, { Run: 20.5 }]);
  const given = await rows("Run\n5:30\n1:00:00\n", { types: { Run: "duration" } });
  assertEquals(given, [{ Run: 5.5 }, { Run: 60 }]);
});

Deno.test("read.csv() keeps the first row of a table without a header row if dates show it", async () => {
  const text = "2021-10-16,18:43,good\n2021-10-15,19:07,bad\n";
  assertEquals((await rows(text, { tz: "UTC" })).map((row) => row["column_3"]), ["good", "bad"]);
  const pivot = "name,2021-10-16,2021-10-17\nsteps,4000,5000\n";
  assertEquals((await rows(pivot))[0]!["2021-10-16"], 4000, "a date above a number is a name");
});

Deno.test("read.csv() reports why a column of numbers stays text", async () => {
  const values = Array.from({ length: 20 }, (_, at) => at === 3 ? "--" : `${at}`);
  const text = `Cadence\n${values.join("\n")}\n`;
  const { columns } = await csvInfo({ text });
  assertEquals(columns[0]!.type, "text");
  assertEquals(
    columns[0]!.why!.includes('1 of its 20 fields is not a number, the first is "--"'),
    true,
  );
  assertEquals((await rows(text, { nulls: ["--"] }))[4], { Cadence: 4 });
});

Deno.test("read.csv() asks about a comma in numbers if it also separates the fields", async () => {
  const text = 'Distance,Laps\n"2,94",1\n"10,1",2\n';
  const { columns } = await csvInfo({ text });
  assertEquals(columns[0]!.why, 'its numbers may have a decimal comma; pass decimal: ","');
  assertEquals((await rows(text, { decimal: "," }))[0], { Distance: 2.94, Laps: 1 });
});

Deno.test("read.csv() says which texts of a column mean that a value is missing", async () => {
  for (
    const [fields, kind] of [
      [["0:45:20", "27:23:31", "--", "--"], "durations"],
      [["76.0", "—", "—", "—"], "numbers"],
      [["2024-03-30", "n/a", "None"], "dates"],
    ] as const
  ) {
    const { columns } = await csvInfo({ text: `x\n${fields.join("\n")}\n` });
    const marks = fields.filter((field) => !/\d/.test(field)),
      [{ type, why } = columns[0]!] = columns;
    assertEquals(
      [type, why],
      [
        "text",
        `${marks.length} of its ${fields.length} fields mean that a value is missing, others are ` +
        `${kind}; pass nulls: ${JSON.stringify([...new Set(marks)])}`,
      ],
    );
    const read = await csvInfo({ text: `x\n${fields.join("\n")}\n` }, { nulls: marks });
    assertEquals(read.columns[0]!.type === "text", false, kind);
  }
  const { columns } = await csvInfo({ text: "x\nnone\na little\n" });
  assertEquals(columns[0]!.why, undefined);
});

Deno.test("read.csv() reads hours without minutes, and names the order of years with two digits", async () => {
  const hours = await rows("date,x\n2020-08-18 02,1\n2020-08-18 14,2\n", { tz: "UTC" });
  assertEquals(hours.map((row) => row["date"]), [
    "2020-08-18T02:00:00Z",
    "2020-08-18T14:00:00Z",
  ]);
  for (const [text, order] of [["08/14/20", "M/d/yy"], ["14.08.20", "d.M.yy"]] as const) {
    const { columns } = await csvInfo({ text: `date\n${text}\n01${text[2]}01${text[2]}20\n` });
    assertEquals(columns[0]!.why, `its years have two digits; pass timeFormat, such as ${order}`);
  }
});

Deno.test("read.csv() names the kind of a file other than text, with advice", async () => {
  const folder = await Deno.makeTempDir(), database = new DatabaseSync(`${folder}/a.db`);
  try {
    database.exec("create table t (x)");
    database.close();
    const kg = toFrame({ kg: float64Column(Float64Array.of(80)) });
    kg.writeParquet(`${folder}/a.parquet`);
    const files: [Uint8Array<ArrayBuffer>, string][] = [
      [
        new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 0xff, 0xfe]),
        "workbook, not text. Save the sheet",
      ],
      [new Uint8Array(gzipSync(new TextEncoder().encode("date,kg\n"))), "a gzip file, not text"],
      [await Deno.readFile(`${folder}/a.db`), "an SQLite database, not text"],
      [await Deno.readFile(`${folder}/a.parquet`), "a Parquet file, not text"],
      [new Uint8Array(kg.writeIPC()), "an Arrow file, not text. Read it with read.arrow"],
      [await line([{ date: "2025-03-01", kg: 80 }], { tz }).png(), "an image, not text"],
    ];
    for (const [bytes, reason] of files) {
      await assertRejects(() => csv(bytes, quiet), TypeError, reason);
    }
    await assertRejects(() => csv(folder), TypeError, "is a folder, not a file");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("read.csv() reads a 12-hour clock after a year, and several spaces before a clock", async () => {
  for (
    const text of [
      "2023-06-27 11:39 PM",
      "2023-06-27 11:39PM",
      "2023-06-27  23:39:00",
      "2023/6/27 11:39 pm",
      "2023.6.27, 23:39",
      "2023-6-27T23:39",
      "27/6/2023  11:39PM",
    ]
  ) {
    const options = { tz: "Europe/Berlin" }, table = { text: `start;x\n${text};1\n${text};2\n` };
    const read = await rows(table.text, options);
    assertEquals(read[1], { start: "2023-06-27T23:39:00+02:00", x: 2 }, text);
    const info = await csvInfo(table, options);
    assertEquals(info.columns[0]!.type, "time", text);
  }
  const { columns } = await csvInfo({ text: "start\n2023-06-27 9:54PM\n2023-06-27 21:54\n" });
  assertEquals(columns[0]!.why, "its dates differ in format");
});

Deno.test("read.csv() reads words in columns whose name suggests a number", async () => {
  const read = await rows("value,sleep_stage\nTrue,deep\n,light\nFalse,\n");
  assertEquals(read, [
    { value: true, sleep_stage: "deep" },
    { value: null, sleep_stage: "light" },
    { value: false, sleep_stage: null },
  ]);
  const mixed = await rows("value\nTrue\n3\nFalse\n");
  assertEquals(mixed, [{ value: "True" }, { value: "3" }, { value: "False" }]);
});

Deno.test("read.csv() and csvInfo() say that JSON, XML and HTML are not tables", async () => {
  for (
    const [kind, text] of [
      ["JSON", '[{"start": "2024-05-01", "a": [1, 2]}]'],
      ["JSON", '\ufeff{\n  "data": []\n}'],
      ["JSON", '{"a": 1}\n{"a": 2}\n'],
      ["JSON", "[[60.0, 3], [120.0, 1]]"],
      ["XML or HTML", '<?xml version="1.0"?><gpx a="1,2"/>'],
      ["XML or HTML", "<!DOCTYPE html>\n<html><body>Sign in, please</body></html>"],
    ] as const
  ) {
    const reason = `it is ${kind}, not a table. Read the export of an app with read.any.`;
    await assertRejects(() => csv({ text }), TypeError, `Cannot read CSV: ${reason}`);
    assertEquals((await csvInfo({ text })).problems, [{ line: 1, reason }], text);
  }
  for (const text of ["[note],{x}\n1,2\n", "<70,>180\n1,2\n", "{},[]\n1,2\n"]) {
    assertEquals((await rows(text)).length, 1, text);
  }
  const { problems } = await csvInfo({ text: 'a,"b"c\n1,2\n' });
  assertEquals(problems, [{ line: 1, reason: "line 1 has text after closing quotes" }]);
});

Deno.test("read.csv() keeps a first row of measurements, and names that are numbers", async () => {
  const width = async (text: string) => (await rows(text)).length;
  assertEquals(await width("1517464800,72\n1517464860,73\n"), 2);
  assertEquals(await width("60,5;0,1\n61,5;0,2\n"), 2);
  assertEquals(await width("17,01/02/16,45.5\n18,01/07/16,40.1\n"), 2);
  assertEquals(await width("2023,2024\n1,2\n"), 1);
  assertEquals(await width("400.5,410.5,420.5,430.5\n1.1,2.2,0.3,1.4\n"), 1);
  assertEquals(await width("time,1.5\n1,2.5\n"), 1);
});

Deno.test("read.csv() ignores spaces around names and values, but keeps texts as they are", async () => {
  const read = await rows(
    "day, weight,at ,note\n2024-05-01, 71.5, 2024-05-01 10:00 , a\n , ,,b\n",
    {
      tz,
    },
  );
  assertEquals(read, [
    { day: "2024-05-01", weight: 71.5, at: "2024-05-01T10:00:00+02:00", note: " a" },
    { day: null, weight: null, at: null, note: "b" },
  ]);
  const picked = await rows("a, b\n1, -\n2, 4\n", { columns: { x: " b", y: "b" }, nulls: ["-"] });
  assertEquals(picked, [{ x: null, y: null }, { x: 4, y: 4 }]);
});

Deno.test("read.csv() reads times in the zone that the column name contains", async () => {
  const names = [
    "at (UTC)",
    "start_utc",
    "startTimeGMT",
    "at [UTC+2]",
    "t [America/New_York]",
    "t",
  ];
  const clocks = names.map(() => "2024-05-01 10:00");
  const hours = [12, 12, 12, 10, 16, 10];
  const read = async (texts: readonly string[], options: CsvOptions) => {
    const text = `${names}\n${texts}\n`;
    const info = await csvInfo({ text }, options);
    assertEquals(info.columns.map(({ zone }) => zone ?? null), [
      "UTC",
      "UTC",
      "UTC",
      "+02:00",
      "America/New_York",
      null,
    ]);
    return Object.values((await rows(text, options))[0]!);
  };
  const expected = hours.map((hour) => `2024-05-01T${hour}:00:00+02:00`);
  assertEquals(await read(clocks, { tz }), expected);
  assertEquals(await read(clocks.map((text) => text.replaceAll("-", "/")), { tz }), expected);
  const own = clocks.map((text) => `${text}+02:00`), ten = "2024-05-01T10:00:00+02:00";
  assertEquals(await read(own, { tz }), names.map(() => ten), "an offset of the value counts");
  const alone = await rows("at (UTC)\n2024-05-01 10:00\n");
  assertEquals(alone, [{ "at (UTC)": "2024-05-01T10:00:00Z" }]);
  const other = await csvInfo({ text: "debutc,utc_offset\n2024-05-01 10:00,2\n" }, { tz });
  assertEquals(other.columns.map(({ zone }) => zone), [undefined, undefined]);
});

Deno.test("read.csv() reads times with English months, or with the clock before the date", async () => {
  for (
    const [text, format] of [
      ["28 May 2024, 07:32", "d MMM yyyy, H:mm"],
      ["28-May-2024 7:32", "d-MMM-yyyy H:mm"],
      ["May 28, 2024, 7:32:00 AM", "MMM d, yyyy, h:mm:ss a"],
      ["28 May 2024 07:32|4 June 2024 07:32", "d MMMM yyyy H:mm"],
      ["07:32:00 28.05.2024", "H:mm:ss d.M.yyyy"],
      ["7:32 AM 05/28/2024", "h:mm a M/d/yyyy"],
      ["07:32 2024-05-28", "H:mm yyyy-MM-dd"],
    ] as const
  ) {
    const table = `start_time\tx\n${text.split("|").map((at) => `${at}\t1\n`).join("")}`;
    const { columns } = await csvInfo({ text: table }, { tz });
    assertEquals([columns[0]!.type, columns[0]!.format], ["time", format], text);
    assertEquals((await rows(table, { tz }))[0]!["start_time"], "2024-05-28T07:32:00+02:00", text);
  }
  for (const text of ["3 Mai 2024 10:00", "07:32 03/04/2024"]) {
    const { columns } = await csvInfo({ text: `at;x\n${text};1\n` }, { tz });
    assertEquals(columns[0]!.type, "text", text);
  }
});

Deno.test("read.csv() reads the first of several tables, and skips repeated header rows", async () => {
  const two = "a,b\n1,2\n\nc,d\n3,4\n5,6\n";
  assertEquals(await rows(two), [{ a: 1, b: 2 }]);
  const { problems } = await csvInfo({ text: two });
  assertEquals(problems, [{
    line: 4,
    reason: "line 4 starts another table, which is not read; pass skip: 3 to read it",
  }]);
  assertEquals(await rows(two, { skip: 3 }), [{ c: 3, d: 4 }, { c: 5, d: 6 }]);
  const joined = "a,b\n1,2\na,b\n3,4\n";
  assertEquals(await rows(joined), [{ a: 1, b: 2 }, { a: 3, b: 4 }]);
  assertEquals((await csvInfo({ text: joined })).problems.map(({ line }) => line), [3]);
  for (const words of ["a,b\nx,y\n\nz,w\n", 'a,b\n1,"y\nz"\nq,w\n']) {
    assertEquals((await rows(words)).length, 2, "a row of words is not a header row");
  }
});

Deno.test("a spreadsheet is compared and drawn without naming its column of times", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => [new Date(Date.UTC(2026, 5, 1 + i)).toISOString().slice(0, 10), 80 + Math.sin(7 * i)],
  );
  const results = [];
  for (const header of ["date,kg", "Date,kg", "Day,kg", "Datum,kg", "Gewogen am,kg"]) {
    const frame = await csv({ text: [header, ...rows].join("\n") }, quiet);
    assertStringIncludes(await line(frame, { y: "kg", tz }).svg(), "kg");
    const { p, difference } = compare(frame, { y: "kg", a: "2026-06", b: "2026-07" });
    results.push([p, difference, resample(frame, { every: "1w", tz }).getColumn("kg").toArray()]);
  }
  for (const result of results) assertEquals(result, results[0]);
});
