import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { decompose } from "../../src/series/decompose.ts";
import { openFrame } from "../../src/frame/open.ts";
import { CO2 } from "./co2.ts";
import { dateAfter, normals } from "./simulated.ts";

const MONTHS = { every: "1mo", period: "1y" } as const;
type Row = Readonly<Record<string, number | null>>;
const rowsOf = (found: Parameters<typeof openFrame>[0]): Row[] =>
  openFrame(found).frame().toRecords() as Row[];

/** A line and a fixed weekly cycle. */
const exact = Array.from({ length: 70 }, (_, day) => ({
  date: dateAfter(day),
  steps: 8000 + 10 * day + [0, 200, -100, 300, -200, 500, -700][day % 7]!,
}));

Deno.test("decompose() agrees with statsmodels on trend, seasonal part and weights of the CO2 of Mauna Loa", () => {
  // statsmodels 0.15.0: STL(y, period=12, robust=...).fit(), months 1, 60 and 120
  const compare = (robust: boolean, theirs: Readonly<Record<string, readonly number[]>>): void => {
    const rows = rowsOf(decompose(CO2, { ...MONTHS, robust }));
    for (const [name, values] of Object.entries(theirs)) {
      values.forEach((one, i) =>
        assertAlmostEquals(rows[[0, 59, 119][i]!]![name]!, one, 1e-9, `${name} ${i}`)
      );
    }
    rows.forEach(({ value, trend, seasonal, remainder }) =>
      assertAlmostEquals(trend! + seasonal! + remainder!, value!, 1e-9)
    );
  };
  compare(false, {
    trend: [337.87127861245017, 345.0675496272494, 353.4512754583842],
    seasonal: [0.009582607090072581, -0.8383587574391429, -1.0079191797624354],
    weight: [1, 1, 1],
  });
  compare(true, {
    trend: [338.0616878738781, 345.011007825427, 353.43339954313353],
    seasonal: [-0.13461561038013478, -0.738193080889101, -0.9774691733877678],
    weight: [0.9996164032761101, 0.8645296905637198, 0.9955138866251318],
  });
});

Deno.test("decompose() of missing months is within 0.1 ppm of statsmodels' robust fit with outliers in their place", () => {
  // outliers of 50 ppm, whose robust weights are 0: parts of months 6, 42, 78 and 111
  const missing = [5, 40, 41, 77, 110];
  const rows = rowsOf(decompose(
    CO2.map((row, i) => missing.includes(i) ? { ...row, ppm: null } : row),
    { ...MONTHS, robust: true, y: "ppm" },
  ));
  const trend = [338.5307560443586, 342.5247719769452, 347.01860475373394, 352.5440172902001];
  const seasonal = [2.271909913628313, 2.3496817051633787, 2.4012903413949407, 1.4556121546405476];
  [5, 41, 77, 110].forEach((month, i) => {
    const row = rows[month]!;
    assertEquals([row["value"], row["remainder"], row["weight"]], [null, null, 0]);
    assertAlmostEquals(row["trend"]!, trend[i]!, 0.1);
    assertAlmostEquals(row["seasonal"]!, seasonal[i]!, 0.1);
  });
});

Deno.test("decompose() returns a line and a fixed cycle exactly, even where days are missing", () => {
  const gaps = exact.filter((_, day) => day % 11 !== 4 && (day < 30 || day > 36));
  for (const [days, robust] of [[exact, false], [gaps, false], [gaps, true]] as const) {
    const found = decompose(days, { robust }), rows = rowsOf(found);
    assertEquals(rows.length, 70);
    rows.forEach(({ trend, seasonal }, day) =>
      assertAlmostEquals(trend! + seasonal!, exact[day]!.steps, 1e-6, `${day}`)
    );
    assertEquals([found.days, found.days_missing], [days.length, 70 - days.length]);
    assertAlmostEquals(found.seasonal_strength!, 1, 1e-9);
  }
});

Deno.test("decompose() with robust keeps an outlier in the remainder", () => {
  const odd = exact.map((row, day) => day === 33 ? { ...row, steps: 30_000 } : row);
  const [plain, robust] = [false, true].map((robust) => rowsOf(decompose(odd, { robust }))[33]!);
  assert(plain!["remainder"]! < 19_000);
  assertAlmostEquals(robust!["remainder"]!, 30_000 - exact[33]!.steps, 1);
  assertEquals(robust!["weight"], 0);
});

Deno.test("decompose() describes both strengths in words, and its strengths for noise are as documented", () => {
  assertEquals(
    decompose(exact).finding,
    "steps: seasonal strength 1.00, trend strength 1.00",
  );
  assertEquals(decompose(CO2, MONTHS).finding.startsWith("ppm: seasonal strength 0.9"), true);
  const normal = normals(3);
  const strengths = Array.from(
    { length: 50 },
    () =>
      decompose(Array.from({ length: 120 }, (_, day) => ({ date: dateAfter(day), y: normal() })))
        .seasonal_strength!,
  );
  assertAlmostEquals(strengths.reduce((sum, one) => sum + one, 0) / 50, 0.37, 0.03);
});

Deno.test("decompose() is null, with a reason, for few days, an empty weekday and constant values", () => {
  const few = decompose(exact.slice(0, 13));
  assertEquals([few.seasonal_strength, few.days], [null, 13]);
  assertEquals(few.reason.seasonal_strength, "too few days");
  assert(few.finding.startsWith("too few days to decompose steps: 13"));
  assertEquals(rowsOf(few)[0]!["trend"], null);
  assertEquals(rowsOf(few)[0]!["value"], 8000);
  const noSundays = decompose(exact.filter((_, day) => day % 7 !== 6));
  assertEquals(noSundays.reason.trend_strength, "too few days");
  const constant = decompose(exact.map((row) => ({ ...row, steps: 5 })));
  assertEquals(constant.finding, "steps does not vary");
});

Deno.test("decompose() has a step for each local day across both daylight saving changes", () => {
  const tz = "America/New_York";
  for (const first of ["2024-02-20", "2024-10-20"]) {
    const days = exact.map(({ steps }, day) => ({
      time: Temporal.PlainDate.from(first).add({ days: day })
        .toZonedDateTime({ timeZone: tz, plainTime: "00:30" }).toInstant().toString(),
      steps,
    }));
    const rows = rowsOf(decompose(days, { tz }));
    const same = rowsOf(decompose(exact));
    assertEquals(rows.map(({ trend }) => trend), same.map(({ trend }) => trend));
  }
});

Deno.test("decompose() splits each group of `by`", () => {
  const both = exact.flatMap((row) => [
    { ...row, who: "b" },
    { ...row, who: "a", steps: 2 * row.steps },
  ]);
  const rows = rowsOf(decompose(both, { by: "who" })) as unknown as Record<string, unknown>[];
  assertEquals([rows.length, rows[0]!["who"], rows[70]!["who"]], [140, "b", "a"]);
  assertAlmostEquals(Number(rows[75]!["trend"]), 2 * Number(rows[5]!["trend"]), 1e-6);
});

Deno.test("decompose() rejects unknown options and invalid values", () => {
  const wrong = (options: object): string =>
    assertThrows(() => decompose(exact, options), Error).message;
  assertEquals(
    wrong({ period: "1mo" }),
    'Cannot decompose a series: period is the text "1mo", expected a whole number of at least 2 ' +
      "steps of 1d",
  );
  assert(wrong({ period: "1d" }).includes("period is"));
  assert(wrong({ seasonalSpan: 8 }).includes("seasonalSpan is the number 8"));
  assert(wrong({ trendSpan: 7 }).includes("expected an odd number of more than 7"));
  assert(wrong({ robust: "yes" }).includes("robust is"));
  assert(wrong({ model: "additive" }).includes('"model"'));
});
