import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { type Interrupted, interrupted } from "../../src/series/interrupted.ts";
import { studentBound } from "../../src/series/numerics/student.ts";
import { trend } from "../../src/series/trend.ts";
import { NILE } from "./nile.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";

const DAM = { at: "1899-01-01", every: "1y", per: "year" } as const;
const error = (low: number | null, high: number | null, freedom: number): number =>
  (high! - low!) / 2 / studentBound(0.95, freedom);

/** Days whose level falls by 6 from day 60 on. */
const treated = (() => {
  const normal = normals(4);
  return Array.from(autoregression(120, 0.4, normal), (own, day) => ({
    date: dateAfter(day),
    pulse: 60 + 2 * own - (day < 60 ? 0 : 6),
  }));
})();
const AT = { at: dateAfter(60) };

Deno.test("interrupted() by gls agrees with nlme on level, error and autocorrelation for the Nile", () => {
  // R 4.2, nlme 3.1: gls(y ~ s, correlation = corAR1(form = ~t)), s from 1899 on
  const found = interrupted(NILE, { ...DAM, method: "gls", slopes: false });
  assertAlmostEquals(found.level_before!, 1098.671404826, 1e-4);
  assertAlmostEquals(error(found.level_before_low, found.level_before_high, 98), 28.9014428, 1e-4);
  assertAlmostEquals(found.level_change!, -249.331329621178, 1e-4);
  assertAlmostEquals(error(found.level_change_low, found.level_change_high, 98), 34.0193967, 1e-4);
  assertAlmostEquals(found.level_change_p! / 6.64785222331198e-11, 1, 1e-4);
  assertAlmostEquals(found.autocorrelation!, 0.18301168244648, 1e-6);
  assertEquals([found.slope_change, found.reason.slope_change], [null, "no slopes"]);
});

Deno.test("interrupted() by gls agrees with nlme on both changes for the Nile, with and without gaps", () => {
  // gls(y ~ t + s + r, correlation = corAR1(form = ~t)); every seventh year missing: corCAR1
  // in R, t is 0 in 1899, so that the intercept is the level of that year
  const of = (found: Interrupted, freedom: number) => [
    found.level_before,
    error(found.level_before_low, found.level_before_high, freedom),
    found.slope_before,
    found.level_change,
    error(found.level_change_low, found.level_change_high, freedom),
    found.slope_change,
    error(found.slope_change_low, found.slope_change_high, freedom),
    found.autocorrelation,
  ];
  const near = (ours: readonly (number | null)[], theirs: readonly number[]): void =>
    // a year of the record is 0.00001 shorter than an average year
    theirs.forEach((one, i) => assertAlmostEquals(ours[i]! / one, 1, 2e-5));
  near(
    of(interrupted(NILE, { ...DAM, method: "gls" }), 96),
    [
      1115.4244943,
      59.884997890,
      1.1680315,
      -289.688964,
      69.358453,
      -0.50260578,
      3.7202191,
      0.19747419,
    ],
  );
  near(
    of(interrupted(NILE.filter((_, i) => (i + 1) % 7 !== 0), { ...DAM, method: "gls" }), 82),
    [
      1112.1426984,
      66.542506993,
      -0.16290032,
      -274.151168,
      76.6125192,
      0.55460306,
      4.0205499,
      0.21419794,
    ],
  );
});

Deno.test("interrupted() gives the coefficients of least squares, and wider intervals than gls", () => {
  // R: lm(y ~ t + s + r), t = 0 in 1899
  const ours = interrupted(NILE, DAM), gls = interrupted(NILE, { ...DAM, method: "gls" });
  assertAlmostEquals(ours.level_before!, 1114.563492063492, 1e-8);
  assertAlmostEquals(ours.level_change!, -289.1026853663844, 1e-8);
  assertAlmostEquals(ours.slope_change!, -0.4690887676344511, 1e-4);
  const width = ({ level_change_low, level_change_high }: Interrupted): number =>
    level_change_high! - level_change_low!;
  assert(width(ours) > 0.9 * width(gls) && width(ours) < 1.5 * width(gls));
  assert(ours.level_change_p! < 0.01 && ours.slope_change_p! > 0.5);
});

Deno.test("interrupted() equals series.trend on both sides if nothing is interrupted", () => {
  const line = treated.map(({ date }, day) => ({ date, y: 3 + 0.02 * day + Math.sin(day * day) }));
  const { slope_before, slope_change, level_change } = interrupted(line, AT);
  const { slope } = trend(line.slice(0, 60));
  assertAlmostEquals(slope_before!, slope!, 0.15);
  assert(Math.abs(slope_change!) < 0.5 && Math.abs(level_change!) < 1);
});

Deno.test("interrupted() gives the level before of an average day, with an interval that covers it", () => {
  const weekly = treated.map((row, day) => ({ ...row, pulse: row.pulse + (day % 7 > 4 ? 7 : 0) }));
  for (const method of ["integrated", "gls"] as const) {
    const options = { ...AT, method, slopes: false };
    const [found, plain] = [weekly, treated].map((days) => interrupted(days, options));
    assertAlmostEquals(found!.level_before! - plain!.level_before!, 2, 1e-6);
    assert(plain!.level_before_low! < 60 && plain!.level_before_high! > 60);
    assertEquals(found!.unit.level_before, "1");
  }
  const normal = normals(11);
  let misses = 0;
  for (let record = 0; record < 80; record++) {
    const days = Array.from(
      autoregression(60, 0.5, normal),
      (y, day) => ({ date: dateAfter(day), y: y + 5 - (day < 30 ? 0 : 2) }),
    );
    const { level_before_low, level_before_high } = interrupted(days, { at: dateAfter(30) });
    if (level_before_low! > 5 || level_before_high! < 5) misses++;
  }
  assert(misses <= 9, String(misses));
});

Deno.test("interrupted() describes the changes in words", () => {
  const found = interrupted(treated, { ...AT, unit: "bpm" });
  assert(
    /^pulse falls by \d\.\d bpm on 1 March 2024 \(\S+ to \S+\); no clear change of its slope$/
      .test(found.finding),
    found.finding,
  );
  const steep = treated.map((row, day) => ({ ...row, pulse: row.pulse + Math.max(0, day - 60) }));
  assert(
    /; its slope is \d+ per month more from then on \(\d+ to \d+\)$/
      .test(interrupted(steep, AT).finding),
    interrupted(steep, AT).finding,
  );
  assert(
    /^no clear change of y on 1 March 2024: between \S+ less and \S+ more; /.test(
      interrupted(treated.map(({ date }, day) => ({ date, y: Math.sin(day * day) })), AT).finding,
    ),
  );
});

Deno.test("interrupted() is null, with a reason, for few days and for constant values", () => {
  const few = interrupted(treated, { at: dateAfter(20) });
  assertEquals([few.level_change, few.days_before, few.days_after], [null, 20, 100]);
  assertEquals(few.reason.level_change, "too few days");
  assertEquals(
    few.finding,
    "too few days to tell a change of pulse: 20 before and 100 after, of at least 21",
  );
  for (const method of ["integrated", "gls"] as const) {
    const constant = interrupted(treated.map((row) => ({ ...row, pulse: 5 })), { ...AT, method });
    assertEquals([constant.level_change, constant.finding], [null, "pulse does not vary"]);
  }
});

Deno.test("interrupted() reads the date in the zone of the days, across both daylight saving changes", () => {
  const tz = "America/New_York";
  for (const [first, at] of [["2024-01-10", "2024-03-10"], ["2024-09-04", "2024-11-03"]]) {
    const days = treated.map(({ pulse }, day) => ({
      time: Temporal.PlainDate.from(first!).add({ days: day })
        .toZonedDateTime({ timeZone: tz, plainTime: "00:30" }).toInstant().toString(),
      pulse,
    }));
    const found = interrupted(days, { at: at!, tz, per: "day" });
    const same = interrupted(treated, { ...AT, per: "day", partial: ["weekday"] });
    assertEquals([found.days_before, found.days_after], [60, 60]);
    assertAlmostEquals(found.level_change!, same.level_change!, 0.5);
    assertAlmostEquals(
      interrupted(days, { at: at!, tz, per: "day", partial: [] }).slope_change!,
      interrupted(treated, { ...AT, per: "day", partial: [] }).slope_change!,
      1e-9,
    );
  }
});

Deno.test("interrupted() fits each group of `by`", () => {
  const both = treated.flatMap((row) => [
    { ...row, who: "b" },
    { ...row, who: "a", pulse: 2 * row.pulse },
  ]);
  const rows = interrupted(both, { ...AT, by: "who" }).toRecords()
    .filter(({ name }) => name === "level_change");
  assertEquals(rows.map(({ who }) => who), ["b", "a"]);
  assertAlmostEquals(Number(rows[1]!["value"]), 2 * Number(rows[0]!["value"]), 1e-9);
  assertEquals(rows.map(({ finding }) => typeof finding), ["string", "string"]);
});

Deno.test("interrupted() rejects unknown options and invalid values", () => {
  const wrong = (options: object): string =>
    assertThrows(() => interrupted(treated, { ...AT, ...options }), Error).message;
  assertEquals(
    wrong({ method: "ols" }),
    'Cannot fit an interrupted series: method is the text "ols", expected "integrated" or "gls"',
  );
  assert(wrong({ at: undefined }).includes("at is missing"));
  assert(wrong({ at: "soon" }).includes("soon"));
  assert(wrong({ slopes: 1 }).includes("slopes is the number 1"));
  assert(wrong({ per: "fortnight" }).includes("per is"));
  assert(wrong({ confidence: 95 }).includes("confidence is the number 95"));
  assert(wrong({ date: "2024-03-01" }).includes('"date"'));
});
