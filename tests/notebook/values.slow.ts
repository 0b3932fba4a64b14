import { assert, assertEquals, assertMatch } from "@std/assert";
import { shownCells } from "./shownCells.ts";

/** Returns the texts of a table's cells, its head first. */
function cellsOf(html: string): string[] {
  return [...html.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
    cell!.replaceAll(/<[^>]+>/g, " ").trim().replaceAll(/\s+/g, " ")
  );
}

Deno.test("the last value of a cell is shown as a table if it is a frame, a series, a map or records", async () => {
  const cells = await shownCells(
    `import pl from "@lifeframe/lifeframe/polars"; undefined`,
    `pl.DataFrame({ a: [1, 2], b: [0.1, 54.800000000000004] })`,
    `pl.Series("pulse", [61.5, null])`,
    `pl.DataFrame({ a: [3, 4] }).lazy().filter(pl.col("a").gt(3))`,
    `new Map([["Mon", 1], ["Tue", 2]])`,
    `new Map([[new Date(0), { steps: 5 }]])`,
    `[{ day: "2025-03-01", steps: 3 }, { day: "2025-03-02", steps: null }]`,
    `Promise.resolve(pl.DataFrame({ a: [7] }))`,
    `pl.DataFrame({ a: [1] }).getColumn("a")`,
    `Deno.jupyter.display(pl.DataFrame({ a: [8] }))`,
    `pl.DataFrame(Object.fromEntries(Array.from({ length: 60 }, (_, i) => ["c" + i, Array(100).fill(i)])))`,
    `pl.DataFrame({})`,
  );
  const tables = cells.map(({ html }) => cellsOf(html));
  assertEquals(tables[1], ["a f64", "b f64", "1", "0.1", "2", "54.8"]);
  assertEquals(tables[2], ["pulse f64", "61.5", "null"]);
  assertEquals(tables[3], ["a f64", "4"]);
  assertEquals(tables[4], ["key text", "value number", "Mon", "1", "Tue", "2"]);
  assertEquals(tables[5], ["key time", "steps number", "1970-01-01T00:00:00.000Z", "5"]);
  assertEquals(tables[6]!.slice(2), ["2025-03-01", "3", "2025-03-02", "null"]);
  assertEquals(tables[7], ["a f64", "7"]);
  assertEquals(tables[8], ["a f64", "1"]);
  assertEquals(tables[9], ["a f64", "8"]);
  assertEquals(tables[10]!.length, 16 * 11 + 1);
  assertMatch(cells[10]!.text, /^100 rows × 60 columns/);
  assertMatch(cells[11]!.text, /0 rows × 0 columns/);
});

Deno.test("a forgotten await, several frames and a namespace show what a reader expects", async () => {
  const cells = await shownCells(
    `import { demo, plot, show } from "@lifeframe/lifeframe"; import pl from "@lifeframe/lifeframe/polars";
     const me = await demo({ days: 2 });
     const rows = [{ time: "2024-03-30T12:00Z", v: 1 }, { time: "2024-03-30T13:00Z", v: 2 }]; undefined`,
    `me.api.metrics.samples({ metric: "HeartRate", ...me.range.lastDays(1) })`,
    `({ first: pl.DataFrame({ a: [1] }), rows: [{ b: 2 }], note: "text", nothing: null })`,
    `[plot.line(rows, { y: "v", tz: "UTC" }), Promise.resolve(show.table(rows))]`,
    `plot`,
    `me.api.metrics`,
    `[1, 2]`,
    `({ a: 1 })`,
    `[]`,
    `[[1], "two"]`,
    `new Map()`,
    `[null, undefined]`,
    `"text"`,
    `[plot.line(rows, { y: "v", tz: "UTC" }), 3].length`,
  );
  assertMatch(cells[1]!.text, /^\d+,?\d* rows × \d+ columns\n/);
  assertEquals(cellsOf(cells[2]!.html), ["a f64", "1", "b number", "2"]);
  assertMatch(cells[2]!.html, /<strong>note<\/strong><\/div>\n<div>text<\/div>/);
  assertEquals(cells[3]!.html.match(/<(?:svg|img)\b/g), ["<img"]);
  assertEquals(
    cells[3]!.html.match(/<script>/g)?.length,
    2,
    "the scripts of charts and of tables are in it once",
  );
  assertMatch(cells[4]!.text, /^plot: Picture, actogram, .*, weekMonths$/);
  assertMatch(cells[5]!.text, /^me\.api\.metrics: catalog, samples/);
  assertEquals(cells[6], { text: "[ 1, 2 ]", html: "" });
  assertEquals(cells[7], { text: "{ a: 1 }", html: "" });
  for (const i of [8, 9, 10, 11, 12, 13]) {
    assertEquals(cells[i]!.html, "");
    assert(cells[i]!.text !== "");
  }
});

Deno.test("what an unawaited call prints or draws is shown under the cell that made it", async () => {
  const [, first, second, third, fourth] = await shownCells(
    `import { show } from "@lifeframe/lifeframe";
     const pause = (ms) => new Promise((done) => setTimeout(done, ms)); undefined`,
    `(async () => {
      for await (const step of show.progress([1, 2, 3, 4])) { await pause(400); console.log("step", step); }
      console.error("done");
    })(); setTimeout(() => console.log("timer"), 300); undefined`,
    "await pause(700); 'second'",
    "{ third: 3 }",
    "await pause(1500); console.log('own'); 'fourth'",
  );
  assertEquals(first!.text.match(/step \d|timer|done/g), [
    ...["timer", "step 1", "step 2", "step 3", "step 4", "done"],
  ]);
  assertMatch(first!.html, /lifeframe-progress[^]*4 of 4 steps/);
  assertEquals([second, third, fourth].map((cell) => cell!.text), [
    ...['"second"', "{ third: 3 }", 'own\n"fourth"'],
  ]);
});
