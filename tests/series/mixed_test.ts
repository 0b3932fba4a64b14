import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import type { Statistics } from "../../src/frame/statistics.ts";
import { random as generator } from "../../src/series/numerics/random.ts";
import { solveLinear } from "../../src/series/numerics/solveLinear.ts";
import { mixed, type MixedStatistic } from "../../src/series/mixed.ts";
import { paired } from "../../src/series/paired.ts";

/** Made measurements of seven people on eight days; five are missing. */
const ROWS = (() => {
  let state = 12345n;
  return Array.from({ length: 56 }, (_, i) => {
    const user = Math.floor(i / 8), day = i % 8;
    state = (state * 1103515245n + 12345n) % 2147483648n;
    const own = 250 + 13 * ((user * 5) % 7) + day * (6 + 3 * ((user * 3) % 5));
    const y = Math.round((own + Number(state % 6000n) / 100) * 100) / 100;
    return { user, day, y: [5, 17, 18, 40, 55].includes(i) ? null : y };
  });
})();
const OPTIONS = { y: "y", x: "day", person: "user" } as const;

// lme4's sleepstudy (GPL, not shipped) gives with lme4 1.1 and lmerTest 3.1 as here: 251.4051
// (6.8246, df 17.00), 10.46729 (1.54579, df 17.00), SD 24.7405 and 5.9221, correlation 0.066,
// residual 25.5918, REML 1743.63.

/**
 * Compares with summary(lmer(...)) of lmerTest, and with VarCorr and REMLcrit of lme4. Degrees of
 * freedom come from numerical derivatives in both, and agree to 0.5 %.
 */
function assertFit(
  random: "intercept" | "slope",
  expected: Partial<Record<MixedStatistic, number>>,
): void {
  const found = mixed(ROWS, { ...OPTIONS, random });
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(
      found[name as MixedStatistic]! / value,
      1,
      /_(df|p)$/.test(name) ? 5e-3 : 2e-4,
      name,
    );
  }
}

Deno.test("mixed() with random slopes and missing rows agrees with lme4 and lmerTest", () => {
  assertFit("slope", {
    intercept: 319.6513361,
    intercept_SE: 10.13071699,
    intercept_df: 6.11497652,
    slope: 10.7150781,
    slope_SE: 2.33541867,
    slope_df: 5.71345178,
    slope_p: 0.00423149503,
    SD_intercept: 24.317656042,
    SD_slope: 5.56929261,
    correlation: -0.240938835,
    SD_residual: 15.891180952,
    REML: 447.000315,
  });
});

Deno.test("mixed() with random intercepts agrees with lme4 and lmerTest", () => {
  assertFit("intercept", {
    intercept: 318.511595,
    intercept_SE: 11.45000620,
    intercept_df: 8.33568307,
    slope: 10.857713,
    slope_SE: 1.25470241,
    slope_df: 43.18975684,
    SD_intercept: 26.8827678,
    SD_residual: 19.947414,
    REML: 457.747611,
  });
  const found = mixed(ROWS, OPTIONS);
  assertEquals([found.SD_slope, found.reason.SD_slope], [null, "no random slopes"]);
});

Deno.test("mixed() of complete pairs equals the paired t test", () => {
  const pairs = [[5, 7], [6, 9], [4, 5], [9, 13], [7, 8]];
  const rows = pairs.flatMap(([a, b], user) => [{ user, after: 0, y: a! }, {
    user,
    after: 1,
    y: b!,
  }]);
  const found = mixed(rows, { y: "y", x: "after", person: "user" });
  const steps = pairs.map(([a, b]) => b! - a!), mean = 2.2;
  const SE = Math.sqrt(steps.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 4 / 5);
  assertAlmostEquals(found.slope!, mean, 1e-6);
  assertAlmostEquals(found.slope_SE!, SE, 1e-4);
  assertAlmostEquals(found.slope_df!, 4, 0.01);
});

Deno.test("mixed() of two conditions by bootstrap equals paired() by bootstrap", () => {
  const next = generator(3);
  const people = Array.from({ length: 14 }, (_, user) => ({ user, off: next(), gain: next() ** 4 }))
    .sort((a, b) => a.off - b.off); // as paired() sorts them
  const rows = people.flatMap(({ user, off, gain }) => [
    { user, drug: "off", x: 0, y: off },
    { user, drug: "on", x: 1, y: off + gain },
  ]);
  const settings = { y: "y", person: "user", resamplePeople: true, resamples: 200 } as const;
  const pairs = paired(rows, { ...settings, condition: "drug" });
  for (const random of ["intercept", "autoregression"] as const) {
    const found = mixed(rows, { ...settings, x: "x", random });
    for (const name of ["", "_SE", "_df", "_low", "_high", "_p"] as const) {
      assertAlmostEquals(found[`slope${name}`]!, pairs[`difference${name}`]!, 1e-6, random + name);
    }
  }
  const few = mixed(ROWS, { ...OPTIONS, resamplePeople: true });
  assertEquals([few.slope_low, few.reason.slope_p], [null, "a bootstrap needs 10 people"]);
  assertEquals(few.slope, mixed(ROWS, OPTIONS).slope);
});

Deno.test("mixed() by bootstrap agrees with matrices on the standard errors, even with missing rows", () => {
  for (const random of ["intercept", "slope", "autoregression"] as const) {
    const found = mixed(ROWS, { ...OPTIONS, random, resamplePeople: true });
    const [level, rise, rest] = [found.SD_intercept, found.SD_slope ?? 0, found.SD_residual!];
    const together = (found.correlation ?? 0) * level! * rise;
    const covariance = (a: number, b: number): number =>
      random === "autoregression"
        ? found.autocorrelation! ** Math.abs(a - b)
        : level! ** 2 + together * (a + b) + rise ** 2 * a * b + (a === b ? rest ** 2 : 0);
    // X' V^-1 X and X' V^-1 (y - X b) of each person, by solving with V
    const people = [0, 1, 2, 3, 4, 5, 6].map((user) => {
      const rows = ROWS.filter((row) => row.user === user && row.y !== null);
      const V = rows.map((a) => Float64Array.from(rows, (b) => covariance(a.day, b.day)));
      const solved = (of: (row: typeof rows[number]) => number) =>
        solveLinear(V.map((row) => row.slice()), Float64Array.from(rows, of))!.x;
      const columns = [() => 1, (row: typeof rows[number]) => row.day];
      const off = solved(({ day, y }) => y! - found.intercept! - found.slope! * day);
      const inner = (of: (row: typeof rows[number]) => number, by: Float64Array): number =>
        rows.reduce((sum, row, i) => sum + of(row) * by[i]!, 0);
      return {
        products: columns.map((a) => columns.map((b) => inner(a, solved(b)))),
        score: columns.map((a) => inner(a, off)),
      };
    });
    const total = [0, 1].map((i) =>
      Float64Array.from(
        [0, 1],
        (j) => people.reduce((sum, { products }) => sum + products[i]![j]!, 0),
      )
    );
    (["intercept", "slope"] as const).forEach((name, which) => {
      const row = solveLinear(
        total.map((one) => one.slice()),
        Float64Array.from([0, 1], (i) => Number(i === which)),
      )!.x;
      const sum = people.reduce(
        (all, { score }) => all + (row[0]! * score[0]! + row[1]! * score[1]!) ** 2,
        0,
      );
      assertAlmostEquals(found[`${name}_SE`]! / Math.sqrt(sum * 7 / 6), 1, 1e-6, random + name);
      assertEquals(found[`${name}_df`], 6);
    });
  }
});

Deno.test("mixed() does not depend on the unit of the predictor or the order of rows", () => {
  const found = mixed(ROWS, { ...OPTIONS, random: "slope" });
  const hours = ROWS.map(({ day, ...row }) => ({ ...row, day: 24 * day })).toReversed();
  const other = mixed(hours, { ...OPTIONS, random: "slope" });
  assertAlmostEquals(other.slope! * 24, found.slope!, 1e-4);
  assertAlmostEquals(other.slope_p!, found.slope_p!, 1e-5);
});

Deno.test("mixed() fits each group of `by` as if it were alone, with several people in each", () => {
  const both = [
    ...ROWS.map((row) => ({ ...row, condition: "patch" })),
    ...ROWS.map((row) => ({ ...row, condition: "placebo", y: row.y === null ? null : 2 * row.y })),
  ].toReversed();
  const rows = mixed(both, { ...OPTIONS, by: "condition", random: "slope" }).toRecords();
  const own = mixed(ROWS, { ...OPTIONS, random: "slope" });
  assertEquals(rows.slice(0, 1).map(({ condition }) => condition), ["placebo"]);
  for (const name of ["slope", "slope_SE", "SD_residual", "slope_p"] as const) {
    for (
      const [condition, times] of [["patch", 1], ["placebo", name === "slope_p" ? 1 : 2]] as const
    ) {
      const found = rows.find((row) => row["condition"] === condition && row["name"] === name);
      assertAlmostEquals(Number(found!["value"]) / (times * own[name]!), 1, 1e-3, name);
      assertEquals(Number(found!["n"]), 7);
    }
  }
  const missing = () => mixed(ROWS, { ...OPTIONS, by: "place" });
  assertThrows(missing, TypeError, "place");
});

Deno.test("mixed() is null with a reason if it cannot be fitted, and rejects invalid options", () => {
  const one = mixed(ROWS.filter(({ user }) => user === 0), OPTIONS);
  assertEquals([one.slope, one.reason.slope], [null, "1 person"]);
  const unknown = ROWS.map((row) => row.user === 3 ? { ...row, user: null } : row);
  const known = ROWS.filter(({ user }) => user !== 3);
  assertEquals(mixed(unknown, OPTIONS).slope, mixed(known, OPTIONS).slope);
  const once = mixed(ROWS.filter(({ day }) => day === 4), { ...OPTIONS, x: "user" });
  assertEquals([once.intercept, once.reason.intercept], [null, "one value per person"]);
  const flat = mixed(ROWS.map((row) => ({ ...row, day: 1 })), OPTIONS);
  assertEquals(flat.reason.slope, "too few values, or no variation");
  assertThrows(() => mixed(ROWS, { ...OPTIONS, confidence: 2 }), RangeError, "confidence is 2");
  assertThrows(
    () => mixed(ROWS, { ...OPTIONS, resamplePeople: "BCa" as unknown as true }),
    TypeError,
    'resamplePeople is the text "BCa"',
  );
  assertThrows(() => mixed(ROWS, { ...OPTIONS, resamples: 10 }), RangeError, "resamples is 10");
  assertThrows(
    () => mixed(ROWS, { ...OPTIONS, random: "both" as "slope" }),
    RangeError,
    'random is "both"',
  );
});

/** Distance in mm at the ages of 8, 10, 12 and 14 of 16 boys and 11 girls (Potthoff & Roy 1964, table 1). */
const GROWTH = [
  [26, 25, 29, 31, 21.5, 22.5, 23, 26.5, 23, 22.5, 24, 27.5, 25.5, 27.5, 26.5, 27, 20, 23.5, 22.5],
  [26, 24.5, 25.5, 27, 28.5, 22, 22, 24.5, 26.5, 24, 21.5, 24.5, 25.5, 23, 20.5, 31, 26, 27.5, 28],
  [31, 31.5, 23, 23, 23.5, 25, 21.5, 23.5, 24, 28, 17, 24.5, 26, 29.5, 22.5, 25.5, 25.5, 26, 23],
  [24.5, 26, 30, 22, 21.5, 23.5, 25, 21, 20, 21.5, 23, 21, 21.5, 24, 25.5, 20.5, 24, 24.5, 26],
  [23.5, 24.5, 25, 26.5, 21.5, 23, 22.5, 23.5, 20, 21, 21, 22.5, 21.5, 22.5, 23, 25, 23, 23, 23.5],
  [24, 20, 21, 22, 21.5, 16.5, 19, 19, 19.5, 24.5, 25, 28, 28],
].flat().map((mm, i) => ({
  mm,
  age: 8 + 2 * (i % 4),
  child: Math.floor(i / 4),
  sex: i < 64 ? "boy" : "girl",
}));
const AUTOREGRESSION = { y: "mm", x: "age", person: "child", random: "autoregression" } as const;

Deno.test("mixed() by autoregression agrees with nlme's gls, even with missing rows", () => {
  // R 4.2, nlme 3.1: gls(distance ~ age, Orthodont, correlation = corAR1(form = ~1 | Subject))
  const near = (found: Statistics<MixedStatistic>, theirs: readonly number[]): void =>
    [
      found.intercept,
      found.intercept_SE,
      found.slope,
      found.slope_SE,
      found.autocorrelation,
      found.SD_residual,
    ].forEach((own, i) => assertAlmostEquals(own! / theirs[i]!, 1, 2e-6, String(i)));
  const all = mixed(GROWTH, AUTOREGRESSION);
  near(all, [
    16.908870292468,
    1.1153548077811,
    0.652398334025,
    0.0946640932984,
    0.698405605699,
    2.57079071738,
  ]);
  assertAlmostEquals(all.slope_p! / 4.09752161927e-10, 1, 1e-4);
  assertAlmostEquals(all.slope_low!, 0.6523983 - 1.98259726 * 0.0946641, 1e-5); // t of 106
  assertEquals([all.slope_df, all.SD_slope, all.REML], [106, null, null]);
  assertEquals(all.reason.REML, "no random effects");
  // corCAR1(form = ~age | Subject) without four measurements; phi is per year there
  near(mixed(GROWTH.filter((_, i) => ![1, 6, 30, 59].includes(i)).toReversed(), AUTOREGRESSION), [
    17.091422651184,
    1.10733898073,
    0.632937708265,
    0.094089898413,
    0.707351670586,
    2.5629694505,
  ]);
  const girls = mixed(GROWTH, { ...AUTOREGRESSION, by: "sex" }).toRecords()
    .filter(({ sex, name }) =>
      sex === "girl" && ["slope", "autocorrelation"].includes(String(name))
    )
    .map(({ value }) => Number(value));
  assertAlmostEquals(girls[0]!, 0.484768330768, 1e-6);
  assertAlmostEquals(girls[1]!, 0.902399684223, 1e-6);
});

Deno.test("mixed() by autoregression is null for two values of a person at the same x", () => {
  const twice = mixed([...GROWTH, GROWTH[0]!], AUTOREGRESSION);
  assertEquals([twice.slope, twice.reason.slope], [null, "two values of a person at the same x"]);
  assertEquals(
    mixed(GROWTH, { ...AUTOREGRESSION, random: "slope" }).reason.autocorrelation,
    "no autoregression",
  );
});
