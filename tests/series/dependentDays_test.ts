import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { compare } from "../../src/series/compare.ts";
import { correlations } from "../../src/series/correlations.ts";
import { adjustP } from "../../src/series/statistics/adjustP.ts";
import { random } from "../../src/series/statistics/random.ts";
import { studentBound } from "../../src/series/statistics/studentBound.ts";
import { studentTail } from "../../src/series/statistics/studentTail.ts";
import expected from "../fixtures/dependent_days_expected.json" with { type: "json" };
import { statistics } from "./statistic.ts";

const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));

/** The date that is so many days after the first of 2024. */
const date = (day: number): string =>
  Temporal.PlainDate.from("2024-01-01").add({ days: day }).toString();

const close = (found: unknown, value: number, what: string, tolerance = 1e-9): void =>
  assertAlmostEquals(found as number, value, tolerance * Math.max(1, Math.abs(value)), what);

Deno.test("correlations() of days has the effective n, interval and chance that SciPy and statsmodels come to", () => {
  for (const { x, y, expected: both } of expected.pairs) {
    const days = x.map((value, i) => ({ date: date(i), x: value, y: y[i]! }));
    const found = rowsOf(correlations(days, { method: ["pearson", "spearman"], adjust: "none" }));
    const plain = rowsOf(correlations(days, { method: ["pearson", "spearman"], dependent: false }));
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

Deno.test("compare() of days has the interval and chance of a first-order autoregression, as matrices give it", () => {
  for (const { at, value, group, expected: figures } of expected.compared) {
    const days = at.map((day, i) => ({ date: date(day), y: value[i]!, free: group[i] === 1 }));
    const found = compare(days.toReversed(), { condition: "free", y: "y" });
    const { difference, difference_low, difference_high, p, n_effective, autocorrelation } =
      statistics(found);
    close(difference, figures.difference, "difference");
    close(difference_low, figures.low, "low", 1e-5);
    close(difference_high, figures.high, "high", 1e-5);
    close(p, figures.p, "p", 1e-5);
    close(n_effective, figures.n_effective, "effective n", 1e-5);
    close(autocorrelation, figures.autocorrelation, "autocorrelation", 1e-6);
    assertEquals(
      rowsOf(found).flatMap(({ name, method }) => method === null ? [] : [[name, method]]),
      ["difference_low", "difference_high", "p"].map((name) => [name, "autoregression"]),
    );
  }
});

Deno.test("adjustP() corrects as statsmodels does, whatever the order, and leaves what has no chance", () => {
  const { chances } = expected;
  for (const adjust of ["holm", "benjamini-hochberg"] as const) {
    adjustP(chances, adjust).forEach((p, i) => close(p, expected[adjust][i]!, adjust));
    const back = adjustP([NaN, ...chances.toReversed()], adjust);
    assert(Number.isNaN(back[0]));
    back.slice(1).reverse().forEach((p, i) => close(p, expected[adjust][i]!, adjust));
  }
  assertEquals(adjustP(chances, "none"), chances);
});

Deno.test("Student's t of whole and of broken degrees is SciPy's", () => {
  for (const { t, freedom, tail } of expected.tails) {
    assertAlmostEquals(studentTail(t, freedom) / tail, 1, 1e-7, `${t} of ${freedom}`);
    assertEquals(studentTail(-t, freedom), studentTail(t, freedom));
  }
  assertEquals([studentTail(0, 4), studentTail(Infinity, 4)], [1, 0]);
  for (const { chance, freedom, bound } of expected.bounds) {
    assertAlmostEquals(studentBound(chance, freedom) / bound, 1, 1e-9, `${chance} of ${freedom}`);
  }
});

/** Normal values: two at a time (Box and Muller). */
function normals(seed: number): () => number {
  const next = random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Days of which each keeps a share of the one before; their variance is 1. */
function autoregression(n: number, phi: number, normal: () => number): Float64Array {
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    values[i] = i === 0 ? normal() : phi * values[i - 1]! + Math.sqrt(1 - phi * phi) * normal();
  }
  return values;
}

const RUNS = 200;

/** How many of some intervals hold what is true. */
function share(n: number, holds: (normal: () => number) => boolean, seed = n): number {
  const normal = normals(seed);
  let held = 0;
  for (let run = 0; run < RUNS; run++) if (holds(normal)) held++;
  return held / RUNS;
}

for (const [n, phi, rho] of [[30, 0.6, 0], [60, 0.6, 0.5], [90, 0.8, 0], [90, 0, 0.3]] as const) {
  Deno.test(`of ${n} days that keep ${phi} of the day before, 95 % intervals of correlations() hold the truth ${rho} as often`, () => {
    const time = {
      type: "date",
      values: Int32Array.from({ length: n }, (_, i) => 19_000 + i),
    } as const;
    const held = (method: "pearson" | "spearman", dependent: boolean) =>
      share(n, (normal) => {
        const a = autoregression(n, phi, normal), rest = autoregression(n, phi, normal);
        const b = a.map((value, i) => rho * value + Math.sqrt(1 - rho * rho) * rest[i]!);
        const frame = toFrame({
          date: time,
          a: { type: "float64", values: a },
          b: { type: "float64", values: b },
        });
        // Of two normal columns Spearman's rho is 6/pi asin(r/2) (Pearson 1907).
        const truth = method === "pearson" ? rho : 6 / Math.PI * Math.asin(rho / 2);
        const { low, high } = rowsOf(correlations(frame, { method, dependent }))[0]!;
        return low === null || (low as number) <= truth && truth <= (high as number);
      });
    for (const method of n === 60 ? ["pearson", "spearman"] as const : ["pearson"] as const) {
      const found = held(method, true);
      assert(found > 0.915 && found < 0.985, `${method}: ${found}`);
    }
    const plain = held("pearson", false);
    assert(phi === 0 ? plain > 0.92 : plain < 0.9, `of independent rows ${plain}`);
  });
}

/** Which days are of the second group. */
const DESIGNS: Readonly<Record<string, (day: number, n: number, normal: () => number) => boolean>> =
  {
    "two periods": (day, n) => day >= n / 2,
    "weekends": (day) => day % 7 > 4,
    "days as they come": (_day, _n, normal) => normal() > 0.25,
  };

for (const [design, isSecond] of Object.entries(DESIGNS)) {
  Deno.test(`95 % intervals of compare() hold the truth as often, for ${design} that keep half of the day before`, () => {
    const n = 56, truth = 0.7;
    const held = (dependent: boolean) =>
      share(n, (normal) => {
        const noise = autoregression(n, 0.5, normal);
        const group = Array.from(noise, (_, day) => isSecond(day, n, normal));
        const days = Array.from(noise, (value, day) => ({
          date: date(day),
          y: value + (group[day] ? truth : 0),
          group: group[day]!,
        }));
        const found = statistics(
          compare(days, { condition: "group", y: "y", dependent, resamples: 199 }),
        );
        return found["difference_low"]! <= truth && truth <= found["difference_high"]!;
      });
    const found = held(true);
    assert(found > 0.91 && found < 0.99, `${found}`);
    if (design === "two periods") assert(held(false) < 0.87, "of independent rows");
  });
}

Deno.test("of twenty pairs that have nothing to do with each other, few tables have a finding once corrected", () => {
  const normal = normals(7), names = ["a", "b", "c", "d", "e", "f", "g"];
  let plain = 0, corrected = 0;
  for (let run = 0; run < 100; run++) {
    const frame = toFrame({
      date: { type: "date", values: Int32Array.from({ length: 60 }, (_, i) => i) },
      ...Object.fromEntries(names.map((name) => [
        name,
        { type: "float64", values: autoregression(60, 0.4, normal) },
      ])),
    });
    const rows = rowsOf(correlations(frame));
    if (rows.some(({ p }) => (p as number) < 0.05)) plain++;
    if (rows.some(({ p_adjusted }) => (p_adjusted as number) < 0.05)) corrected++;
  }
  assert(plain > 40, `${plain} of 100 without a correction`);
  assert(corrected < 12, `${corrected} of 100 with it`);
});

Deno.test("a lag holds a day against the day after it by the calendar, over gaps and changes of the clock", () => {
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
    correlations(rows, { x: ["x"], y: ["y"], lag: [0, 1], tz: "Europe/Berlin" }),
  );
  assertEquals(found.map(({ a, b, lag, n }) => [a, b, Number(lag), Number(n)]), [
    ["x", "y", 0, 9],
    ["x", "y", 1, 5],
  ]);
  close(found[1]!["r"], 1, "the day after");
  assert(Math.abs(found[0]!["r"] as number) < 0.9);
});

Deno.test("without x a lag goes both ways, and a day itself one way", () => {
  const days = Array.from({ length: 9 }, (_, i) => ({ night: date(i), a: i % 3, b: (i * i) % 5 }));
  const found = rowsOf(correlations(days, { lag: [0, 1] }));
  assertEquals(
    found.map(({ a, b, lag }) => `${a}${b}${lag}`),
    ["ab0", "ab1", "ba1"],
  );
});

Deno.test("compare() with a lag holds a value against the condition of the day before", () => {
  const worked = [true, false, false, true, false, true, false, false];
  const days = worked.map((one, day) => ({
    date: date(day),
    worked: one,
    asleep: worked[day - 1] ? 480 : 420,
  }));
  const found = statistics(compare(days, { condition: "worked", y: "asleep", lag: 1 }));
  assertEquals([found["mean_a"], found["mean_b"], found["n_a"], found["n_b"]], [420, 480, 4, 3]);
  assertEquals([found["missing_a"], found["missing_b"]], [1, 0]); // the day after the last is not there
});

Deno.test("a lag needs days, one row each, and says so", () => {
  const plain = [{ x: 1, y: 2 }, { x: 2, y: 3 }];
  assertThrows(
    () => correlations(plain, { lag: 1 }),
    TypeError,
    "Cannot correlate columns with a lag of 1: the frame has no times; name their column as time",
  );
  const twice = ["2024-01-01T06:00Z", "2024-01-01T07:00Z"].map((time, i) => ({ time, x: i, y: i }));
  assertThrows(
    () => correlations(twice, { lag: 1 }),
    RangeError,
    "rows 0 and 1 both lie in the 1d of 2024-01-01T07:00:00Z; give one row each",
  );
  assertEquals(rowsOf(correlations(twice, { lag: 1, every: "1h" }))[0]!["n"], 1);
  for (const lag of [-1, 0.5, "1"]) {
    assertThrows(
      () => correlations(plain, { lag: lag as number }),
      RangeError,
      "expected integers from 0",
    );
  }
  assertThrows(
    () => correlations(plain, { adjust: "bonferroni" as never }),
    RangeError,
    "one of holm",
  );
  const periods = {
    a: { start_time: date(0), end_time: date(1) },
    b: { start_time: date(1), end_time: date(2) },
  };
  assertThrows(
    () => compare(twice, { ...periods, y: "x", tz: "UTC", lag: 1 }),
    TypeError,
    "give condition",
  );
});
