import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { blandAltman } from "../../src/sleep/blandAltman.ts";
import { calibrate } from "../../src/sleep/calibrate.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { randomFrom } from "./lives.ts";
import { limitsOfAgreement } from "../../src/sleep/limitsOfAgreement.ts";
import { validate } from "../../src/sleep/validate.ts";
import { rowsOf } from "./hypnograms.ts";

/**
 * Error matrices of the 14 nights that Menghini et al. (2021) publish with their pipeline (wake,
 * light, deep, REM; a row per stage of the reference), counted from yasa's copy of the nights,
 * commit dfddbd5a7ff622de494365803a4494a2a9dba714. The nights themselves are not part of the tests.
 */
const MATRICES = [
  [[65, 16, 0, 0], [31, 412, 39, 20], [3, 83, 40, 3], [27, 119, 0, 24]],
  [[60, 19, 0, 0], [16, 351, 0, 9], [3, 138, 32, 0], [1, 116, 21, 23]],
  [[94, 19, 1, 7], [47, 288, 30, 20], [0, 23, 46, 0], [1, 11, 0, 80]],
  [[54, 9, 1, 11], [10, 337, 53, 80], [1, 39, 137, 0], [12, 109, 0, 18]],
  [[19, 17, 1, 0], [21, 282, 1, 7], [13, 78, 76, 0], [4, 101, 8, 57]],
  [[29, 21, 4, 5], [50, 406, 27, 48], [0, 89, 124, 5], [1, 9, 3, 117]],
  [[44, 8, 2, 34], [33, 300, 32, 108], [2, 28, 125, 0], [2, 21, 0, 72]],
  [[47, 11, 0, 0], [11, 368, 108, 29], [2, 169, 0, 0], [4, 3, 11, 108]],
  [[58, 79, 0, 6], [2, 194, 0, 29], [1, 40, 124, 0], [0, 0, 0, 60]],
  [[42, 39, 0, 1], [10, 198, 0, 23], [0, 150, 49, 0], [0, 0, 0, 26]],
  [[80, 57, 6, 4], [22, 272, 42, 73], [0, 127, 54, 1], [3, 14, 3, 86]],
  [[76, 138, 0, 3], [10, 370, 12, 9], [4, 56, 26, 6], [2, 48, 3, 105]],
  [[137, 19, 12, 0], [16, 246, 52, 45], [0, 32, 25, 1], [0, 8, 0, 106]],
  [[66, 31, 2, 0], [24, 357, 2, 21], [5, 90, 67, 0], [0, 5, 0, 40]],
];
const CODES = [2, 3, 4, 5], USER = { by: "user", stages: "consumer", tz: "UTC" } as const;

/** Rows of people whose epochs have the counts of the matrices, for the reference or the device. */
const people = (
  side: "reference" | "device",
  matrices = MATRICES,
  { start = "2024-03-30T22:00Z", tz = "UTC" } = {},
) =>
  matrices.flatMap((matrix, person) => {
    const codes = matrix.flatMap((row, a) =>
      row.flatMap((count, b) => Array(count).fill(CODES[side === "reference" ? a : b]))
    );
    return rowsOf(
      fromHypnogram(codes, { start, stages: "consumer", tz }),
    )
      .map((row) => ({ ...row, user: `sbj${person + 1}` }));
  });

const found = validate(people("reference"), people("device"), USER);
const stage = (code: number, name: string) =>
  rowsOf(found.stages).find((row) => Number(row["stage"]) === code && row["name"] === name)!;

Deno.test("validate() agrees with the group table of Menghini's pipeline", () => {
  // Mean, SD and pooled value, in percent but for the last three (AnalyticalPipeline 1.0.0, 3.3).
  const expected: [number, string, number, number, number][] = [
    [2, "accuracy", 90.82, 3.90, 90.93],
    [2, "sensitivity", 61.92, 16.23, 59.90],
    [2, "specificity", 95.88, 2.30, 95.77],
    [2, "PPV", 68.13, 18.39, 68.87],
    [2, "NPV", 93.66, 5.09, 93.86],
    [4, "sensitivity", 44.20, 24.34, 43.69],
    [5, "PPV", 62.20, 19.81, 60.26],
    [3, "NPV", 72.98, 11.28, 70.88],
  ];
  for (const [code, name, mean, SD, pooled] of expected) {
    const row = stage(code, name);
    const rounding = name.endsWith("PV") ? 0.05 : 0.005001; // their PPV and NPV: of rounded values
    assertAlmostEquals(100 * Number(row["mean"]), mean, rounding, `${name} of ${code}`);
    assertAlmostEquals(100 * Number(row["SD"]), SD, rounding, `${name} of ${code}`);
    assertAlmostEquals(100 * Number(row["pooled"]), pooled, rounding, `${name} of ${code}`);
  }
  const small: [string, number, number][] = [
    ["kappa", 0.58, 0.59],
    ["PABAK", 0.82, 0.82],
    ["prevalence", -0.74, -0.75],
  ];
  for (const [name, mean, pooled] of small) {
    assertAlmostEquals(Number(stage(2, name)["mean"]), mean, 0.005001, name);
    assertAlmostEquals(Number(stage(2, name)["pooled"]), pooled, 0.005001, name);
  }
  const row = stage(2, "accuracy"); // [88.94, 92.87], by 10,000 resamples of the pipeline
  assertAlmostEquals(100 * Number(row["low"]), 88.94, 0.06);
  assertAlmostEquals(100 * Number(row["high"]), 92.87, 0.06);
});

Deno.test("validate() of nights across both daylight saving changes gives the same tables, even with gaps", () => {
  const tables = (start: string, tz: string, isKept: (row: number) => boolean) => {
    const clock = { start, tz };
    const device = people("device", MATRICES, clock).filter((_, row) => isKept(row));
    const found = validate(people("reference", MATRICES, clock), device, { ...USER, tz });
    return [found.stages, found.matrix, found.nights, found.limits].map(rowsOf);
  };
  for (const isKept of [() => true, (row: number) => row % 5 !== 0]) {
    const plain = tables("2024-02-10T22:00Z", "UTC", isKept);
    for (const start of ["2024-03-30T22:00Z", "2024-10-26T22:00Z"]) {
      assertEquals(tables(start, "Europe/Berlin", isKept), plain);
    }
  }
});

Deno.test("validate() agrees with the pooled error matrix of Menghini's pipeline", () => {
  const rows = rowsOf(found.matrix);
  const epochs = rows.map((row) => Number(row["epochs"]));
  assertEquals(epochs.slice(0, 4), [871, 483, 29, 71]);
  assertEquals(epochs.slice(8), [34, 1142, 925, 16, 57, 564, 49, 922]);
  assertAlmostEquals(Number(rows[0]!["mean_share"]), 0.62, 0.005);
  assertAlmostEquals(Number(rows[0]!["share"]), 871 / 1454, 1e-12);
});

Deno.test("validate() agrees with yasa on bias and limits of deep sleep", () => {
  const values = Object.fromEntries(
    rowsOf(found.limits).filter(({ measure }) => measure === "deep_min")
      .map((row) => [row["name"], row["value"]]),
  );
  const expected = {
    bias: -25.571,
    bias_low: -40.631,
    bias_high: -10.512,
    lower: -76.693,
    lower_low: -102.777,
    lower_high: -50.609,
    upper: 25.550,
    upper_low: -0.534,
    upper_high: 51.635,
    slope: -0.652,
    slope_low: -1.209,
    slope_high: -0.094,
    // scipy: shapiro, linregress and ttest_1samp of the same differences
    normal_p: 0.73936,
    slope_p: 0.02558,
    spread_p: 0.201787,
    bias_p: 0.002836,
    spread_slope: 0.184371,
    log_slope: 0.926906,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(Number(values[name]), value, 0.0006, name);
  }
  const night = rowsOf(found.nights).find(({ measure, user }) =>
    measure === "deep_min" && user === "sbj6"
  );
  assertEquals([night?.["reference"], night?.["device"]], [109, 79]);
});

Deno.test("validate() skips epochs without a score on either side and people without a device", () => {
  const device = people("device").filter(({ user }, row) => user !== "sbj2" && row > 1);
  const rows = rowsOf(validate(people("reference"), device, USER).stages);
  const row = rows.find((row) => Number(row["stage"]) === 2 && row["name"] === "accuracy")!;
  assert(Number(row["n"]) < 14 && Number(row["n"]) >= 12);
  // sbj2 is in no row of limits: no common epoch is no night of 0 minutes
  const limits = rowsOf(validate(people("reference"), device, USER).limits);
  const without = people("reference").filter(({ user }) => user !== "sbj2");
  const own = rowsOf(validate(without, device, USER).limits);
  assertEquals(limits.map(({ value, n }) => [value, n]), own.map(({ value, n }) => [value, n]));
  const nights = rowsOf(validate(people("reference"), device, USER).nights);
  assertEquals(
    nights.filter(({ user, measure }) => user === "sbj2" && measure === "TST")
      .map((row) => [row["reference"], row["device"]]),
    [[null, null]],
  );
  const strangers = device.map((row) => ({ ...row, user: `${row.user}x` }));
  assertThrows(
    () => validate(people("reference"), strangers, USER),
    RangeError,
    "no person of the reference is in the device's frame",
  );
  const few = validate(
    people("reference", MATRICES.slice(0, 3)),
    people("device", MATRICES.slice(0, 3)),
    USER,
  );
  assertEquals(rowsOf(few.stages)[0]!["low"], null, "3 people are too few for a bootstrap");
  assertEquals(rowsOf(validate([], [], USER).nights), []);
});

Deno.test("limitsOfAgreement() suggests the variants that the tests of the assumptions choose", () => {
  const pairs = MATRICES.map((_, i) => ({
    a: 50 + 5 * i,
    b: 50 + 5 * i + [1, -1.5, 0.5, -2, 2, 0, -0.5][i % 7]!,
  }));
  const constant = limitsOfAgreement(pairs, { reference: "a", other: "b", unit: "min" });
  assertEquals([constant.biasModel, constant.limitsModel, constant.interval], [
    "constant",
    "constant",
    "t",
  ]);
  const growing = pairs.map(({ a }, i) => ({ a, b: a * (i % 2 === 0 ? 1.2 : 0.8) }));
  const found = limitsOfAgreement(growing, { reference: "a", other: "b" });
  assertEquals([found.biasModel, found.limitsModel], ["constant", "proportional"]);
  const skewed = pairs.map(({ a }, i) => ({ a, b: a + Math.exp(i % 7) }));
  const odd = limitsOfAgreement(skewed, { reference: "a", other: "b" });
  assertEquals([odd.interval, odd.upper_high, odd.reason.upper_high], [
    "studentized",
    null,
    "the differences are not normal",
  ]);
  const basic = limitsOfAgreement(skewed, { reference: "a", other: "b", interval: "basic" });
  assert(basic.upper_low! < basic.upper! && basic.upper! < basic.upper_high!);
  assert(odd.bias_high! - odd.bias_low! > basic.bias_high! - basic.bias_low!, "skewed widens");
  const one = limitsOfAgreement([{ a: 1, b: 2 }], { reference: "a", other: "b", unit: "min" });
  assertEquals([one.bias, one.SD, one.reason.SD, one.unit.upper], [1, null, "1 pair", "min"]);
  assertThrows(
    () => limitsOfAgreement(pairs, { reference: "a", other: "b", interval: "z" as "t" }),
    RangeError,
    'interval is "z"',
  );
});

Deno.test("limitsOfAgreement() judges the bias of skewed differences by a single test, from 14 pairs", () => {
  const next = randomFrom(20_261_128), PAIR = { reference: "a", other: "b" } as const;
  const study = (n: number, shift: number) =>
    Array.from({ length: n }, () => {
      const a = 80 + 20 * next();
      return { a, b: a + shift + 10 * next() ** 4 };
    });
  const apart = Array.from({ length: 60 }, (_, i) => study(14 + i % 9, -i / 20)).map((pairs) => {
    const found = limitsOfAgreement(pairs, { ...PAIR, resamples: 500 });
    assertEquals(found.bias_p! < 0.05, found.bias_low! > 0 || found.bias_high! < 0);
    const { bias_p } = limitsOfAgreement(pairs, { ...PAIR, interval: "t" });
    return found.interval === "studentized" && Math.abs(found.bias_p! - bias_p!) > 0.005;
  });
  assert(apart.filter(Boolean).length > 10, "Student's t has another p value");
  const few = study(13, 0), found = limitsOfAgreement(few, PAIR);
  for (const name of ["bias_low", "bias_p", "slope_high", "upper_low"] as const) {
    assertEquals([found[name], found.reason[name]], [null, "fewer than 14 pairs"], name);
  }
  assert(found.slope !== null && found.slope_p !== null && found.upper !== null);
  assert(limitsOfAgreement(few, { ...PAIR, interval: "t" }).bias_low! < found.bias!);
});

Deno.test("limits of a column with itself are rejected", () => {
  const pairs = [{ a: 1, b: 2 }, { a: 2, b: 4 }, { a: 3, b: 5 }],
    same = { reference: "a", other: "a" };
  for (const verb of [blandAltman, limitsOfAgreement]) {
    assertThrows(() => verb(pairs, same), RangeError, 'reference and other are both "a"');
  }
  assertThrows(() => calibrate(pairs, pairs, same), RangeError, "Pass two columns");
});

Deno.test("calibrate() inverts the line of a proportional bias, and leaves an unbiased device unchanged", () => {
  const study = [60, 70, 85, 90, 100, 120].map((lab, i) => ({
    lab,
    watch: 10 + 0.8 * lab + (i % 2 === 0 ? 0.1 : -0.1),
  }));
  const options = { reference: "lab", other: "watch" } as const;
  const [row] = rowsOf(calibrate([{ watch: 10 + 0.8 * 77 }], study, options));
  assertAlmostEquals(Number(row!["watch_calibrated"]), 77, 0.2);
  const [flat] = rowsOf(calibrate([{ watch: 100 }], study, { ...options, bias: "constant" }));
  const bias = study.reduce((sum, { lab, watch }) => sum + watch - lab, 0) / study.length;
  assertAlmostEquals(Number(flat!["watch_calibrated"]), 100 - bias, 1e-9);
  const unbiased = [1, -1, 2, -2].map((error, i) => ({
    lab: 60 + 9 * i,
    watch: 60 + 9 * i + error,
  }));
  const rows = rowsOf(calibrate([{ watch: 50 }, { watch: null }], unbiased, options));
  assertEquals(rows.map((row) => row["watch_calibrated"]), [50, null]);
  assertThrows(
    () => calibrate([{ watch: 1 }], study.slice(0, 2), options),
    RangeError,
    "2 complete",
  );
});

Deno.test("calibrate() of several people gives the values of each person, even with gaps", () => {
  const study = [60, 70, 85, 90, 100, 120].map((lab, i) => ({
    lab,
    watch: 10 + 0.8 * lab + i % 2,
  }));
  const rows = Array.from({ length: 40 }, (_, i) => ({
    user: `sbj${i % 3}`,
    watch: i % 7 === 2 ? null : 50 + 2 * i,
  }));
  const options = { reference: "lab", other: "watch" } as const;
  const together = rowsOf(calibrate(rows, study, options));
  for (const [user, own] of Map.groupBy(rows, (row) => row.user)) {
    assertEquals(
      together.filter((row) => row["user"] === user),
      rowsOf(calibrate(own, study, options)),
    );
  }
  // Other people's order or repetition in the frame changes nothing; in the study, order does not.
  assertEquals(
    rowsOf(calibrate(rows.toReversed(), study.toReversed(), options)).toReversed(),
    together,
  );
});

Deno.test("blandAltman(), limitsOfAgreement() and calibrate() of pairs with gaps agree with R", () => {
  // R 4.2.2, minutes of deep sleep of the 14 nights without the device on the third and the ninth:
  // mean(d), sd(d), mean(d) - 1.96 * sd(d); lm(d ~ lab), confint; t.test(d); shapiro.test(d)
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
  const pairs = MATRICES.map((matrix, i) => ({
    lab: sum(matrix[2] ?? []) / 2,
    watch: i === 2 || i === 8 ? null : sum(matrix.map((row) => row[2] ?? NaN)) / 2,
  }));
  const pair = { reference: "lab", other: "watch" } as const;
  const near = (found: Readonly<Record<string, unknown>>, theirs: Record<string, number>): void => {
    for (const [name, value] of Object.entries(theirs)) {
      assertAlmostEquals(Number(found[name]), value, 1e-8, name);
    }
  };
  const bias = {
    bias: -28.4583333333,
    SD: 26.7033010671,
    lower: -80.7968034248,
    upper: 23.8801367581,
  };
  near({ ...blandAltman(pairs, pair) }, bias);
  near({ ...limitsOfAgreement(pairs, { ...pair, interval: "t" }) }, {
    ...bias,
    bias_low: -45.424801383,
    bias_high: -11.4918652837,
    bias_p: 0.003552154943,
    slope: -0.636362252722,
    slope_low: -1.350628546,
    slope_high: 0.07790404077,
    slope_p: 0.07522929947,
    intercept: 21.469588411444,
    normal_p: 0.776203773,
  });
  // (value - intercept) / (1 + slope)
  const nights = [{ watch: 40 }, { watch: 60.5 }, { watch: null }, { watch: 80 }];
  const found = rowsOf(calibrate(nights, pairs, { ...pair, bias: "proportional" }))
    .map((row) => row["watch_calibrated"] as number | null);
  assertEquals(found[2], null);
  near({ ...found }, { 0: 50.9584379709, 1: 107.3332234639, 3: 160.9580194207 });
});

Deno.test("limitsOfAgreement() gives no interval for differences that are all equal, or all but one", () => {
  const pairs = (other: (night: number) => number) =>
    Array.from(
      { length: 20 },
      (_, night) => ({ lab: 60 + night, watch: 64 + night + other(night) }),
    );
  const of = { reference: "lab", other: "watch" } as const;
  const equal = limitsOfAgreement(pairs(() => 0), of);
  assertEquals([equal.bias, equal.bias_low, equal.bias_p], [4, null, null]);
  assertEquals(equal.reason.bias_low, "no variation");
  const two = limitsOfAgreement(pairs((night) => night % 3).slice(0, 2), of);
  assertEquals([two.slope, two.spread_slope, two.reason.spread_slope], [1, null, "2 pairs"]);
  const other = limitsOfAgreement(pairs((night) => night === 7 ? 1 : 0), of);
  assertEquals([other.bias_low, other.bias_p], [null, null]);
  assertEquals(other.reason.bias_p, "most differences are equal");
});
