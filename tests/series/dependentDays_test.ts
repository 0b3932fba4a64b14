import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { adjustP } from "../../src/series/numerics/adjustP.ts";
import { studentBound, studentTail } from "../../src/series/numerics/student.ts";
import expected from "../fixtures/dependent_days_expected.json" with { type: "json" };
import { dateAfter } from "./simulated.ts";
import { rowsOf, statistics } from "./statistic.ts";

const close = (found: unknown, value: number, what: string, tolerance = 1e-9): void =>
  assertAlmostEquals(found as number, value, tolerance * Math.max(1, Math.abs(value)), what);

Deno.test("correlate() of days agrees with SciPy and statsmodels on the effective n, interval and p value", () => {
  for (const { x, y, expected: both } of expected.pairs) {
    const days = x.map((value, i) => ({ date: dateAfter(i), x: value, y: y[i]! }));
    const found = rowsOf(correlate(days, { method: ["pearson", "spearman"], adjust: "none" }));
    const plain = rowsOf(correlate(days, { method: ["pearson", "spearman"], dependent: false }));
    both.forEach(({ method, n, p_independent, ...figures }, i) => {
      const { interval, adjust, ...row } = found[i]!;
      assertEquals([row["method"], Number(row["n"]), interval, adjust], [
        method,
        n,
        "effective n",
        "none",
      ]);
      for (const [name, value] of Object.entries(figures)) {
        close(row[name], value, `${method} ${name}`);
      }
      close(plain[i]!["p"], p_independent, `${method} p of independent rows`);
      assertEquals(plain[i]!["interval"], "independent rows");
    });
  }
});

Deno.test("compare() of days integrates over spreads and autocorrelations like dense matrices", () => {
  for (const { at, value, group, expected: figures } of expected.compared) {
    const days = at.map((day, i) => ({ date: dateAfter(day), y: value[i]!, free: group[i] === 1 }));
    const found = compare(days.toReversed(), { condition: "free", y: "y", partial: ["weekday"] });
    const { difference, difference_low, difference_high, p, autocorrelation_a, autocorrelation_b } =
      statistics(found);
    close(difference, figures.difference, "difference");
    close(difference_low, figures.low, "low", 1e-3);
    close(difference_high, figures.high, "high", 1e-3);
    close(p, figures.p, "p", 1e-3);
    const [a, b] = figures.autocorrelations;
    close(autocorrelation_a, a!, "autocorrelation of the first", 1e-4);
    close(autocorrelation_b, b!, "autocorrelation of the second", 1e-4);
    assertEquals(
      rowsOf(found).flatMap(({ name, method, partial }) =>
        method === null ? [] : [[name, method, partial]]
      ),
      ["difference_low", "difference_high", "p"].map((name) => [name, "autoregression", "weekday"]),
    );
  }
});

Deno.test("adjustP() corrects like statsmodels, in any order, and skips rows without a p value", () => {
  const { chances } = expected;
  for (const adjust of ["holm", "benjamini-hochberg"] as const) {
    adjustP(chances, adjust).forEach((p, i) => close(p, expected[adjust][i]!, adjust));
    const back = adjustP([NaN, ...chances.toReversed()], adjust);
    assert(Number.isNaN(back[0]));
    back.slice(1).reverse().forEach((p, i) => close(p, expected[adjust][i]!, adjust));
  }
  assertEquals(adjustP(chances, "none"), chances);
});

Deno.test("Student's t agrees with SciPy for integer and fractional degrees of freedom", () => {
  for (const { t, freedom, tail } of expected.tails) {
    assertAlmostEquals(studentTail(t, freedom) / tail, 1, 1e-7, `${t} of ${freedom}`);
    assertEquals(studentTail(-t, freedom), studentTail(t, freedom));
  }
  assertEquals([studentTail(0, 4), studentTail(Infinity, 4)], [1, 0]);
  for (const { chance, freedom, bound } of expected.bounds) {
    assertAlmostEquals(studentBound(chance, freedom) / bound, 1, 1e-9, `${chance} of ${freedom}`);
  }
});

Deno.test("a lag pairs a day with the next calendar day, across gaps and daylight saving changes", () => {
  // Every second day is missing in part: row by row would be another answer.
  const days = [0, 1, 2, 5, 6, 8, 9, 10, 12].map((day) => ({ day, x: (day * 7) % 5 }));
  const before = new Map(days.map(({ day, x }) => [day, x]));
  const rows = days.map(({ day, x }) => ({
    time: Temporal.PlainDate.from("2024-03-27").add({ days: day })
      .toZonedDateTime({ timeZone: "Europe/Berlin" }).toInstant().toString(),
    x,
    y: 3 * (before.get(day - 1) ?? 99),
  }));
  const found = rowsOf(
    correlate(rows, { x: ["x"], y: ["y"], lag: [0, 1], tz: "Europe/Berlin" }),
  );
  assertEquals(found.map(({ a, b, lag, n }) => [a, b, Number(lag), Number(n)]), [
    ["x", "y", 0, 9],
    ["x", "y", 1, 5],
  ]);
  close(found[1]!["r"], 1, "the day after");
  assert(Math.abs(found[0]!["r"] as number) < 0.9);
});

Deno.test("without x, a lag applies in both directions, and to a day itself in one", () => {
  const days = Array.from(
    { length: 9 },
    (_, i) => ({ night: dateAfter(i), a: i % 3, b: (i * i) % 5 }),
  );
  const found = rowsOf(correlate(days, { lag: [0, 1] }));
  assertEquals(
    found.map(({ a, b, lag }) => `${a}${b}${lag}`),
    ["ab0", "ab1", "ba1"],
  );
});

Deno.test("compare() with a lag compares a value with the condition of the day before", () => {
  const worked = [true, false, false, true, false, true, false, false];
  const days = worked.map((one, day) => ({
    date: dateAfter(day),
    worked: one,
    asleep: worked[day - 1] ? 480 : 420,
  }));
  const found = statistics(compare(days, { condition: "worked", y: "asleep", lag: 1 }));
  assertEquals([found["mean_a"], found["mean_b"], found["n_a"], found["n_b"]], [420, 480, 4, 3]);
  assertEquals([found["missing_a"], found["missing_b"]], [1, 0]); // the day after the last is not there
});

Deno.test("a lag needs days with one row each, and reports this otherwise", () => {
  const plain = [{ x: 1, y: 2 }, { x: 2, y: 3 }];
  assertThrows(
    () => correlate(plain, { lag: 1 }),
    TypeError,
    "Cannot correlate columns with a lag of 1: the frame has no times; pass the column of times as time",
  );
  const twice = ["2024-01-01T06:00Z", "2024-01-01T07:00Z"].map((time, i) => ({ time, x: i, y: i }));
  assertThrows(
    () => correlate(twice, { tz: "UTC", lag: 1 }),
    RangeError,
    "rows 0 and 1 are both in the 1d of 2024-01-01T07:00:00Z; pass one row for each step",
  );
  assertEquals(rowsOf(correlate(twice, { lag: 1, every: "1h" }))[0]!["n"], 1);
  for (const lag of [-1, 0.5]) {
    assertThrows(() => correlate(plain, { lag }), RangeError, "expected integers of at least 0");
  }
  assertThrows(
    () => correlate(plain, { lag: "1" as never }),
    TypeError,
    'lag is the text "1", expected a number or a list of numbers',
  );
  assertThrows(
    () => correlate(plain, { adjust: "bonferroni" as never }),
    RangeError,
    "one of holm",
  );
  const periods = {
    a: { start_time: dateAfter(0), end_time: dateAfter(1) },
    b: { start_time: dateAfter(1), end_time: dateAfter(2) },
  };
  assertThrows(
    () => compare(twice, { ...periods, y: "x", tz: "UTC", lag: 1 }),
    TypeError,
    "Pass condition",
  );
});
