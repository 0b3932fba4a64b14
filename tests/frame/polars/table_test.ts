import { LIVE_TAG } from "../../../src/display/liveTag.ts";
import stringWidth from "string-width";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { tableFromArrays } from "apache-arrow";
import pl from "nodejs-polars";
import fc from "fast-check";
import { timeColumn } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import type { TableOptions } from "../../../src/frame/polars/displays.ts";
import { table } from "../../../src/frame/polars/table.ts";

const tz = "Europe/Berlin";
/** Half past midnight in Berlin on the day whose clock goes back at three, in microseconds. */
const MIDNIGHT = BigInt(Date.UTC(2024, 9, 26, 22, 30)) * 1000n;

function frame(rows: number) {
  return toFrame({
    time: {
      type: "time",
      values: BigInt64Array.from({ length: rows }, (_, i) => MIDNIGHT + BigInt(i) * 3_600_000_000n),
      zone: tz,
    },
    count: {
      type: "int64",
      values: BigInt64Array.from({ length: rows }, (_, i) => i === 1 ? 0n : 9_007_199_254_740_993n),
      valid: Uint8Array.from({ length: rows }, (_, i) => i === 0 ? 0 : 1),
    },
  });
}
const text = (...lines: string[]): string => lines.join("\n");

Deno.test("table() shows local times with their offset, exact integers, and null next to 0", () => {
  assertEquals(
    String(table(frame(4), { width: 80 })),
    text(
      "4 rows × 2 columns",
      "time                                         count",
      "datetime[us, Europe/Berlin]                    i64",
      "2024-10-27 00:30+02:00                        null",
      "2024-10-27 01:30+02:00                           0",
      "2024-10-27 02:30+02:00       9,007,199,254,740,993",
      "2024-10-27 02:30+01:00       9,007,199,254,740,993",
    ),
  );
});

Deno.test("table() shows starts of local days as dates, even if a zone skips midnight", () => {
  const times = (zone: string, ...texts: string[]): string[] => {
    const values = BigInt64Array.from(texts, (at) => BigInt(Date.parse(at)) * 1000n);
    return String(table(toFrame({ t: { type: "time", values, zone } }))).split("\n").slice(3);
  };
  assertEquals(times(tz, "2024-03-30T23:00Z", "2024-03-31T22:00Z"), ["2024-03-31", "2024-04-01"]);
  // In Beirut, 31 March 2024 starts at 01:00.
  assertEquals(times("Asia/Beirut", "2024-03-29T22:00Z", "2024-03-30T22:00Z"), [
    "2024-03-30",
    "2024-03-31",
  ]);
  assertEquals(times(tz, "2024-03-30T23:00Z", "2024-03-31T21:00Z"), [
    "2024-03-31 00:00+01:00",
    "2024-03-31 23:00+02:00",
  ]);
});

Deno.test("table() shows times in the zone that it is given, and UTC without an offset", () => {
  const lines = String(table(frame(1), { tz: "UTC", width: 80 })).split("\n");
  assert(lines[2]!.startsWith("datetime[us, UTC]"), lines[2]);
  assert(lines[3]!.startsWith("2024-10-26 22:30 "), lines[3]);
});

Deno.test("table() shows the first and last rows, and the number of rows between them", () => {
  const shown = table(frame(1000), { head: 2, tail: 1, width: 80 });
  const lines = String(shown).split("\n");
  assertEquals(lines[0], "1,000 rows × 2 columns");
  assertEquals(lines.length, 3 + 2 + 1 + 1);
  assert(lines[5]!.startsWith("⋮") && lines[6]!.startsWith("2024-12-07 14:30+01:00"), lines[6]);
  assert(shown.html().includes("997 rows not shown"));
});

Deno.test("table() does not leave out a single row", () => {
  const lines = (rows: number): number =>
    String(table(frame(rows), { head: 5, tail: 5 })).split("\n").length;
  assertEquals(lines(11), 3 + 11);
  assertEquals(lines(12), 3 + 11);
});

Deno.test("table() shows up to 30 rows in full by default, such as a night's statistics", () => {
  assertEquals(String(table(frame(30))).split("\n").length, 3 + 30);
  assertEquals(String(table(frame(31))).split("\n").length, 3 + 11);
  assertEquals(String(table(frame(24), { head: 3 })).split("\n").length, 3 + 3 + 1 + 5);
});

Deno.test("table() supports columns named like members of a frame", () => {
  const names = ["height", "limit", "filter", "shape", "columns", "getColumn", "slice", "lazy"];
  const shadowed = pl.DataFrame(Object.fromEntries(names.map((name, i) => [name, [i, i + 1]])));
  const lines = String(table(shadowed, { width: 200 })).split("\n");
  assertEquals(lines[1]!.trim().split(/ +/), names);
  assertEquals(lines[3]!.trim().split(/ +/), names.map((_, i) => String(i)));
});

Deno.test("table() names the columns that do not fit", () => {
  const wide = pl.DataFrame(
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`column_${i}`, [i]])),
  );
  const shown = table(wide, { width: 40 });
  const lines = String(shown).split("\n");
  assert(lines.every((line) => stringWidth(line) <= 40));
  assertEquals(lines[0], "1 row × 30 columns");
  assertEquals(lines.at(-1), "and 26 more columns: column_4, column_5…");
  assert(shown.html().includes("and 14 more columns: column_16"));
  assertEquals([...shown.html().matchAll(/<th /g)].length, 16);
});

Deno.test("table() shows each type of Polars", () => {
  const all = pl.DataFrame([
    pl.Series("u64", [18_446_744_073_709_551_615n, 1n], pl.UInt64),
    pl.Series("date", [new Date(0), new Date(Date.UTC(2024, 1, 29))]).cast(pl.Date),
    pl.Series("duration", new BigInt64Array([3_661_500_000n, -1n]) as never)
      .cast(pl.Duration("us")),
    pl.Series("cat", ["a", "b"]).cast(pl.Categorical),
    pl.Series("decimal", [1.25, 3]).cast(pl.Decimal(10, 2)),
    pl.Series("bool", [true, null]),
    pl.Series("f", [0.1 + 0.2, Number.NaN]),
    pl.Series("list", [[1, 2], []]),
  ]);
  const lines = String(table(all, { width: 200 })).split("\n");
  assertEquals(
    lines.slice(3).map((line) => line.trim().split(/ {2,}/)),
    [
      ["18446744073709551615", "1970-01-01", "1:01:01.5", "a", "1.25", "true", "0.3", "[1, 2]"],
      ["1", "2024-02-29", "-0:00:00.000001", "b", "3.00", "null", "NaN", "[]"],
    ],
  );
});

Deno.test("table() summarizes lists and structs", () => {
  const nested = toFrame({
    spans: {
      type: "list",
      offsets: new Int32Array([0, 40]),
      item: {
        type: "struct",
        length: 40,
        fields: { stage: { type: "int64", values: new BigInt64Array(40) } },
      },
    },
    many: {
      type: "list",
      offsets: new Int32Array([0, 40]),
      item: { type: "int64", values: new BigInt64Array(40) },
    },
    one: {
      type: "struct",
      length: 1,
      fields: { a: { type: "text", values: ["x"] } },
    },
  });
  const lines = String(table(nested, { width: 200 })).split("\n");
  assertEquals(lines[2]!.split(/ {2,}/), ["list[struct[1]]", "list[i64]", "struct[1]"]);
  assertEquals(lines[3]!.split(/ {2,}/), ["[40 × {stage}]", "[40 × 0, …]", "{a: x}"]);
});

Deno.test("table() distinguishes text that looks empty from missing text", () => {
  const rows = [{ a: null }, { a: "null" }, { a: "" }, { a: " x" }];
  assertEquals(
    String(table(rows)).split("\n").slice(3),
    ["null", '"null"', '""', '" x"'],
  );
});

Deno.test("table() escapes HTML in names, values, units and titles", () => {
  const shown = table([{ "<b>": "<script>alert('x')</script>" }], {
    title: "<i>",
    units: { "<b>": "<u>" },
  });
  const html = shown.html().replace(LIVE_TAG, "");
  const tags = new Set([...html.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag!));
  for (const tag of ["b", "script", "i", "u"]) assert(!tags.has(tag), tag);
  assert(shown.html().includes("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
});

Deno.test("table() prevents text from moving the cursor, breaking the line or changing its direction", () => {
  const shown = String(table([{ a: "one\ntwo\u001b[2J\u202ethree" }], { width: 80 }));
  assertEquals(shown.split("\n").length, 4);
  assert(shown.includes("one\\ntwo\\u001b[2J\\u202ethree"), shown);
});

Deno.test("table() stays aligned and on one line each, whatever the text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), (values) => {
      const lines = String(table(values.map((a) => ({ a, b: 1 })), { width: 200 })).split("\n");
      const isCut = values.length > 30, shown = lines.slice(3).filter((_, i) => !isCut || i !== 5);
      if (isCut) assert(/^⋮ +⋮$/.test(lines[8]!.trim()), lines[8]);
      assertEquals(shown.length, isCut ? 10 : values.length);
      assertEquals(new Set(shown.map((line) => stringWidth(line))).size, 1);
    }),
    { examples: [[["⋮"]], [["⋮a", "⋮"]], [Array(31).fill("⋮")]] },
  );
});

Deno.test("table() aligns characters that take two terminal cells, or none", () => {
  // Number of terminal cells of each text, by East Asian Width and emoji sequences of Unicode 17.
  const cells: Record<string, number> = {
    ab: 2,
    日本: 4,
    한글: 4,
    ｶﾅ: 2,
    "é": 1,
    "e\u0301": 1,
    "👨‍👩‍👧‍👦": 2,
    "🇩🇪": 2,
    "❤️": 2,
    "👍🏽": 2,
    "🏳️‍🌈": 2,
    "a\u200bb": 2,
    "a\u00adb": 2,
  };
  for (const [text, width] of Object.entries(cells)) {
    const [, , , first, second] = String(table([{ a: text, b: 1 }, { a: "long text", b: 2 }]))
      .split("\n");
    assertEquals(second, "long text       2");
    assertEquals(first, `${text}${" ".repeat("long text".length - width)}       1`);
  }
});

Deno.test("table() distinguishes the value ⋮ from omitted rows", () => {
  const lines = String(table(Array(31).fill({ a: "⋮" }), { width: 80 })).split("\n").slice(3);
  assertEquals(lines.map((line) => line.trim()).slice(4, 7), ['"⋮"', "⋮", '"⋮"']);
});

Deno.test("table() shows units next to types", () => {
  const lines = String(table([{ pulse: 61 }], { units: { pulse: "bpm" }, title: "Heart" })).split(
    "\n",
  );
  assertEquals(lines.slice(0, 3).map((line) => line.trim()), [
    "Heart (1 row × 1 column)",
    "pulse",
    "number, bpm",
  ]);
});

Deno.test("table() accepts Arrow tables, and empty ones", () => {
  const arrow = tableFromArrays({ a: Int32Array.from({ length: 30 }, (_, i) => i) });
  const lines = String(table(arrow, { head: 1, tail: 1 })).split("\n");
  assertEquals(lines.map((line) => line.trim()), [
    "30 rows × 1 column",
    "a",
    "i32",
    "0",
    "⋮",
    "29",
  ]);
  assertEquals(String(table([])), "0 rows × 0 columns");
  assertEquals(String(table(frame(3).head(0))).split("\n").length, 3);
});

Deno.test("table() shows itself in a notebook and in the console", async () => {
  const shown = table(frame(2), { width: 80 });
  const method = Reflect.get(shown, Symbol.for("Jupyter.display"));
  const bundle = await method.call(shown);
  assertEquals(Object.keys(bundle), ["text/html", "text/plain"]);
  assertEquals(bundle["text/plain"], String(shown));
  assertEquals(Deno.inspect(shown), String(shown));
});

Deno.test("table() rejects values other than tables, and more rows than fit a screen", () => {
  assertThrows(() => table("rows" as never), TypeError, "expected a Polars frame");
  assertThrows(() => table(frame(2), { head: 200 }), RangeError, "the maximum is 100");
  assertThrows(() => table(frame(2), { tail: -1 }), RangeError, "tail -1");
  assertThrows(() => table(frame(2), { tz: "+02:00" }), RangeError, "offset");
});

Deno.test("table() without types only shows names, units and values", async () => {
  const rows = [{ what: "Total", value: 12 }];
  const plain = table(rows, { types: false, title: "Steps", units: { value: "steps" } });
  assertEquals(
    String(plain),
    ["Steps", "what   value", "       steps", "Total     12"].join("\n"),
  );
  assertEquals(String(table(rows, { types: false })), ["what   value", "Total     12"].join("\n"));
  assert(!/1 row|>text<|>number/.test(await plain.html()));
});

Deno.test("table() accepts records typed by an interface", () => {
  interface Source {
    name: string;
    rank?: number;
  }
  const sources: Source[] = [{ name: "Wrist", rank: 1 }, { name: "Phone" }];
  assertEquals(
    String(table(sources, { width: 80, types: false })),
    ["name   rank", "Wrist     1", "Phone  null"].join("\n"),
  );
});

Deno.test("table() shows the dates of records in the zone that it is given", () => {
  const rows = [{ at: new Date("2024-07-01T10:00Z") }];
  assert(String(table(rows, { tz: "Asia/Kolkata" })).includes("2024-07-01 15:30+05:30"));
  assert(String(table(rows)).includes("2024-07-01T10:00:00.000Z"));
});

Deno.test("table() formats times by language or pattern", () => {
  const frame = toFrame({
    time: timeColumn(
      BigInt64Array.of(1_719_828_000_000_000n, 1_719_828_061_250_000n),
      "Asia/Kolkata",
    ),
  });
  const shown = (options: TableOptions) =>
    String(table(frame, { width: 80, types: false, ...options })).split("\n").slice(1)
      .map((line) => line.trim());
  assertEquals(shown({}), ["2024-07-01 15:30:00.000+05:30", "2024-07-01 15:31:01.250+05:30"]);
  assertEquals(shown({ locale: "de" }), [
    "01.07.2024 15:30:00.000+05:30",
    "01.07.2024 15:31:01.250+05:30",
  ]);
  assertEquals(shown({ timeFormat: "EEE d MMM, h:mm a" }), [
    "Mon 1 Jul, 3:30 PM",
    "Mon 1 Jul, 3:31 PM",
  ]);
  assertEquals(shown({ timeFormat: "EEEE HH:mm", locale: "fr", tz: "UTC" }), [
    "lundi 10:00",
    "lundi 10:01",
  ]);
});

Deno.test("table() writes numeric dates in the order of the language or the pattern", () => {
  const frame = pl.DataFrame({ day: pl.Series("day", [19905, 19906], pl.Int32).cast(pl.Date) });
  const first = (options: TableOptions) =>
    String(table(frame, { width: 80, types: false, ...options })).split("\n")[1]!.trim();
  assertEquals(first({}), "2024-07-01");
  assertEquals(first({ locale: "en-GB" }), "01/07/2024");
  assertEquals(first({ timeFormat: "d.M.yyyy HH:mm" }), "1.7.2024");
});

Deno.test("table() shows milliseconds and microseconds if any value has them", () => {
  const times = (micros: bigint) =>
    String(
      table(toFrame({ time: timeColumn(BigInt64Array.of(micros), "Europe/Berlin") }), {
        width: 80,
        types: false,
      }),
    ).split("\n")[1]!.trim();
  const noon = 1_711_796_400_000_000n;
  assertEquals(times(noon), "2024-03-30 12:00+01:00");
  assertEquals(times(noon + 1_000_000n), "2024-03-30 12:00:01+01:00");
  assertEquals(times(noon + 5_000n), "2024-03-30 12:00:00.005+01:00");
  assertEquals(times(noon + 5_006n), "2024-03-30 12:00:00.005006+01:00");
  assertEquals(times(-1n), "1970-01-01 00:59:59.999999+01:00");
});

Deno.test("table() shows numbers in lists and records with no more decimals than in columns", () => {
  const rows = [{ clock: [22.999999999999996, 7], place: { lat: 52.52000659, n: 3 } }];
  const lines = String(table(rows, { width: 80 })).split("\n");
  assertEquals(lines.at(-1), "[23, 7]  {lat: 52.52, n: 3}");
});

Deno.test("table() rounds each statistic by its own name and unit", () => {
  const rows = [
    { name: "mean", value: 431.2568, unit: "min", n: 31 },
    { name: "n", value: 31, unit: null, n: 31 },
    { name: "p", value: 0.00002, unit: null, n: 31 },
    { name: "L5_onset", value: 1.51, unit: "HH:MM", n: 31 },
    { name: "IS", value: 0.51239, unit: null, n: null },
  ];
  const expected = ["431.3", "31", "&lt; 0.001", "01:30", "0.5124"];
  for (const input of [rows, pl.DataFrame(rows)]) {
    const html = table(input as never).html();
    for (const value of expected) assert(html.includes(`>${value}</td>`), `${value} in ${html}`);
  }
});

Deno.test("table() writes numbers and words in the language of its locale", async () => {
  const rows = Array.from(
    { length: 1200 },
    (_, i) => ({ steps: 12_345 - i, hours: 7.25, p: 0.04 }),
  );
  const shown = table(rows, { locale: "de", width: 80, head: 1, tail: 1 });
  assert(shown.html().includes('data-more="weitere Spalten"'));
  assert(!table(rows).html().includes("data-more"));
  assertEquals(String(shown).split("\n"), [
    "1.200 Zeilen × 3 Spalten",
    " steps   hours       p",
    "number  number  number",
    "12.345    7,25   0,040",
    "     ⋮       ⋮       ⋮",
    "11.146    7,25   0,040",
  ]);
  const html = await shown.html();
  assert(html.includes("1.198 Zeilen nicht gezeigt"));
  // A page sorts by ranks: it would read 12.345 as twelve.
  assert(html.includes('data-rank="1,0"'));
  assert(String(table(rows, { width: 80 })).startsWith("1,200 rows × 3 columns"));
  const columns = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`c${i}`, i]));
  assert(
    String(table([columns], { locale: "de", maxColumns: 1 })).includes("und 19 weitere Spalten"),
  );
});
