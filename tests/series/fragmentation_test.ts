import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { fragmentation } from "../../src/series/fragmentation.ts";
import { rowsOf } from "../sleep/hypnograms.ts";
import { madeCounts, minuteRows } from "./madeCounts.ts";

const runs = (...of: [number, number | null][]) => of.flatMap(([n, value]) => Array(n).fill(value));

Deno.test("fragmentation() agrees with GGIR's test of a sleep period on transition probabilities", () => {
  // test_fragmentation.R of GGIR, commit 388064b707df4fcfb7f9b755c5a43a477d371092
  const night = runs([15, 1], [10, 0], [30, 1], [15, 0], [20, 1], [25, 0], [10, 1]);
  const found = fragmentation(minuteRows(night));
  assertAlmostEquals(found.active_to_rest!, 0.040541, 5e-7);
  assertAlmostEquals(found.rest_to_active!, 0.06, 5e-7);
  assertEquals([found.active_bouts, found.rest_bouts], [4, 3]);
});

Deno.test("fragmentation() agrees with GGIR's test with gaps on transition probabilities", () => {
  const five = (...states: number[]) => states.flatMap((state) => Array(5).fill(state));
  const gap = Array(15).fill(null);
  const values = [...five(1, 0, 1, 0), ...gap, ...five(0, 1, 0, 1), ...gap, ...five(1, 0, 1, 0)];
  const found = fragmentation(minuteRows(values));
  assertAlmostEquals(found.active_to_rest!, 0.172414, 5e-7);
  assertAlmostEquals(found.rest_to_active!, 0.142857, 5e-7);
  const without = minuteRows(values).filter(({ counts }) => counts !== null);
  assertEquals(fragmentation(without).rest_to_active, found.rest_to_active, "rows left out");
});

Deno.test("fragmentation() agrees with pyActigraphy on kRA and kAR, and with R on bouts", () => {
  // _transition_prob and _transition_prob_sustain_region of pyActigraphy, commit
  // e9e5e64f95ce2579bda5896f85945e7257545446, unaltered, with statsmodels; R's rle, and ineq's Gini.
  // Their record example_01.AWD (not shipped) gives kRA 0.09666971 and kAR 0.03376253, as theirs.
  const found = fragmentation(minuteRows(madeCounts(5760)));
  assertAlmostEquals(found.kRA!, 0.26208158683392735, 1e-9);
  assertAlmostEquals(found.kAR!, 0.27799961641964, 1e-9);
  assertAlmostEquals(found.active_gini!, 0.4549925015, 1e-9);
  assertAlmostEquals(found.rest_gini!, 0.5036428843, 1e-9);
  assertAlmostEquals(found.active_mean!, 3.4293085655, 1e-9);
  assertEquals([found.rest_median, found.active_bouts, found.unit.rest_mean], [1, 969, "min"]);
});

Deno.test("fragmentation() counts elapsed time across both daylight saving changes", () => {
  const values = madeCounts(3 * 1440);
  for (const start of [Date.UTC(2024, 2, 30), Date.UTC(2024, 9, 26), Date.UTC(2024, 5, 1)]) {
    const found = fragmentation(minuteRows(values, start));
    assertEquals(found.kRA, fragmentation(minuteRows(values)).kRA);
  }
});

Deno.test("fragmentation() gives a single value no length, and has no bouts without values", () => {
  const one = fragmentation(minuteRows([7]));
  assertEquals([one.active_bouts, one.active_mean, one.active_longest], [1, null, null]);
  assertEquals(one.reason.active_mean, "a single value has no length");
  const none = fragmentation(minuteRows([null, null]));
  assertEquals([none.rest_bouts, none.reason.rest_bouts], [null, "no values"]);
  const rows = minuteRows(madeCounts(600));
  assertEquals(
    fragmentation(rows.flatMap((row) => [row, row])).frame.toRecords(),
    fragmentation(rows).frame.toRecords(),
  );
});

Deno.test("fragmentation() of several people gives each their own values and reasons", () => {
  const rows = ["b", "a"].flatMap((user) =>
    minuteRows(user === "a" ? madeCounts(600) : [0, 0, 0]).map((row) => ({ ...row, user }))
  );
  const found = rowsOf(fragmentation(rows, { by: "user" }));
  const of = (user: string, name: string) =>
    found.find((row) => row["user"] === user && row["name"] === name)!;
  assertEquals(of("b", "kRA")["note"], "fewer than 4 different lengths of bouts");
  assertEquals(of("b", "active_to_rest")["value"], null);
  assertEquals(of("a", "kRA")["value"], fragmentation(minuteRows(madeCounts(600))).kRA);
  assert(Number(of("b", "rest_bouts")["value"]) === 1);
  assertThrows(() => fragmentation(rows, { by: "user", threshold: NaN }), RangeError, "threshold");
});
