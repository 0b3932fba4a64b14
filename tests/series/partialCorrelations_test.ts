import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { correlate } from "../../src/series/correlate.ts";
import { adjustP } from "../../src/series/numerics/adjustP.ts";
import expected from "../fixtures/partial_correlation_expected.json" with { type: "json" };
import { dateAfter, normals } from "./simulated.ts";
import { rowsOf } from "./statistic.ts";

const { x, y, z } = expected;
const days = x.map((value, i) => ({ date: dateAfter(i), x: value, y: y[i]!, z: z[i]! }));

Deno.test("correlate() without trend, weekdays and columns agrees with pingouin's partial_corr", () => {
  for (const { partial, method, r, p } of expected.expected) {
    const found = rowsOf(correlate(days, {
      x: ["x"],
      y: ["y"],
      partial,
      method: method as "pearson" | "spearman",
      dependent: false,
    }))[0]!;
    assertAlmostEquals(found["r"] as number, r, 1e-10, `${partial} ${method}`);
    assertAlmostEquals(found["p"] as number, p, 1e-10, `${partial} ${method}`);
    assertEquals(found["partial"], partial.join(", "));
  }
});

Deno.test("the slope and its interval equal a regression in statsmodels, and are close to its HAC errors", () => {
  const asked = { x: ["x"], y: ["y"], partial: ["trend", "weekday"] };
  const plain = rowsOf(correlate(days, { ...asked, dependent: false }))[0]!;
  const { slope, low, high } = expected.slope;
  assertAlmostEquals(plain["slope"] as number, slope, 1e-10);
  assertAlmostEquals(plain["slope_low"] as number, low, 1e-8);
  assertAlmostEquals(plain["slope_high"] as number, high, 1e-8);
  assertEquals(plain["slope_unit"], null, "a column without a unit");
  const found = rowsOf(correlate(days, asked))[0]!;
  const width = (found["slope_high"] as number) - (found["slope_low"] as number);
  const ratio = width / (expected.hac.high - expected.hac.low);
  assert(ratio > 0.8 && ratio < 1.5, `${ratio} of the width with HAC errors`);
});

Deno.test("columns that only share weekends or a trend are uncorrelated once these are removed", () => {
  const normal = normals(4);
  let plain = 0, removed = 0;
  for (let run = 0; run < 100; run++) {
    const shared = (day: number) => (day % 7 > 4 ? 1.5 : 0) + day / 28;
    const rows = Array.from({ length: 56 }, (_, day) => ({
      date: dateAfter(day),
      a: normal() + shared(day),
      b: normal() + shared(day),
    }));
    const p = (partial: string[]) => rowsOf(correlate(rows, { partial }))[0]!["p"] as number;
    if (p([]) < 0.05) plain++;
    if (p(["trend", "weekday"]) < 0.05) removed++;
  }
  assert(plain > 50, `${plain} of 100 without removing`);
  assert(removed <= 12, `${removed} of 100`);
});

Deno.test("Holm's correction counts every row of the table, with both methods", () => {
  const rows = rowsOf(correlate(days, { method: ["pearson", "spearman"] }));
  assertEquals(rows.length, 6);
  const adjusted = adjustP(rows.map(({ p }) => p as number), "holm");
  assertEquals(rows.map((row) => row["p_adjusted"]), adjusted);
});

Deno.test("a single y is correlated with every other column", () => {
  const found = rowsOf(correlate(days, { y: "y", partial: ["z"] }));
  assertEquals(found.map(({ a, b }) => [a, b]), [["x", "y"]]);
  assertEquals(rowsOf(correlate(days, { y: ["y"] })).map(({ a }) => a), ["x", "z"]);
});

Deno.test("a column that follows from the removed effects has no correlation", () => {
  const rows = days.map((day, i) => ({ ...day, weekend: i % 7 > 4 }));
  const [found] = rowsOf(correlate(rows, { x: ["weekend"], y: ["y"], partial: ["weekday"] }));
  assertEquals([found!["r"], found!["p"], found!["slope"]], [null, null, null]);
});

Deno.test("groups of dates without a zone are correlated like ungrouped dates", () => {
  const rows = ["a", "b"].flatMap((user) => days.map((day) => ({ user, ...day })));
  const partial = ["trend", "weekday"];
  const [lone] = rowsOf(correlate(days, { y: "y", partial }));
  const [first] = rowsOf(correlate(rows, { y: "y", partial, by: "user" }));
  assertEquals(first, { user: "a", ...lone });
});

Deno.test("partial names effects or columns, and needs times for effects of time", () => {
  const plain = days.map(({ date: _, ...rest }) => rest);
  assertThrows(() => correlate(plain, { partial: ["trend"] }), TypeError, "no times");
  assertThrows(() => correlate(plain, { partial: ["weekday"] }), TypeError, "no times");
  assertThrows(
    () => correlate(days, { y: ["x", "y"], partial: ["x"] }),
    TypeError,
    "Pass it once",
  );
  assertThrows(
    () => correlate(days, { partial: "trend" as never }),
    TypeError,
    "expected a list",
  );
  assertEquals(rowsOf(correlate(plain, { partial: ["z"] })).length, 1);
});
