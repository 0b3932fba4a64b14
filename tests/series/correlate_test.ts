import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { correlate } from "../../src/series/correlate.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { float64Column, textColumn } from "../../src/frame/columns/columns.ts";
import { dateAfter } from "./simulated.ts";

interface Found {
  r: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

const only = (frame: Frame): Found => frame.toRecords()[0] as unknown as Found;

// Anscombe (1973), "Graphs in Statistical Analysis", table 1, data set III.
const ANSCOMBE = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5].map((x, i) => ({
  x,
  y: [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73][i]!,
}));

Deno.test("correlate() agrees with Anscombe's published correlation", () => {
  const { r, n } = only(correlate(ANSCOMBE));
  assertAlmostEquals(r!, 0.816, 5e-4);
  assertEquals(n, 11);
});

Deno.test("correlate() agrees with scipy 1.17.1 on the interval", () => {
  // scipy.stats.pearsonr(x, y).confidence_interval()
  const { low, high } = only(correlate(ANSCOMBE));
  assertAlmostEquals(low!, 0.42406233992177395, 1e-9);
  assertAlmostEquals(high!, 0.9506546651742493, 1e-9);
});

Deno.test("correlate() by rank averages the ranks of ties", () => {
  const frame = [{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 2, y: 5 }, { x: 4, y: 9 }, { x: 7, y: 8 }];
  // scipy.stats.spearmanr([1, 2, 2, 4, 7], [2, 2, 5, 9, 8]).statistic
  assertAlmostEquals(only(correlate(frame, { method: "spearman" })).r!, 0.8157894736842105);
});

Deno.test("correlate() finds the days of a spreadsheet, and mistakes no other texts for them", () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    x: Math.sin(i * i),
    y: Math.cos(3 * i),
    date: new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
  }));
  const renamed = rows.map(({ date, ...own }) => ({ ...own, Date: date }));
  const expected = only(correlate(rows, { x: "x", y: "y", lag: 1 }).frame);
  assertEquals(only(correlate(renamed, { x: "x", y: "y", lag: 1 }).frame), expected);
  const named = rows.map(({ x, y }, i) => ({ x, y, Day: ["Mon", "Tue", "Wed"][i % 3]! }));
  const plain = only(correlate(rows.map(({ x, y }) => ({ x, y })), { x: "x", y: "y" }).frame);
  assertEquals(only(correlate(named, { x: "x", y: "y" }).frame), plain);
});

Deno.test("correlate() uses the rows that have both values, and counts them", () => {
  const frame = toFrame({
    height: float64Column(new Float64Array([1, 2, 3, 4, NaN])),
    filter: float64Column(new Float64Array([2, 4, 0, 8, 1]), new Uint8Array([1, 1, 0, 1, 1])),
    day: textColumn(["a", "b", "c", "d", "e"]),
  });
  assertEquals(only(correlate(frame)), {
    a: "height",
    b: "filter",
    lag: 0,
    method: "pearson",
    r: 1,
    low: null,
    high: null,
    p: null,
    p_adjusted: null,
    n: 3,
    n_effective: 3,
    interval: "independent rows",
    adjust: "holm",
    partial: null,
    slope: 2,
    slope_low: null,
    slope_high: null,
    slope_unit: null,
    finding: "too few rows to tell",
  } as never);
});

Deno.test("correlate() has no coefficient for a constant column or two rows", () => {
  const flat = [1, 2, 3].map((x) => ({ x, y: 5 }));
  assertEquals(only(correlate(flat)).r, null);
  assertEquals(only(correlate([{ x: 1, y: 2 }, { x: 3, y: 4 }])).r, null);
});

Deno.test("correlate() returns every pair once, in column order", () => {
  const frame = [1, 2, 3, 4].map((x) => ({ a: x, b: -x, c: x * x }));
  const pairs = correlate(frame, { y: ["c", "a", "b"] }).toRecords();
  assertEquals(pairs.map(({ a, b }) => `${a}${b}`), ["ca", "cb", "ab"]);
  assertEquals(pairs[2]!["r"], -1);
});

Deno.test("correlate() does not depend on scale, origin or row order", () => {
  const rows = fc.array(
    fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) }),
    {
      minLength: 4,
      maxLength: 30,
    },
  );
  fc.assert(fc.property(rows, fc.integer({ min: 1, max: 9 }), (frame, scale) => {
    const { r } = only(correlate(frame));
    const other = frame.map(({ x, y }) => ({ x: x * scale - 7, y: y + 3 })).reverse();
    const again = only(correlate(other)).r;
    if (r === null) assertEquals(again, null);
    else assertAlmostEquals(again!, r, 1e-9);
  }));
});

Deno.test("correlate() rejects columns that it cannot correlate", () => {
  assertThrows(
    () => correlate([{ x: 1, name: "a" }]),
    TypeError,
    "Cannot correlate x: expected two numeric columns",
  );
  assertThrows(
    () => correlate(ANSCOMBE, { method: "kendall" as never }),
    RangeError,
    'Cannot correlate by "kendall": use pearson or spearman',
  );
});

Deno.test("correlate() of two names returns numbers by name that agree with the table", () => {
  const days = Array.from({ length: 30 }, (_, i) => ({
    date: dateAfter(i),
    drinks: i % 3,
    rem: 90 - 12 * (i % 3) + (i * 7) % 5,
  }));
  const options = { lag: 0, method: "pearson" } as const;
  const found = correlate(days, { x: "drinks", y: "rem", ...options });
  const table = correlate(days, { x: ["drinks"], y: ["rem"], ...options });
  const [row] = table.toRecords();
  for (const [name, value] of Object.entries(found)) assertEquals(value, row![name], name);
  assertEquals(found.frame.toRecords(), table.toRecords());
  assertEquals(found.finding, row!["finding"]);
  assertEquals(Object.keys(found), [
    "r",
    "low",
    "high",
    "p",
    "n",
    "n_effective",
    "slope",
    "slope_low",
    "slope_high",
    "finding",
  ]);
  const wrong = found as unknown as { readonly slop: number };
  assertThrows(() => wrong.slop, TypeError, 'did you mean "slope"?');
});

Deno.test("correlate() distinguishes a habit of fixed weekdays from too few rows and from no variation", () => {
  const days = Array.from({ length: 70 }, (_, i) => ({
    date: dateAfter(i),
    office: i % 7 < 3,
    tablets: true,
    asleep: 400 + (i * i) % 13,
  }));
  const asked = { y: "asleep", partial: ["trend", "weekday"] } as const;
  for (
    const [x, reason] of [
      ["office", "not separable from trend and weekday"],
      ["tablets", "no variation"],
    ] as const
  ) {
    const found = correlate(days, { ...asked, x });
    assertEquals([found.r, found.reason.r, found.finding], [null, reason, reason]);
  }
  const few = correlate(days.slice(0, 5), { ...asked, x: "office" });
  assertEquals(few.finding, "too few rows to tell");
  // If weekdays stay, the office has a coefficient.
  assertEquals(correlate(days, { x: "office", y: "asleep" }).reason.r, null);
});

Deno.test("correlate() gives the reason for each null of a pair, and the unit of the slope", () => {
  const pair = { x: "a", y: "b" };
  const few = correlate([{ a: 1, b: 2 }, { a: 2, b: 3 }], pair);
  assertEquals([few.r, few.reason.r, few.reason.p], [null, "too few rows", "too few rows"]);
  const flat = correlate([1, 2, 3, 4].map((a) => ({ a, b: 5 })), pair);
  assertEquals([flat.r, flat.reason.r], [null, "no variation"]);
  const week = Array.from({ length: 6 }, (_, i) => ({ date: dateAfter(i), a: i, b: i * i % 5 }));
  const short = correlate(week, pair);
  assertEquals([short.reason.r, short.p, short.reason.p], [null, null, "too few rows to tell"]);
  const ranks = correlate(week, { ...pair, method: "spearman" });
  assertEquals([ranks.slope, ranks.reason.slope, ranks.finding], [
    null,
    "ranks have no slope",
    null,
  ]);
  const frame = toFrame(
    { a: float64Column(Float64Array.of(1, 2, 3)), b: float64Column(Float64Array.of(2, 3, 5)) },
    { a: "h", b: "min" },
  );
  assertEquals(correlate(frame, pair).unit.slope, "min per h");
});

Deno.test("correlate() of several pairs, lags, methods or groups returns a frame", () => {
  const days = Array.from(
    { length: 9 },
    (_, i) => ({ date: dateAfter(i), a: i, b: i % 4, user: "x" }),
  );
  const rows = [
    correlate(days),
    correlate(days, { x: ["a"], y: "b" }),
    correlate(days, { y: "b" }),
    correlate(days, { x: "a", y: "b", lag: [0] }),
    correlate(days, { x: "a", y: "b", method: ["pearson"] }),
    correlate(days, { x: "a", y: "b", by: "user" }),
  ].map((frame) => frame.shape.height);
  assertEquals(rows, [1, 1, 1, 1, 1, 1]);
});

Deno.test("correlate() compares each pair once without a lag, and in both directions with one", () => {
  const names = ["a", "b", "c", "d"];
  const days = Array.from({ length: 12 }, (_, i) => ({
    date: dateAfter(i),
    ...Object.fromEntries(names.map((name, j) => [name, Math.sin(i * (j + 1) + j)])),
  }));
  const some = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(some, some, fc.subarray([0, 1, 2], { minLength: 1 }), (x, y, lag) => {
    fc.pre(new Set([...x, ...y]).size > 1);
    const expected: string[] = [];
    for (const a of x) {
      for (const b of y) {
        for (const one of lag) {
          const isKnown = one === 0 && expected.includes(`${b} ${a} 0`);
          if (a !== b && !isKnown) expected.push(`${a} ${b} ${one}`);
        }
      }
    }
    const found = correlate(days, { x, y: [...y], lag, dependent: false }).toRecords();
    assertEquals(found.map((row) => `${row["a"]} ${row["b"]} ${row["lag"]}`), expected);
  }));
});
