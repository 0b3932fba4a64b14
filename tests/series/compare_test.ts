import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { dateParts } from "../../src/series/dateParts.ts";
import { compare } from "../../src/series/compare.ts";
import { permutationTest } from "../../src/series/statistics/permutationTest.ts";

import { dateAfter, normals } from "./simulated.ts";
import { float64Column, textColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { statistic, statistics } from "./statistic.ts";
import type { Length } from "../../src/time/length.ts";

const A = [7.1, 6.8, 7.4, 6.9, 7.7, 7.0, 6.5, 7.2, 7.3, 6.6];
const B = [7.9, 7.5, 8.1, 7.4, 7.8, 8.4, 7.6, 7.2];
/** scipy 1.17.1: ttest_ind(B, A, equal_var=False). */
const WELCH = { p: 0.0018344524580819318, low: 0.30031591104216826, high: 1.0746840889578335 };
const PERIODS = {
  a: { start_time: "2024-01-01", end_time: "2024-01-13" },
  b: { start_time: "2024-02-01", end_time: "2024-02-11" },
  tz: "Europe/Berlin",
};
const days = [
  ...A.map((hours, i) => ({ time: new Date(Date.UTC(2024, 0, 1 + i, 12)), hours })),
  ...B.map((hours, i) => ({ time: new Date(Date.UTC(2024, 1, 1 + i, 12)), hours })),
];

Deno.test("compare() of independent values agrees with the permutation test of Welch's t in scipy 1.17.1", () => {
  const found = statistics(compare(days, { ...PERIODS, dependent: false }));
  assertAlmostEquals(found["difference"]!, 0.6875, 1e-12);
  // permutation_test of |t|, all 43,758 ways: 83 are as far from 0
  assertAlmostEquals(found["p"]!, 83 / 43_758, 1e-12);
  assertAlmostEquals(found["cohen_d"]!, 1.8118198763241036, 1e-12);
  assertAlmostEquals(found["hedges_g"]!, 1.725542739356289, 1e-12);
  assertEquals([found["n_a"], found["n_b"], found["missing_a"], found["missing_b"]], [10, 8, 2, 2]);
});

Deno.test("compare() with Welch's test agrees with scipy's ttest_ind without equal_var", () => {
  const found = statistics(compare(days, { ...PERIODS, method: "welch" }));
  assertAlmostEquals(found["p"]!, WELCH.p, 1e-12);
  assertAlmostEquals(found["difference_low"]!, WELCH.low, 1e-12);
  assertAlmostEquals(found["difference_high"]!, WELCH.high, 1e-12);
});

/** 40 days around 7.0 with a standard deviation of 0.1, then four that scatter widely. */
const fewAfterMany = (() => {
  const wave = Array.from({ length: 40 }, (_, i) => Math.sin(12.9898 * i));
  const mean = wave.reduce((sum, one) => sum + one, 0) / 40;
  const sd = Math.sqrt(wave.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 39);
  const values = [...wave.map((one) => 7 + 0.1 * (one - mean) / sd), 7.9, 6.6, 8.6, 7.1];
  return values.map((hours, i) => ({ date: dateAfter(i), since: i >= 40, hours }));
})();

Deno.test("compare() does not report a change from four scattered days", () => {
  const asked = { condition: "since", y: "hours" };
  const welch = statistics(compare(fewAfterMany, { ...asked, method: "welch" }));
  assertAlmostEquals(welch["p"]!, 0.3, 0.005);
  assertAlmostEquals(welch["difference_low"]!, -0.85, 0.005);
  assertAlmostEquals(welch["difference_high"]!, 1.95, 0.005);
  const usual = compare(fewAfterMany, asked), found = statistics(usual);
  assertEquals([found["p"], found["difference_low"], found["difference_high"]], [null, null, null]);
  assertAlmostEquals(found["difference"]!, 0.55, 1e-9);
  const [row] = usual.frame.toRecords().filter(({ name }) => name === "p");
  assertEquals([row!["note"], row!["method"]], ["too few days", "autoregression"]);
  const drawn = statistics(compare(fewAfterMany, { ...asked, dependent: false }));
  assert(drawn["p"]! > 0.05 && drawn["difference_low"]! < 0 && drawn["difference_high"]! > 0);
});

Deno.test("compare() needs seven days in each group and 28 in both", () => {
  const normal = normals(3);
  const p = (a: number, b: number) => {
    const rows = Array.from(
      { length: a + b },
      (_, i) => ({ date: dateAfter(i), since: i >= a, y: normal() }),
    );
    return statistics(compare(rows, { condition: "since", y: "y" }))["p"];
  };
  assertEquals([p(6, 40), p(40, 6), p(13, 14), p(7, 20)], [null, null, null, null]);
  for (const [a, b] of [[7, 21], [14, 14], [21, 7]] as const) assert(p(a, b) !== null);
});

Deno.test("the permutation test's interval excludes 0 if and only if its p value is at most 0.05", () => {
  const normal = normals(11);
  let rejected = 0;
  for (let run = 0; run < 60; run++) {
    const [na, nb] = [[4, 4], [3, 9], [12, 5], [20, 20]][run % 4]!;
    const shift = 0.7 * (run % 3), spread = 1 + run % 5;
    const a = Float64Array.from({ length: na! }, normal);
    const b = Float64Array.from({ length: nb! }, () => shift + spread * normal());
    const { low, high, p } = permutationTest(a, b, { resamples: 999, seed: run, confidence: 0.95 });
    if (low === null) continue;
    assertEquals(p! <= 0.05, low > 0 || high! < 0, `run ${run}: p ${p}, ${low} to ${high}`);
    if (p! <= 0.05) rejected++;
    const [there, back] = [
      permutationTest(b, a, { resamples: 999, seed: run, confidence: 0.95 }),
      p,
    ];
    if (na! + nb! < 18) assertAlmostEquals(there.p!, back!, 1e-12);
  }
  assert(rejected > 5, "both answers occur");
});

Deno.test("permutationTest() tries up to 100,000 partitions, and samples beyond that", () => {
  /** Returns whether p depends on the seed, for 5 values against a number of others. */
  const isDrawn = (others: number): boolean => {
    const a = Float64Array.of(3.1, 0.4, 1.7, 2.2, 1.3);
    const b = Float64Array.from({ length: others }, (_, i) => (i * 7 % others) / 9);
    const [one, two] = [1, 2].map((seed) =>
      permutationTest(a, b, { resamples: 999, seed, confidence: 0.95 }).p
    );
    return one !== two;
  };
  assertEquals(isDrawn(23), false); // 98,280 ways to choose 5 of 28
  assertEquals(isDrawn(24), true); // 118,755 of 29
});

Deno.test("compare() checks its method and effects", () => {
  assertThrows(
    () => compare(days, { ...PERIODS, method: "student" as never }),
    RangeError,
    "expected one of autoregression, permutation, welch",
  );
  assertThrows(
    () => compare(days, { ...PERIODS, partial: ["season" as never] }),
    RangeError,
    "expected a list of trend, weekday",
  );
  assertThrows(
    () => compare(days, { ...PERIODS, method: "autoregression", dependent: false }),
    TypeError,
    "dependent is false",
  );
});

Deno.test("compare() removes a shared weekday effect or trend if it can be separated", () => {
  const normal = normals(9);
  const rows = Array.from({ length: 84 }, (_, i) => ({
    date: dateAfter(i),
    weekend: i % 7 > 4,
    since: i >= 42,
    // More often on weekends and late in the record, which raise y by themselves.
    walk: normal() < (i % 7 > 4 ? 0.8 : -0.6) + i / 84 - 0.5,
    y: normal() + (i % 7 > 4 ? 3 : 0) + 4 * i / 84,
  }));
  const found = (condition: string) => {
    const table = compare(rows, { condition, y: "y" });
    const [p] = table.frame.toRecords().filter(({ name }) => name === "p");
    return { ...statistics(table), partial: p!["partial"] };
  };
  const walk = found("walk") as Record<string, unknown>;
  assertEquals(walk["partial"], "trend, weekday");
  assert((walk["difference_low"] as number) < 0 && (walk["difference_high"] as number) > 0);
  const welch = statistics(compare(rows, { condition: "walk", y: "y", method: "welch" }));
  assert(welch["p"]! < 0.01, "without removing them there would be a difference");
  assertEquals([found("weekend").partial, found("since").partial], ["trend", "weekday"]);
});

Deno.test("compare() returns the same result for the same seed in any row order", () => {
  const one = compare(days, PERIODS).frame.toRecords();
  assertEquals(compare(days.toReversed(), PERIODS).frame.toRecords(), one);
  const drawn = (seed: number) =>
    statistics(compare(fewAfterMany, { condition: "since", y: "hours", dependent: false, seed }));
  assertEquals(drawn(1), drawn(1));
  assert(drawn(2)["p"] !== drawn(1)["p"]);
});

Deno.test("compare() of equal groups finds nothing", () => {
  const equal = ["x", "y"].flatMap((by) => A.map((value) => ({ by, value })));
  const { difference, p, hedges_g } = statistics(compare(equal, { condition: "by", y: "value" }));
  assertEquals([difference, p, hedges_g], [0, 1, 0]);
});

Deno.test("compare() reverses its signs if the groups are swapped", () => {
  const there = statistics(compare(days, PERIODS));
  const back = statistics(compare(days, { ...PERIODS, a: PERIODS.b, b: PERIODS.a }));
  assertAlmostEquals(back["difference"]!, -there["difference"]!, 1e-12);
  assertAlmostEquals(back["hedges_g"]!, -there["hedges_g"]!, 1e-12);
  assertAlmostEquals(back["p"]!, there["p"]!, 1e-12);
});

Deno.test("compare() counts the rows of conditions without a value", () => {
  const rows = [...A, null].map((value, i) => ({ value, weather: i % 2 === 0 ? "dry" : "wet" }));
  const found = compare(rows, { condition: "weather", y: "value" });
  assertEquals(statistics(found)["missing_a"], 1);
  const { coverage, n } = statistic(found, "mean_a");
  assertEquals([coverage, n], [5 / 6, 5]);
});

Deno.test("compare() returns null if there are too few values", () => {
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

Deno.test("compare() counts days of a zone that skips midnight", () => {
  const rows = [{ time: "2018-11-04T12:00Z", v: 1 }, { time: "2018-11-06T12:00Z", v: 2 }];
  const found = statistics(compare(rows, {
    a: { start_time: "2018-11-04", end_time: "2018-11-06" },
    b: { start_time: "2018-11-06", end_time: "2018-11-07" },
    tz: "America/Sao_Paulo",
  }));
  assertEquals([found["missing_a"], found["missing_b"]], [1, 0]);
});

Deno.test("compare() reports missing options", () => {
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

Deno.test("compare() of hundreds of thousands of values draws no samples", () => {
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

Deno.test("compare() includes the observed partition in the random sample", () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ c: i < 20 ? "x" : "y", v: i }));
  const { p } = statistics(compare(rows, { condition: "c", y: "v", resamples: 99 }));
  assertEquals(p, 1 / 100);
});

Deno.test("compare() limits coverage to the smaller group", () => {
  const rows = [1, 2, 3, null, 5].map((v, i) => ({ c: i < 2 ? "x" : "y", v }));
  assertEquals(
    statistic(compare(rows, { condition: "c", y: "v" }), "difference")["coverage"],
    2 / 3,
  );
});

Deno.test("compare() counts missing weeks if each value represents a week", () => {
  // Mondays of January 2024, a Monday itself; the week of the 22nd has none.
  const rows = [1, 8, 15, 29].map((day) => ({ time: new Date(Date.UTC(2024, 0, day)), v: day }));
  const a = { start_time: "2024-01-01", end_time: "2024-02-05" };
  const b = { start_time: "2024-01-03", end_time: "2024-02-05" }; // its first week began before it
  const missing = (every?: Length) =>
    compare(rows, { a, b, tz: "UTC", ...(every === undefined ? {} : { every }) });
  assertEquals([missing("1w").missing_a, missing("1w").missing_b], [1, 1]);
  assertEquals([missing().missing_a, missing().missing_b], [31, 30]);
});

Deno.test("compare() returns a number for each name, and a long frame", () => {
  const found = compare(days, PERIODS);
  assertEquals<object>({ ...found }, statistics(found.frame));
  assertEquals(Object.keys(found), found.frame.getColumn("name").toArray());
  assertThrows(
    () => (found as unknown as { diference: number }).diference,
    TypeError,
    'it has no such field; did you mean "difference"?',
  );
});

Deno.test("compare() gives a reason for each null", () => {
  const rows = [["x", 1], ["y", 3], ["y", 4]].map(([c, v]) => ({ c, v }));
  const few = compare(rows, { condition: "c", y: "v" });
  assertEquals([few.difference, few.reason.difference], [2.5, null]);
  assertEquals([few.difference_low, few.reason.difference_low], [null, "too few values"]);
  assertEquals([few.hedges_g, few.reason.hedges_g], [null, "too few values"]);
  const empty = compare(days, {
    ...PERIODS,
    b: { start_time: "2025-01-01", end_time: "2025-01-03" },
  });
  assertEquals([empty.mean_b, empty.reason.mean_b], [null, "no values"]);
  assertEquals(empty.reason.difference, "no values");
  const equal = compare([5, 5, 5, 5].map((v, i) => ({ v, c: i % 2 === 0 })), {
    condition: "c",
    y: "v",
  });
  assertEquals(equal.reason.hedges_g, "no variation");
  const welch = compare(days, { ...PERIODS, method: "welch" });
  assertEquals(welch.reason.autocorrelation_a, 'not part of method "welch"');
  for (const found of [few, empty, equal, welch, compare(days, PERIODS)]) {
    for (const [name, value] of Object.entries(found)) {
      assertEquals(found.reason[name as keyof typeof found.reason] === null, value !== null, name);
    }
  }
});

Deno.test("compare() with by returns a long frame with a row for each statistic and group", () => {
  const rows = ["anna", "ben"].flatMap((user) => days.map((day) => ({ ...day, user })));
  const found = compare(rows, { ...PERIODS, by: "user" });
  const { frame } = compare(days, PERIODS);
  assertEquals(found.columns, ["user", ...frame.columns]);
  assertEquals(found.shape.height, 2 * frame.shape.height);
  assertEquals(compare(days, { ...PERIODS, by: [] }).toRecords(), frame.toRecords());
});

Deno.test("compare() uses the unit of the frame by default", () => {
  const columns = {
    hours: float64Column(Float64Array.of(7, 8, 6, 7)),
    c: textColumn(["x", "x", "y", "y"]),
    user: textColumn(["a", "a", "a", "a"]),
  };
  const frame = toFrame(columns, { hours: "h" }), options = { condition: "c", y: "hours" };
  const { unit } = compare(frame, options);
  assertEquals([unit.difference, unit.mean_a, unit.p, unit.n_a], ["h", "h", "1", "1"]);
  assertEquals(compare(frame, { ...options, unit: "hours" }).unit.difference, "hours");
  assertEquals(compare(frame.toRecords(), options).unit.difference, "1");
  const grouped = compare(frame, { ...options, by: "user" });
  assertEquals(statistic(grouped, "difference")["unit"], "h");
});

Deno.test("compare() accepts a column of whole numbers as conditions, such as weekdays", () => {
  const frame = dateParts(days, { tz: "Europe/Berlin", parts: ["weekday"] });
  const byNumber = compare(frame, { condition: "weekday", a: "1", b: "3", y: "hours" });
  const named = days.flatMap((row) => {
    const weekday = row.time.getUTCDay();
    return weekday === 1 || weekday === 3 ? [{ ...row, on: weekday === 1 ? "a" : "b" }] : [];
  });
  const byName = compare(named, { condition: "on", y: "hours", tz: "Europe/Berlin" });
  assertEquals([byNumber.mean_a, byNumber.mean_b], [byName.mean_a, byName.mean_b]);
  assertEquals([byNumber.n_a, byNumber.n_b], [3, 3]); // Mondays and Wednesdays
});

Deno.test("compare() gives no interval if neither side varies beyond rounding errors", () => {
  const rows = (value: (day: number) => number) =>
    Array.from(
      { length: 60 },
      (_, day) => ({ date: dateAfter(day), y: value(day), late: day > 29 }),
    );
  const levels = (day: number): number => day > 29 ? 6 : 5;
  const rounded = (day: number): number => day % 2 === 0 ? 0.3 : 0.1 + 0.2;
  for (const value of [levels, rounded]) {
    for (const dependent of [true, false]) {
      const found = compare(rows(value), { condition: "late", y: "y", dependent });
      assertEquals([found.difference_low, found.difference_high], [null, null]);
      if (dependent) assertEquals(found.p, null);
      for (const name of ["difference_low", "difference_high"] as const) {
        assert(found.reason[name] !== null, name);
      }
    }
  }
});
