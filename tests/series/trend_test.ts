import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { float64Column, textColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { trend } from "../../src/series/trend.ts";
import { NILE } from "./nile.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";

/** Days that drift around a line, by a rule that any program can repeat. */
const drifting = (() => {
  let error = 0;
  return Array.from({ length: 120 }, (_, day) => {
    error = 0.5 * error + Math.sin(12.9898 * day) + Math.cos(4.1414 * day * day);
    return { date: dateAfter(day), y: 60 + 0.02 * day + error };
  });
})();

Deno.test("trend() agrees with R 4's lm(y ~ day + weekday) on the slope, with an interval at least as wide as nlme's gls", () => {
  const { slope, slope_low, slope_high } = trend(drifting);
  assertAlmostEquals(slope!, 0.744196214382236, 1e-11);
  assertAlmostEquals((slope_low! + slope_high!) / 2, slope!, 1e-11);
  // gls(correlation = corAR1(), method = "REML") takes its estimate, 0.78, for the truth
  const half = (slope_high! - slope_low!) / 2;
  assert(half > 0.623 && half < 2 * 0.623, String(half));
});

Deno.test("trend() gives the slope per day, week, month or year", () => {
  const per = (unit: "day" | "week" | "month" | "year"): number =>
    trend(drifting, { per: unit }).slope!;
  assertAlmostEquals(per("week"), 7 * per("day"), 1e-12);
  assertAlmostEquals(per("year"), 12 * per("month"), 1e-12);
  assertAlmostEquals(per("year"), 365.2425 * per("day"), 1e-9);
  const { change, first, last } = trend(drifting);
  assertAlmostEquals(change!, last! - first!, 1e-9);
  assertAlmostEquals(change!, 119 * per("day"), 1e-9);
});

Deno.test("trend() of weeks follows the calendar, not the number of rows", () => {
  const weeks = drifting.filter((_, day) => day % 7 === 0).concat(
    Array.from({ length: 20 }, (_, i) => ({ date: dateAfter(119 + 7 * i), y: 62 + i % 3 })),
  );
  const byWeek = trend(weeks, { every: "1w", per: "week" }).slope!;
  const byDay = trend(weeks, { per: "week", partial: [] }).slope!;
  assertAlmostEquals(byWeek, byDay, 0.05 * Math.abs(byDay));
});

Deno.test("trend() of years agrees with R's lm(Nile ~ year): a year has no weekday", () => {
  // a year of the record is 0.00001 shorter than an average year
  const { slope } = trend(NILE, { every: "1y", per: "year" });
  assertAlmostEquals(slope!, -2.71430543054, 1e-5);
});

Deno.test("trend() describes the trend in words", () => {
  const rising = (slope: number, n = 120) =>
    toFrame({
      date: textColumn(Array.from({ length: n }, (_, day) => dateAfter(day))),
      resting_heart_rate: float64Column(
        autoregression(n, 0.3, normals(3)).map((one, day) => 55 + slope * day + one),
      ),
    });
  const found = (slope: number, n?: number): string =>
    trend(rising(slope, n), { unit: "bpm" }).finding;
  assert(/^resting heart rate rises by 3\.\d bpm per month \(\S+ to \S+\)$/.test(found(0.1)));
  assert(/^resting heart rate falls by \S+ bpm per month \(\S+ to \S+\)$/.test(found(-0.1)));
  assert(
    /^no clear trend of resting heart rate: between \S+ bpm less and \S+ bpm more per month$/
      .test(found(0)),
  );
  assertEquals(
    found(0.1, 20),
    "too few days to tell a trend of resting heart rate: 20 of at least 28",
  );
});

Deno.test("trend() is null, with a reason, for few days and for constant values", () => {
  const few = trend(drifting.slice(0, 27));
  assertEquals([few.slope, few.p, few.days], [null, null, 27]);
  assertEquals(few.reason.slope, "too few days");
  const constant = trend(drifting.map((row) => ({ ...row, y: 5 })));
  assertEquals([constant.slope, constant.reason.slope], [null, "no variation"]);
  assertEquals(constant.finding, "y does not vary");
});

Deno.test("trend() counts several values of a local day as their mean", () => {
  const tz = "America/New_York";
  const days = drifting.map(({ date, y }) => ({
    time: Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: tz, plainTime: "01:00" })
      .toInstant().toString(),
    y,
  }));
  const twice = days.flatMap(({ time, y }) => {
    const later = Temporal.Instant.from(time).add({ hours: 21 }).toString();
    return [{ time, y: y - 3 }, { time: later, y: y + 3 }];
  });
  assertAlmostEquals(trend(twice, { tz }).slope!, trend(drifting).slope!, 1e-9);
  assertAlmostEquals(trend(days, { tz }).slope!, trend(drifting).slope!, 1e-9);
});

Deno.test("trend() fits each group of `by`", () => {
  const both = drifting.flatMap((row) => [
    { ...row, who: "b" },
    { ...row, who: "a", y: 2 * row.y },
  ]);
  const slopes = trend(both, { by: "who" }).toRecords().filter(({ name }) => name === "slope");
  assertEquals(slopes.map(({ who }) => who), ["b", "a"]);
  assertAlmostEquals(Number(slopes[1]!["value"]), 2 * Number(slopes[0]!["value"]), 1e-9);
  assertEquals(slopes.map(({ finding }) => typeof finding), ["string", "string"]);
});

Deno.test("trend() rejects an invalid unit of time, effect or confidence", () => {
  const wrong = (options: object): string =>
    assertThrows(() => trend(drifting, options), RangeError).message;
  assertEquals(
    wrong({ per: "fortnight" }),
    'Cannot fit a trend: per is the text "fortnight", expected one of day, week, month, year',
  );
  assertEquals(
    wrong({ confidence: 95 }),
    "Cannot fit a trend: confidence is the number 95, expected a number from 0 to 1",
  );
  assertEquals(
    wrong({ partial: ["trend"] }),
    'Cannot fit a trend: partial is ["trend"], expected ["weekday"] or []',
  );
});
