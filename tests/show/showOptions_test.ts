import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { show } from "../../mod.ts";
import type { ProgressOptions, ShowOptions } from "../../src/show/mod.ts";
import { all } from "../../src/frame/polars/allRows.ts";

const rows = (count: number): { i: number; x: number }[] =>
  Array.from({ length: count }, (_, i) => ({ i, x: i / 3 }));
const lines = (count: number): string[] => String(show.table(rows(count))).split("\n");

/** Runs work with options for all tables, then restores the previous ones. */
function withOptions(given: ShowOptions, run: () => void): void {
  try {
    show.options(given);
    run();
  } finally {
    show.options({
      rows: undefined,
      columns: undefined,
      decimals: undefined,
      locale: undefined,
    });
  }
}

Deno.test("show.options() sets rows, columns and decimals of all tables, and returns them", () => {
  assertEquals(lines(31).length, 3 + 11);
  withOptions({ rows: 60, decimals: 1 }, () => {
    assertEquals(lines(60).length, 3 + 60);
    assertEquals(lines(61).length, 3 + 61, "30 first, 30 last, and the line between them");
    assertEquals(lines(2).at(-1)!.trim().split(/\s+/), ["1", "0.3"]);
    assertEquals(show.options(), { rows: 60, decimals: 1 });
    assertEquals(show.options({ columns: 1 }), { rows: 60, decimals: 1, columns: 1 });
    assertMatch(lines(2).join(), /and 1 more column: x/);
  });
  withOptions({ rows: 3 }, () => assertEquals(lines(4).length, 3 + 4));
  assertEquals(show.options(), {});
});

Deno.test("show.options() sets the language of all tables, and a table's own locale outranks it", async () => {
  const day = pl.DataFrame({ day: [new Date("2025-03-01T00:00Z")], weight: [70123.5] });
  const plain = String(show.table(day)),
    [german, french] = ["de", "fr"].map((locale) => String(show.table(day, { locale })));
  assertMatch(german!, /01\.03\.2025[^]*70\.123,5/);
  let rows: Promise<string> | string = "";
  withOptions({ locale: "de" }, () => {
    rows = all(day).html();
    assertEquals(String(show.table(day)), german);
    assertEquals(String(show.table(day, { locale: "fr" })), french);
    assertEquals(String(show.table(day, { locale: undefined } as never)), german);
  });
  assertMatch(await rows, /01\.03\.2025[^]*70\.123,5/);
  assertEquals(String(show.table(day)), plain);
});

Deno.test("show.options() rejects unknown options, and then sets nothing", () => {
  for (
    const bad of [{ rows: 0 }, { rows: 101 }, { decimals: -1 }, { decimals: 1.5 }, { columns: 0 }]
  ) {
    assertThrows(() => show.options({ columns: 3, ...bad }), RangeError, "Pass a whole number");
  }
  assertThrows(() => show.options({ columns: 3, locale: "xx" }), RangeError, 'locale "xx"');
  assertThrows(() => show.options({ row: 3 } as never), TypeError, 'did you mean "rows"');
  assertEquals(show.options(), {});
});

Deno.test("numbers are rounded by unit, and small p values are shown as < 0.001", () => {
  const table = show.table(
    [{ SE: 84.2321, time: 15.76667, p: 0.0000250718, h: 1.23456 }, {
      SE: 9,
      time: 1,
      p: 0.25,
      h: 1,
    }],
    { units: { SE: "%", time: "min" } },
  );
  const cells = String(table).split("\n").slice(-2).map((line) => line.trim().split(/\s{2,}/));
  assertEquals(cells, [["84.2", "15.8", "< 0.001", "1.2346"], ["9.0", "1.0", "0.250", "1.0000"]]);
  const odd = String(show.table([{ p: 5 }, { p: 0.00001 }]));
  assert(!odd.includes("<"), "a column p of something else");
});

Deno.test("show.all() keeps at most 5,000 rows and 2 MB, and reports when it cuts the table", async () => {
  const count = (html: string): number => html.split("<tr>").length - 2;
  const small = await all(rows(120)).html();
  assertEquals(count(small), 120);
  assert(small.includes("<div>120 rows × 2 columns</div>"));
  const many = await all(rows(5001)).html();
  assertEquals(count(many), 5000);
  assert(many.includes("5,001 rows × 2 columns; the first 5,000 rows are kept here"));
  const wide = await all(
    Array.from(
      { length: 4000 },
      () =>
        Object.fromEntries(
          Array.from({ length: 40 }, (_, i) => [`c${i}`, "a text of some length"]),
        ),
    ),
  ).html();
  assert(wide.length < 2_100_000 && count(wide) < 4000 && wide.includes("rows are kept here"));
  assertMatch(await all([{ a: "<b>" }], { title: "<i>" }).html(), /&lt;i&gt;[^]*&lt;b&gt;/);
  assertThrows(() => all(3 as never), TypeError, "Cannot show a table");
});

Deno.test("show.progress() reports each step of a loop, and stops when its signal aborts", async () => {
  const seen: (readonly [number, number | undefined, boolean])[] = [];
  const onProgress: ProgressOptions["onProgress"] = ({ done, total, ended }) =>
    void seen.push([done, total, ended]);
  const values: number[] = [];
  for await (const value of show.progress(new Set([4, 5]), { onProgress })) values.push(value);
  assertEquals(values, [4, 5]);
  assertEquals(seen, [[0, undefined, false], [0, 2, false], [1, 2, false], [2, 2, false], [
    2,
    2,
    true,
  ]]);
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    for await (const value of show.progress([1, 2, 3], { onProgress, signal: stop.signal })) {
      if (value === 2) stop.abort(new Error("enough"));
    }
  };
  assertEquals(await run().catch(({ message }) => message), "enough");
  assertEquals(seen.at(-1), [2, 3, true]);
  assertThrows(() => show.progress(3 as never), TypeError, "expected an array");
});

Deno.test("dates of plain records follow the locale, and name UTC unless a zone is given", () => {
  const shown = (date: Date, tz?: string): string =>
    String(show.table([{ date }], { locale: "de", ...tz === undefined ? {} : { tz } })).split("\n")
      .at(-1)!;
  const evening = new Date("2025-03-01T20:15:00Z");
  assertEquals(shown(evening), "01.03.2025 20:15 UTC");
  assertEquals(shown(evening, "Europe/Berlin"), "01.03.2025 21:15+01:00");
  assertEquals(shown(new Date("2025-03-01")), "01.03.2025");
  assertEquals(shown(new Date(NaN)), "Invalid Date");
});
