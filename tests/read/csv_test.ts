import { pathToFileURL } from "node:url";
import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { dsvFormat } from "d3-dsv";
import { csv, csvInfo } from "../../src/read/csv.ts";
import type { CsvOptions } from "../../src/read/csv/csvOptions.ts";
import { csvTimes } from "../../src/read/csv/csvTimes.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { toMicros } from "../../src/time/instant.ts";

const rows = async (text: string, options?: CsvOptions) =>
  toRows(columnsOf(await csv({ text }, options)));
const tz = "Europe/Berlin";

Deno.test("csv() reads the requested columns with their new names and types", async () => {
  const text = "Begin,Steps,Note\n2024-03-30 08:00,12,a\n2024-03-31T12:00:00+02:00,,\n";
  assertEquals(await rows(text, { columns: { start_time: "Begin", value: "Steps" }, tz }), [
    { start_time: "2024-03-30T08:00:00+01:00", value: 12 },
    { start_time: "2024-03-31T12:00:00+02:00", value: null },
  ]);
});

Deno.test("csv() reads semicolons, decimal commas, a byte order mark, and lines in quotes", async () => {
  const text =
    '\ufeffwhen;value;"a ""note"""\r\n1711782000;1,5;"one\r\ntwo; three"\r\n\r\n1711782060;-2e3;""\r\n';
  const options = {
    columns: { time: "when", value: "value", note: 'a "note"' },
    types: { time: "epoch_s" },
    delimiter: ";",
    decimal: ",",
  } as const;
  const expected = [
    { time: "2024-03-30T07:00:00Z", value: 1.5, note: "one\r\ntwo; three" },
    { time: "2024-03-30T07:01:00Z", value: -2000, note: "" },
  ];
  assertEquals(await rows(text, options), expected);
  assertEquals(toRows(columnsOf(await csv(new TextEncoder().encode(text), options))), expected);
});

Deno.test("csv() and csvInfo() read a path, a URL, bytes, a Blob, a stream and { text } alike", async () => {
  const text = "\ufefftime,value\n2024-03-30T08:00Z,1\n", bytes = new TextEncoder().encode(text);
  const path = await Deno.makeTempFile({ prefix: "[a] steps", suffix: ".csv" });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response(bytes),
  );
  try {
    await Deno.writeFile(path, bytes);
    const sources = [
      path,
      pathToFileURL(path),
      new URL(`http://127.0.0.1:${server.addr.port}/steps.csv`),
      bytes,
      bytes.buffer,
      new Blob([bytes]),
      new File([bytes], "steps.csv"),
      new Blob([bytes]).stream(),
      { text },
    ];
    const expected = [{ time: "2024-03-30T08:00:00Z", value: 1 }];
    for (const source of sources) {
      assertEquals(toRows(columnsOf(await csv(source))), expected);
      if (source instanceof ReadableStream) continue; // a stream is read once
      assertEquals((await csvInfo(source)).columns.map(({ type }) => type), ["time", "float64"]);
    }
  } finally {
    await server.shutdown();
    await Deno.remove(path);
  }
});

Deno.test("csv() reads epochs, integers, booleans, custom time formats, and texts for null", async () => {
  const text = "a,b,c,d,e\n1711782000123,9007199254740993,TRUE,30.03.2024 08:00,n/a\n,-1,0,,x";
  const [first, second] = await rows(text, {
    types: { a: "epoch_ms", b: "int64", c: "bool", d: "time", e: "text" },
    nulls: ["n/a"],
    tz,
    parseTime: (given) => given.replace(/^(\d+)\.(\d+)\.(\d+) /, "$3-$2-$1T"),
  });
  assertEquals(first, {
    a: "2024-03-30T08:00:00.123+01:00",
    b: "9007199254740993",
    c: true,
    d: "2024-03-30T08:00:00+01:00",
    e: null,
  });
  assertEquals(second, { a: null, b: -1, c: false, d: null, e: "x" });
});

Deno.test("csv() reports line and column of an invalid field instead of returning null", async () => {
  const fails = (text: string, message: string, options: Parameters<typeof csv>[1] = {}) =>
    assertRejects(() => csv({ text }, options), TypeError, message);
  await fails("value\n1\n12a\n", 'line 3, column "value" is "12a", expected a number');
  await fails('note,value\n"x\ny",1\n"z",1.000.5\n', 'line 4, column "value" is "1.000.5"');
  await fails('note,value\n"x\n\n\ny",1\n"z"1\n', "line 6 has text after closing quotes", {
    strict: true,
  });
  await fails("value\nNaN\n", "expected a number");
  await fails("value\n1e999\n", "expected a number");
  await fails("value\n0x10\n", "expected a number");
  await fails("value\n1,5\n", "line 2 has 2 fields, the first has 1");
  await fails("time\n2024-03-30 08:00\n", "has no zone");
  await fails(
    "time\n30 March 2024\n",
    "ISO 8601 time; its months are names; pass timeFormat, such as d MMM yyyy",
  );
  await fails(
    "time\n3/30/2024 8:00 AM\n",
    "not an ISO 8601 time; its times have no zone; pass tz",
  );
  await fails("time\n2024-02-30T08:00Z\n", 'column "time" is "2024-02-30T08:00Z", expected a time');
  await fails("time\n2024-10-27 02:30\n", "happens twice in Europe/Berlin", { tz });
  await fails("time\n2024-03-31 02:30\n", "does not exist in Europe/Berlin", { tz });
  await fails('value\n"1\n', "line 2 opens quotes that are not closed");
  await fails('value\n"1"2\n', "line 2 has text after closing quotes");
  await fails("", "the header row is missing");
  await fails("a,b\n1,2\n", 'column "c" is missing; the columns are a, b', {
    columns: { value: "c" },
  });
  await fails("a,a\n1,2\n", "there are two columns", { columns: { value: "a" } });
  await fails("a\n1\n", 'types has "b"', { types: { b: "text" } });
  await assertRejects(() => csv({ text: "a\n1" }, { delimiter: "::" }), RangeError, "delimiter");
  await assertRejects(
    () => csv({ text: "a\n1" }, { types: { a: "dates" as never } }),
    RangeError,
    "no type",
  );
  await assertRejects(() => csv(new Uint8Array([0x61, 0x81])), TypeError, "not UTF-8");
});

Deno.test("csv() skips invalid rows, names each, and never turns them into nulls", async () => {
  const text = "time,value,note\n" +
    "2024-03-30T08:00Z,1,a\n" +
    "2024-03-30T09:00Z,12a,b\n" + // no number
    "yesterday,3,c\n" + // no time
    "2024-03-30T11:00Z,4\n" + // too few fields
    '2024-03-30T12:00Z,5,"d\n' + // quotes that are not closed
    "2024-03-30T13:00Z,6,e\n" +
    "2024-03-30T14:00Z,,f\n" +
    "2024-03-30T15:00Z,8,g\n" +
    "2024-03-30T16:00Z,9,h\n";
  const warnings: string[] = [];
  const frame = await csv({ text }, {
    tz: "UTC",
    onProblem: (problems) => void warnings.push(problems),
  });
  assertEquals(toRows(columnsOf(frame)).map(({ value, note }) => [value, note]), [
    [1, "a"],
    [6, "e"],
    [null, "f"],
    [8, "g"],
    [9, "h"],
  ]);
  const { problems } = await csvInfo({ text }, { tz: "UTC" });
  assertEquals(problems.map(({ line }) => line), [3, 4, 5, 6]);
  assertEquals(problems[0]!.reason, 'line 3, column "value" is "12a", expected a number');
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("4 of 9 rows are skipped") && warnings[0]!.includes("line 6"));
  assert(Deno.inspect(frame).includes("4 of 9 rows are skipped"), Deno.inspect(frame));
  await assertRejects(
    () => csv({ text }, { tz: "UTC", strict: true }),
    TypeError,
    "line 5 has 2 fields",
  );
  const worse = `${text}x,1,i\n`.replaceAll(/(1[3-6]:00Z),\d/g, "$1,six");
  await assertRejects(
    () => csv({ text: worse }, { tz: "UTC" }),
    TypeError,
    "Cannot read CSV: line",
  );
});

Deno.test("csv() warns once about dates kept as text because day and month are ambiguous", async () => {
  const warnings: string[] = [];
  const onProblem = (problems: string) => void warnings.push(problems);
  await csv({ text: "date,mood\n03/04/2026,4\n04/04/2026,5\n" }, { onProblem });
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes('column "date" stays text: it may be d/M/yyyy or M/d/yyyy'));
  await csv({ text: "date,mood\n03/04/2026,4\n14/04/2026,5\n" }, { onProblem });
  assertEquals(warnings.length, 1);
});

Deno.test("csv() reads timestamps of an Apple Health export, with a space before the offset", async () => {
  const text = "time\n2024-03-10 07:12:33 +0100\n2024-03-10 07:12:33.5 -0330\n";
  for (const zone of [{ tz }, {}]) {
    assertEquals(
      (await rows(text, zone)).map(({ time }) => Temporal.Instant.from(String(time)).toString()),
      ["2024-03-10T06:12:33Z", "2024-03-10T10:42:33.5Z"],
    );
  }
});

Deno.test("csv() explains other invalid input", async () => {
  const fails = (source: unknown, message: string) =>
    assertRejects(() => csv(source as string), TypeError, message);
  const kinds = "expected a path, a URL, bytes, a Blob, a stream or { text }, got";
  await fails("nowhere/steps.csv", "Cannot read CSV: the file nowhere/steps.csv does not exist");
  await fails("time,value\n1,2\n", "is not a path. Pass the text itself as { text }.");
  await fails(
    "https://example.com/steps.csv",
    'Pass it as new URL("https://example.com/steps.csv")',
  );
  await fails(undefined, `${kinds} missing`);
  await fails(new Date(0), `${kinds} a Date`);
  await fails({ txt: "a" }, `${kinds} an object`);
  await fails({ text: 5 }, `${kinds} { text } with the number 5`);
  await fails(Promise.resolve("a"), `${kinds} a promise, await it first`);
  assertEquals(await rows("value,\n5,\n", { columns: { value: "value" } }), [{ value: 5 }]);
  await assertRejects(
    () => csv({ text: "a\n1" }, { decimal: ";" as "," }),
    RangeError,
    'expected decimal "." or ",", got ";"',
  );
});

Deno.test("csv() reads the output of another writer", async () => {
  const field = fc.string({ unit: fc.constantFrom("a", '"', "\n", ",", ";", " ", "é", "1") });
  const delimiters = fc.constantFrom(",", ";", "\t", "|");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, field)), delimiters, async (table, delimiter) => {
      const given = table.filter(([a, b]) => a !== "" || b !== "");
      const text = dsvFormat(delimiter).formatRows([["p", "q"], ...given]);
      assertEquals(
        (await rows(text, { delimiter, types: { p: "text", q: "text" } })).map((
          { p, q },
        ) => [p ?? "", q ?? ""]),
        given.map(([p, q]) => [p, q]),
      );
    }),
  );
});

Deno.test("csvTimes() agrees with toMicros(), in zones with half-hour changes and changes at midnight", () => {
  const zones = [
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Kathmandu",
    "UTC",
  ];
  const moment = fc.date({
    min: new Date("2023-01-01"),
    max: new Date("2025-01-01"),
    noInvalidDate: true,
  });
  const tail = fc.constantFrom("", "Z", "+05:30", "-0800");
  fc.assert(
    fc.property(moment, tail, fc.constantFrom(...zones), (date, end, zone) => {
      const text = date.toISOString().slice(0, -1) + end;
      let expected: bigint | undefined;
      try {
        expected = toMicros(text, { tz: zone });
      } catch {
        assertThrows(() => csvTimes(zone)(text));
        return;
      }
      assertEquals(csvTimes(zone)(text), expected);
    }),
    { numRuns: 1000 },
  );
  for (const text of ["2024-10-27 02:30", "2024-03-31T02:00"]) {
    assertThrows(() => csvTimes("Europe/Berlin")(text), RangeError);
  }
});

Deno.test("csv() reads a table of many lines completely", async () => {
  const lines = ["time,value"];
  for (let i = 0; i < 100_000; i++) {
    const minute = new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString().slice(0, 16);
    lines.push(`${minute},${i / 10}`);
  }
  const columns = columnsOf(await csv({ text: lines.join("\n") }, { tz: "Asia/Kathmandu" }));
  const { time, value } = columns as Record<string, { values: ArrayLike<bigint | number> }>;
  assertEquals(time!.values.length, 100_000);
  const first = BigInt(Date.parse("2019-12-31T18:15:00Z")) * 1000n;
  assertEquals([time!.values[0], time!.values[99_999]], [first, first + 99_999n * 60_000_000n]);
  assertEquals(value!.values[99_999], 9999.9);
});

Deno.test("csv() lets other work run while it reads, and stops at a signal", async () => {
  const text = "a,b,c\n" + "1,2.5,x\n".repeat(300_000), reason = new Error("enough");
  const stop = new AbortController();
  let turns = 0;
  const timer = setInterval(() => ++turns === 3 && stop.abort(reason), 1);
  try {
    const error = await csv({ text }, { signal: stop.signal }).catch((error) => error);
    assertEquals(error, reason);
    assert(turns >= 3);
  } finally {
    clearInterval(timer);
  }
  const ended = { signal: AbortSignal.abort(reason) };
  assertEquals(await csv({ text: "a\n1\n" }, ended).catch((error) => error), reason);
});

Deno.test("csv() skips a line with too many delimiters, and reads the others", async () => {
  const problems: string[] = [];
  const options = { onProblem: (text: string) => void problems.push(text) };
  const text = `a,b\n1,2\n3,4\n${",".repeat(60_000)}\n5,6\n7,8\n`;
  assertEquals((await rows(text, options)).length, 4);
  assert(problems[0]!.includes("line 4 has 50001 columns, more than 50000"), problems[0]);
});

Deno.test("csv() infers the order of day and month in a column of many rows", async () => {
  const text = "day,n\n" + "13/04/2024,1\n".repeat(150_000);
  assertEquals((await csv({ text })).getColumn("day").dtype.toString(), "DataType(Date)");
});

Deno.test("csv() shows only the start of a long field that it cannot read", async () => {
  const text = `a,b\n1,2024-01-01T00:00:00.${"0".repeat(500_000)}Z\n2,2024-01-01T00:00:00Z\n`;
  const { message } = await assertRejects(() => csv({ text }, { strict: true }), TypeError);
  assertMatch(message, /^Cannot read CSV: line 2, column "b" is "2024-01-01T00:00:00.0+…"/);
  assert(message.length < 1_000, `${message.length} characters`);
});
