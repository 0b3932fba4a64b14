import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { compare } from "../../src/series/compare.ts";
import {
  bootstrapInterval,
  bootstrapNormal,
  permutationP,
  permuteNormal,
} from "../../src/series/statistics/bootstrap.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { statistic, statistics } from "./statistic.ts";

const A = [7.1, 6.8, 7.4, 6.9, 7.7, 7.0, 6.5, 7.2, 7.3, 6.6];
const B = [7.9, 7.5, 8.1, 7.4, 7.8, 8.4, 7.6, 7.2];
const PERIODS = {
  a: { start_time: "2024-01-01", end_time: "2024-01-13" },
  b: { start_time: "2024-02-01", end_time: "2024-02-11" },
  tz: "Europe/Berlin",
};
const days = [
  ...A.map((hours, i) => ({ time: new Date(Date.UTC(2024, 0, 1 + i, 12)), hours })),
  ...B.map((hours, i) => ({ time: new Date(Date.UTC(2024, 1, 1 + i, 12)), hours })),
];

Deno.test("compare() of two periods is what scipy 1.17.1 computes", () => {
  const found = statistics(compare(days, { ...PERIODS, dependent: false }));
  assertAlmostEquals(found["difference"]!, 0.6875, 1e-12);
  assertAlmostEquals(found["p"]!, 0.0022395904748845927, 1e-12); // permutation_test, exact
  assertAlmostEquals(found["difference_low"]!, 0.3575, 0.015); // bootstrap, percentile
  assertAlmostEquals(found["difference_high"]!, 1.025, 0.015);
  assertAlmostEquals(found["cohen_d"]!, 1.8118198763241036, 1e-12);
  assertAlmostEquals(found["hedges_g"]!, 1.725542739356289, 1e-12);
  assertEquals([found["n_a"], found["n_b"], found["missing_a"], found["missing_b"]], [10, 8, 2, 2]);
});

Deno.test("compare() tries random ways to part many values", () => {
  const many = [
    ...[0, 0.11, -0.07].flatMap((shift) => A.map((x) => ({ x: x + shift, when: "before" }))),
    ...[0.2, 0.33, 0.41].flatMap((shift) => B.map((x) => ({ x: x - shift, when: "since" }))),
  ].map((row) => ({ ...row, time: "2024-01-01T00:00Z" }));
  const { difference, p } = statistics(compare(many, { condition: "when", resamples: 99_999 }));
  assertAlmostEquals(difference!, 0.36083333333333467, 1e-12);
  assertAlmostEquals(p!, 0.00104, 0.0004); // permutation_test of 99,999
});

Deno.test("permutationP() tries every way to part up to 100,000, and random ones of more", () => {
  /** Whether p depends on the seed, of 5 values against so many. */
  const isDrawn = (others: number): boolean => {
    const a = Float64Array.of(3.1, 0.4, 1.7, 2.2, 1.3);
    const b = Float64Array.from({ length: others }, (_, i) => (i * 7 % others) / 9);
    const [one, two] = [1, 2].map((seed) => permutationP(a, b, { resamples: 999, seed }));
    return one !== two;
  };
  assertEquals(isDrawn(23), false); // 98,280 ways to choose 5 of 28
  assertEquals(isDrawn(24), true); // 118,755 of 29
});

Deno.test("compare() gives the same for the same seed, in any order of rows", () => {
  const one = compare(days, PERIODS).toRecords();
  assertEquals(compare(days.toReversed(), PERIODS).toRecords(), one);
  const drawn = (seed: number) => statistics(compare(days, { ...PERIODS, dependent: false, seed }));
  assertEquals(drawn(1), drawn(1));
  assert(drawn(2)["difference_low"] !== drawn(1)["difference_low"]);
});

Deno.test("compare() of equal groups finds nothing", () => {
  const equal = ["x", "y"].flatMap((by) => A.map((value) => ({ by, value })));
  const { difference, p, hedges_g } = statistics(compare(equal, { condition: "by", y: "value" }));
  assertEquals([difference, p, hedges_g], [0, 1, 0]);
});

Deno.test("compare() swaps its signs with its groups", () => {
  const there = statistics(compare(days, PERIODS));
  const back = statistics(compare(days, { ...PERIODS, a: PERIODS.b, b: PERIODS.a }));
  assertAlmostEquals(back["difference"]!, -there["difference"]!, 1e-12);
  assertAlmostEquals(back["hedges_g"]!, -there["hedges_g"]!, 1e-12);
  assertAlmostEquals(back["p"]!, there["p"]!, 1e-12);
});

Deno.test("compare() of conditions counts the rows without a value", () => {
  const rows = [...A, null].map((value, i) => ({ value, weather: i % 2 === 0 ? "dry" : "wet" }));
  const found = compare(rows, { condition: "weather", y: "value" });
  assertEquals(statistics(found)["missing_a"], 1);
  const { coverage, n } = statistic(found, "mean_a");
  assertEquals([coverage, n], [5 / 6, 5]);
});

Deno.test("compare() gives null for what too few values cannot tell", () => {
  const found = statistics(
    compare(days, { ...PERIODS, b: { start_time: "2025-01-01", end_time: "2025-01-03" } }),
  );
  assertEquals(
    ["mean_b", "difference", "difference_low", "p", "hedges_g"].map((name) => found[name]),
    [null, null, null, null, null],
  );
  assertEquals([found["n_b"], found["missing_b"]], [0, 2]);
  const single = statistics(
    compare(days, { ...PERIODS, b: { start_time: "2024-02-01", end_time: "2024-02-02" } }),
  );
  assertEquals(single["hedges_g"], null);
  const two = statistics(compare(
    [{ c: "x", v: 1 }, { c: "y", v: 3 }],
    { condition: "c", y: "v" },
  ));
  assertEquals([two["difference"], two["hedges_g"], two["p"]], [2, null, 1]);
});

Deno.test("compare() counts days of a zone whose clock skips midnight", () => {
  const rows = [{ time: "2018-11-04T12:00Z", v: 1 }, { time: "2018-11-06T12:00Z", v: 2 }];
  const found = statistics(compare(rows, {
    a: { start_time: "2018-11-04", end_time: "2018-11-06" },
    b: { start_time: "2018-11-06", end_time: "2018-11-07" },
    tz: "America/Sao_Paulo",
  }));
  assertEquals([found["missing_a"], found["missing_b"]], [1, 0]);
});

Deno.test("compare() says what it needs", () => {
  assertThrows(() => compare(days, {}), TypeError, "two periods");
  assertThrows(
    () =>
      compare([{ c: "x", v: 1 }, { c: "y", v: 2 }, { c: "z", v: 3 }], { condition: "c", y: "v" }),
    TypeError,
    "x, y, z",
  );
  assertThrows(() => compare(days, { ...PERIODS, confidence: 95 }), RangeError, "confidence");
  assertThrows(() => compare(days, { ...PERIODS, resamples: 0 }), RangeError, "resamples");
});

Deno.test("compare() of many values comes to what drawing comes to", () => {
  const skewed = (n: number, scale: number, from: number) =>
    Float64Array.from({ length: n }, (_, i) => -scale * Math.log((i + 0.5) / n) + from);
  const a = skewed(120, 3, 0), b = skewed(90, 0.5, 2.95); // one leans further than the other
  const { low, high } = bootstrapNormal(a, b, 0.9);
  const drawn = bootstrapInterval(a, b, { resamples: 200_000, seed: 3, confidence: 0.9 });
  assertAlmostEquals(low, drawn.low, 0.006);
  assertAlmostEquals(high, drawn.high, 0.006);
  const all = Float64Array.of(...a, ...b), sum = a.reduce((total, one) => total + one, 0);
  const p = permutationP(a, b, { resamples: 100_000, seed: 3 });
  assert(p > 0.05 && p < 0.5, "a test that could tell");
  assertAlmostEquals(permuteNormal(all, a.length, sum), p, 0.01);
  assertEquals(permuteNormal(new Float64Array(9).fill(2), 4, 8), 1);
  // one of -1, 0 and 1 has a variance of 2 / 3: math.erfc(sqrt(1 / (2 / 3) / 2)) of Python
  assertAlmostEquals(permuteNormal(Float64Array.of(-1, 0, 1), 1, 1), 0.22067136191984693, 1e-9);
});

Deno.test("compare() of hundreds of thousands of values takes no drawing", () => {
  const count = 300_000;
  const frame = toFrame({
    value: { type: "float64", values: Float64Array.from({ length: count }, (_, i) => i % 100) },
    part: { type: "text", values: Array.from({ length: count }, (_, i) => i % 2 ? "x" : "y") },
  });
  const found = statistics(compare(frame, { condition: "part", y: "value" }));
  // of whole numbers from 0 to 99 the even are 49 in the mean, the odd 50, the standard deviation 28.86
  assertAlmostEquals(Math.abs(found["difference"]!), 1, 1e-9);
  const half = (found["difference_high"]! - found["difference_low"]!) / 2;
  assertAlmostEquals(half, 1.959964 * 28.861739 * Math.sqrt(2 / 150_000), 1e-5);
  assert(found["p"]! < 1e-15);
});

Deno.test("compare() counts the way that the values were parted among the random ones", () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ c: i < 20 ? "x" : "y", v: i }));
  const { p } = statistics(compare(rows, { condition: "c", y: "v", resamples: 99 }));
  assertEquals(p, 2 / 100);
});

Deno.test("compare() covers no more than the group of which less is there", () => {
  const rows = [1, 2, 3, null, 5].map((v, i) => ({ c: i < 2 ? "x" : "y", v }));
  assertEquals(
    statistic(compare(rows, { condition: "c", y: "v" }), "difference")["coverage"],
    2 / 3,
  );
});

Deno.test("compare() counts missing weeks where a value stands for a week", () => {
  // Mondays of January 2024, a Monday itself; the week of the 22nd has none.
  const rows = [1, 8, 15, 29].map((day) => ({ time: new Date(Date.UTC(2024, 0, day)), v: day }));
  const a = { start_time: "2024-01-01", end_time: "2024-02-05" };
  const b = { start_time: "2024-01-03", end_time: "2024-02-05" }; // its first week began before it
  const missing = (every?: string) =>
    compare(rows, { a, b, tz: "UTC", ...(every === undefined ? {} : { every }) }).toRecords()
      .filter((row) => String(row["name"]).startsWith("missing")).map((row) => row["value"]);
  assertEquals(missing("1w"), [1, 1]);
  assertEquals(missing(), [31, 30]);
});
