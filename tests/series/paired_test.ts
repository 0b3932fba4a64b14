import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { mixed } from "../../src/series/mixed.ts";
import { paired, type PairedStatistic } from "../../src/series/paired.ts";
import { random } from "../../src/series/numerics/random.ts";
import { normals } from "./simulated.ts";

/**
 * Made nights of 14 people, two with each condition; half of the people have the drug first. One has
 * no night with placebo, and three nights are missing.
 */
const NIGHTS = Array.from({ length: 14 }, (_, user) =>
  [0, 1].flatMap((c) =>
    [0, 1].map((k) => {
      const period = (user + c) % 2 === 0 ? 1 : 2;
      const isMissing = ["3 1 0", "6 0 1", "9 0 0", "9 0 1", "12 1 1"].includes(
        `${user} ${c} ${k}`,
      );
      const noise = (user * user * 31 + 17 * c * k * user + c * 29 + k * 11 + user * c * 23) % 47;
      const minutes = 400 + 13 * ((user * 5) % 7) + noise + c * 18 + (period - 1) * 9;
      return {
        user,
        drug: c === 1 ? "drug" : "placebo",
        period,
        minutes: isMissing ? null : minutes,
      };
    })
  )).flat();
const OPTIONS = { y: "minutes", condition: "drug", person: "user", unit: "min" } as const;

const near = (
  found: Readonly<Record<PairedStatistic, number | null>>,
  expected: Partial<Record<PairedStatistic, number>>,
): void => {
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(found[name as PairedStatistic]!, value, 1e-10 * Math.abs(value), name);
  }
};

Deno.test("paired() agrees with R's t test of people with both conditions", () => {
  // R 4.2: t.test(placebo, drug, paired = TRUE) of the means of 13 people
  const found = paired(NIGHTS, OPTIONS);
  near(found, {
    mean_a: 484.038461538462,
    mean_b: 469.076923076923,
    difference: -14.961538461538,
    difference_SE: 5.1513819214068,
    difference_low: -26.1854354824155,
    difference_high: -3.7376414406614,
    difference_p: 0.013218493806841,
    difference_df: 12,
    SD_difference: 18.573571657131,
    incomplete: 1,
  });
  assertAlmostEquals(found.cohen_dz!, -14.961538461538 / 18.573571657131, 1e-12);
  assertEquals([found.unit.difference, found.reason.period_effect], ["min", "no period"]);
  const turned = paired(NIGHTS.toReversed(), { ...OPTIONS, conditions: ["placebo", "drug"] });
  near(turned, { difference: 14.961538461538, difference_p: 0.013218493806841 });
});

Deno.test("paired() of a crossover agrees with R's lm, and with lmerTest with a period", () => {
  // R 4.2: lm(d ~ I(ifelse(reversed, -0.5, 0.5))), whose slope is twice the effect of the period;
  // lmer(y ~ b + p2 + (1 | user)) of the means of 13 people; t.test of sums, var.equal = TRUE
  const found = paired(NIGHTS, { ...OPTIONS, period: "period" });
  near(found, {
    difference: -14.071428571429,
    difference_SE: 4.1169091488655,
    difference_low: -23.1326845135270,
    difference_high: -5.0101726293301,
    difference_p: 0.0057438998740279,
    difference_df: 11,
    SD_difference: 14.799745522558,
    period_effect: 23.142857142857 / 2,
    period_effect_low: 5.0203452586603 / 2,
    period_effect_high: 41.2653690270540 / 2,
    period_effect_p: 0.0169470420313193,
    sequence_difference: 477.25 - 475.75,
    sequence_difference_p: 0.93433903492823,
  });
});

Deno.test("paired() by bootstrap resamples people, like a loop over them", () => {
  const people = [...new Set(NIGHTS.map(({ user }) => user))].map((user) => {
    const of = (drug: string) =>
      NIGHTS.filter((row) => row.user === user && row.drug === drug)
        .flatMap(({ minutes }) => minutes ?? []);
    const mean = (own: readonly number[]) => own.reduce((a, b) => a + b, 0) / own.length;
    return [mean(of("drug")), mean(of("placebo"))] as const;
  }).filter(([a, b]) => !Number.isNaN(a + b)).sort(([a, b], [c, d]) => a - c || b - d);
  const mean = (own: readonly number[]) => own.reduce((a, b) => a + b, 0) / own.length;
  const error = (own: readonly number[]) =>
    Math.sqrt(
      own.reduce((sum, one) => sum + (one - mean(own)) ** 2, 0) / (own.length - 1) / own.length,
    );
  const all = people.map(([a, b]) => b - a), next = random(5);
  const far = Array.from({ length: 999 }, () => {
    const drawn = all.map(() => all[Math.floor(next() * all.length)]!);
    return (mean(drawn) - mean(all)) / error(drawn);
  });
  const sorted = (own: readonly number[]) => own.toSorted((a, b) => a - b);
  const both = sorted(far.map(Math.abs))[949]!, up = sorted(far.map((one) => -one))[974]!;
  const down = sorted(far)[974]!, off = mean(all) / error(all);
  const found = paired(NIGHTS, { ...OPTIONS, resamplePeople: true, resamples: 999, seed: 5 });
  near(found, {
    difference_low: mean(all) - error(all) * Math.max(both, down),
    difference_high: mean(all) + error(all) * Math.max(both, up),
    difference_p: Math.max(
      far.filter((one) => Math.abs(one) >= -off).length,
      2 * far.filter((one) => one <= off).length,
    ) / 999,
  });
  const crossed = paired(NIGHTS, { ...OPTIONS, resamplePeople: true, period: "period" });
  assert(crossed.difference_low! < -14.0714 && crossed.difference_high! > -14.0714);
  assertEquals(crossed.difference_p! < 0.05, crossed.difference_high! < 0);
});

Deno.test("paired() equals mixed() of the means of complete people, in any number of groups", () => {
  const normal = normals(3);
  const rows = ["deep", "rem"].flatMap((measure) =>
    Array.from(
      { length: 9 },
      (_, user) =>
        [0, 1].map((after) => ({ measure, user, after, y: 3 * user + after + normal() })),
    ).flat()
  );
  const found = paired(rows, { y: "y", condition: "after", person: "user", by: "measure" })
    .toRecords();
  assertEquals(new Set(found.map(({ measure }) => measure)), new Set(["deep", "rem"]));
  for (const measure of ["deep", "rem"]) {
    const own = rows.filter((row) => row.measure === measure);
    const model = mixed(own, { y: "y", x: "after", person: "user" });
    const of = (name: string) =>
      Number(found.find((row) => row["measure"] === measure && row["name"] === name)!["value"]);
    assertAlmostEquals(of("difference"), model.slope!, 1e-6);
    assertAlmostEquals(of("difference_p"), model.slope_p!, 1e-4);
  }
});

Deno.test("paired() reads the nights of people on both days of a daylight saving change", () => {
  // Dates are conditions and periods: the length of a day does not matter.
  const nights = ["2024-03-30", "2024-03-31", "2024-10-26", "2024-10-27"].flatMap((night, i) =>
    [0, 1, 2, 3].map((user) => ({ night, user, isChange: i % 2 === 1, y: 8 - i % 2 + user / 10 }))
  );
  const found = paired(nights, { y: "y", condition: "isChange", person: "user" });
  assertAlmostEquals(found.difference!, -1, 1e-12);
  assertEquals([found.difference_p, found.reason.difference_p], [null, "no variation"]);
});

Deno.test("paired() is null with a reason, and leaves out rows that it cannot use", () => {
  const two = NIGHTS.filter(({ user }) => user < 2);
  const nobody = paired([], { ...OPTIONS, conditions: ["drug", "placebo"] });
  assertEquals(
    [nobody.SD_difference, nobody.reason.SD_difference, nobody.incomplete],
    [null, "0 people with both conditions", 0],
  );
  const one = paired(NIGHTS.filter(({ user }) => user === 0), OPTIONS);
  assertEquals(
    [one.difference !== null, one.difference_p, one.reason.difference_p],
    [true, null, "1 person with both conditions"],
  );
  const short = paired(two, { ...OPTIONS, period: "period" });
  assertEquals(
    [short.difference, short.reason.difference],
    [null, "an order of the conditions has fewer than two people"],
  );
  assertEquals(
    paired(two, { ...OPTIONS, resamplePeople: true }).reason.difference_low,
    "a bootstrap needs 10 people",
  );
  const same = paired(NIGHTS.map((row) => ({ ...row, period: row.user === 1 ? 1 : row.period })), {
    ...OPTIONS,
    period: "period",
  });
  assertEquals(
    [same.difference, same.reason.difference],
    [null, "1 person has both conditions in one period"],
  );
  const rows = [
    ...NIGHTS,
    { user: null, drug: "drug", period: 1, minutes: 1000 },
    { user: 5, drug: null, period: 1, minutes: 1000 },
    { user: 5, drug: "drug", period: 1, minutes: NaN },
  ];
  near(paired(rows, OPTIONS), { difference: -14.961538461538, incomplete: 1 });
  const cut = [
    ...NIGHTS.map((row) => ({ ...row, whole: true })),
    { ...NIGHTS[0]!, minutes: 9999, whole: false },
  ];
  near(paired(cut, OPTIONS), { difference: -14.961538461538 });
});

Deno.test("paired() rejects any number of conditions but two, and invalid options", () => {
  const wrong = (rows: readonly object[], options: object): string =>
    assertThrows(() => paired(rows as typeof NIGHTS, { ...OPTIONS, ...options }), Error).message;
  const three = [...NIGHTS, { ...NIGHTS[0]!, drug: "other" }];
  assertEquals(
    wrong(three, {}),
    'Cannot compare pairs: column "drug" has the conditions drug, other, placebo; pass two of ' +
      "them as conditions",
  );
  near(paired(three, { ...OPTIONS, conditions: ["drug", "placebo"] }), {
    difference: -14.961538461538,
  });
  assert(wrong(NIGHTS.slice(0, 2), {}).includes("has the conditions placebo;"));
  assertEquals(
    wrong(NIGHTS, { conditions: ["drugs", "placebo"] }),
    'Cannot compare pairs: column "drug" has no "drugs"; it has the conditions drug, placebo',
  );
  assert(wrong(NIGHTS, { resamplePeople: "BCa" }).includes('resamplePeople is the text "BCa"'));
  assert(wrong(NIGHTS, { confidence: 95 }).includes("confidence is 95"));
  assert(wrong(NIGHTS, { resamples: 5 }).includes("resamples is 5"));
  assert(wrong(NIGHTS, { period: "drug" }).includes('"drug"'));
  assert(wrong(NIGHTS, { people: "user" }).includes('"people"'));
});
