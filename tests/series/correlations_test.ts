import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { correlations } from "../../src/series/correlations.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { float64Column, textColumn } from "../../src/frame/columns/columns.ts";

interface Found {
  r: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

const only = (frame: ReturnType<typeof correlations>): Found =>
  frame.toRecords()[0] as unknown as Found;

// Anscombe (1973), "Graphs in Statistical Analysis", table 1, data set III.
const ANSCOMBE = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5].map((x, i) => ({
  x,
  y: [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73][i]!,
}));

Deno.test("correlations() gives Anscombe's published correlation", () => {
  const { r, n } = only(correlations(ANSCOMBE));
  assertAlmostEquals(r!, 0.816, 5e-4);
  assertEquals(n, 11);
});

Deno.test("correlations() gives the interval that scipy 1.17.1 gives", () => {
  // scipy.stats.pearsonr(x, y).confidence_interval()
  const { low, high } = only(correlations(ANSCOMBE));
  assertAlmostEquals(low!, 0.42406233992177395, 1e-9);
  assertAlmostEquals(high!, 0.9506546651742493, 1e-9);
});

Deno.test("correlations() by rank shares the rank of ties", () => {
  const frame = [{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 2, y: 5 }, { x: 4, y: 9 }, { x: 7, y: 8 }];
  // scipy.stats.spearmanr([1, 2, 2, 4, 7], [2, 2, 5, 9, 8]).statistic
  assertAlmostEquals(only(correlations(frame, { method: "spearman" })).r!, 0.8157894736842105);
});

Deno.test("correlations() rests on the rows that have both, and says how many", () => {
  const frame = toFrame({
    height: float64Column(new Float64Array([1, 2, 3, 4, NaN])),
    filter: float64Column(new Float64Array([2, 4, 0, 8, 1]), new Uint8Array([1, 1, 0, 1, 1])),
    day: textColumn(["a", "b", "c", "d", "e"]),
  });
  assertEquals(only(correlations(frame)), {
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

Deno.test("correlations() has no coefficient where a column does not vary or two rows are left", () => {
  const flat = [1, 2, 3].map((x) => ({ x, y: 5 }));
  assertEquals(only(correlations(flat)).r, null);
  assertEquals(only(correlations([{ x: 1, y: 2 }, { x: 3, y: 4 }])).r, null);
});

Deno.test("correlations() gives every pair once, in the order of the columns", () => {
  const frame = [1, 2, 3, 4].map((x) => ({ a: x, b: -x, c: x * x }));
  const pairs = correlations(frame, { y: ["c", "a", "b"] }).toRecords();
  assertEquals(pairs.map(({ a, b }) => `${a}${b}`), ["ca", "cb", "ab"]);
  assertEquals(pairs[2]!["r"], -1);
});

Deno.test("correlations() change neither with scale and origin nor with the order of rows", () => {
  const rows = fc.array(
    fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) }),
    {
      minLength: 4,
      maxLength: 30,
    },
  );
  fc.assert(fc.property(rows, fc.integer({ min: 1, max: 9 }), (frame, scale) => {
    const { r } = only(correlations(frame));
    const other = frame.map(({ x, y }) => ({ x: x * scale - 7, y: y + 3 })).reverse();
    const again = only(correlations(other)).r;
    if (r === null) assertEquals(again, null);
    else assertAlmostEquals(again!, r, 1e-9);
  }));
});

Deno.test("correlations() says what it cannot correlate", () => {
  assertThrows(
    () => correlations([{ x: 1, name: "a" }]),
    TypeError,
    "Cannot correlate x: it takes two columns of numbers",
  );
  assertThrows(
    () => correlations(ANSCOMBE, { method: "kendall" as never }),
    RangeError,
    'Cannot correlate by "kendall": use pearson or spearman',
  );
});
