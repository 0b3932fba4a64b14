import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { type ChangePoint, changePoint } from "../../src/series/changePoint.ts";
import { NILE } from "./nile.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";

const YEARS = { every: "1y" } as const;
const years = ({ date, date_low, date_high }: ChangePoint) =>
  [date_low, date, date_high].map((one) => Number(one?.slice(0, 4)));

/** Days that fall by 2 standard deviations from day 60 on. */
const fallen = (() => {
  const normal = normals(4);
  return Array.from(autoregression(120, 0.4, normal), (own, day) => ({
    date: dateAfter(day),
    pulse: 60 + 2 * own - (day < 60 ? 0 : 6),
  }));
})();

/** Mean temperature in New Haven, 1912 to 1971, in °F (R's `nhtemp`). */
const NEW_HAVEN =
  "49.9,52.3,49.4,51.1,49.4,47.9,49.8,50.9,49.3,51.9,50.8,49.6,49.3,50.6,48.4,50.7,50.9,50.6,51.5,52.8,51.8,51.1,49.8,50.2,50.4,51.6,51.8,50.9,48.8,51.7,51,50.6,51.7,51.5,52.1,51.3,51,54,51.4,52.7,53.1,54.6,52,52,50.9,52.6,50.2,52.6,51.6,51.9,50.5,50.9,51.7,51.4,51.7,50.8,51.9,51.8,51.9,53"
    .split(",").map((t, year) => ({ date: `${1912 + year}-01-01`, t: Number(t) }));

Deno.test("changePoint() of independent errors agrees with strucchange on F, date and interval for the Nile, with and without gaps", () => {
  // R 4.2, strucchange 1.5-3: max(Fstats(y ~ 1)$Fstats),
  // confint(breakpoints(y ~ 1, breaks = 1), het.err = FALSE); theirs is the last year before
  const options = { ...YEARS, dependent: false } as const;
  const nile = changePoint(NILE, options);
  assertAlmostEquals(nile.sup_F!, 75.9297694274854, 1e-10);
  assertEquals(years(nile), [1896, 1899, 1902]);
  const gaps = changePoint(NILE.filter((_, i) => (i + 1) % 7 !== 0), options);
  assertAlmostEquals(gaps.sup_F!, 72.9700402671788, 1e-10);
  assertEquals(years(gaps), [1895, 1899, 1902]);
  const warm = changePoint(NEW_HAVEN, options);
  assertAlmostEquals(warm.sup_F!, 23.9877430659433, 1e-10);
  assertEquals(years(warm), [1937, 1944, 1951]);
});

Deno.test("changePoint() finds the change of the Nile after 1898, with the interval of dense matrices in numpy", () => {
  const nile = changePoint(NILE, YEARS); // Cobb 1978: one change, after 1898
  assertEquals(years(nile), [1897, 1899, 1901]);
  assertAlmostEquals(nile.autocorrelation!, 0.15557100313625974, 1e-12);
  assertAlmostEquals(nile.before!, 1097.75, 1e-9);
  assertAlmostEquals(nile.after!, 849.9722222222222, 1e-9);
  assertEquals(nile.p, 0.002);
  assertEquals(
    nile.finding,
    "flow changes from 1,098 to 850 on 1 January 1899 " +
      "(interval: 1 January 1897 to 1 January 1901)",
  );
  const gaps = changePoint(NILE.filter((_, i) => (i + 1) % 7 !== 0), YEARS);
  assertEquals(years(gaps), [1897, 1899, 1900]);
  assertAlmostEquals(gaps.autocorrelation!, 0.15229090947121854, 1e-12);
});

Deno.test("changePoint() of independent errors uses the critical value of Andrews 2003: 8.68 at 5 %", () => {
  const normal = normals(2);
  const found = Array.from({ length: 60 }, () =>
    changePoint(
      Array.from({ length: 100 }, (_, day) => ({ date: dateAfter(day), y: normal() })),
      { dependent: false, partial: [] },
    ));
  const near = found.filter(({ sup_F }) => Math.abs(sup_F! - 8.68) < 0.8);
  assert(near.length > 1, `${near.length} near`);
  for (const { p } of near) assert(p! > 0.02 && p! < 0.1, String(p));
});

Deno.test("changePoint() without a trend agrees with R's lm on the largest F, and does not mistake a trend for a change", () => {
  // R 4.2: the largest F of anova(lm(y ~ t), lm(y ~ t + (t >= i))), and its coefficient
  const nile = changePoint(NILE, { ...YEARS, partial: ["trend"], dependent: false });
  assertAlmostEquals(nile.sup_F!, 39.3208509512803, 1e-9);
  assertEquals(nile.date, "1899-01-01");
  assertAlmostEquals(nile.difference!, -283.60237914452, 1e-9);
  const bent = Array.from(autoregression(240, 0.2, normals(4)), (own, day) => ({
    date: dateAfter(day),
    pulse: own + day / 30 + (day < 60 ? 2 : 0),
  }));
  assert(
    changePoint(bent).finding
      .endsWith("; beyond a straight trend, the largest change is on 1 March 2024"),
  );
  const normal = normals(4);
  const rising = Array.from(
    autoregression(120, 0.4, normal),
    (own, day) => ({ date: dateAfter(day), pulse: own + day / 40 }),
  );
  assert(/^pulse changes from .*; a straight trend fits, too$/.test(changePoint(rising).finding));
  assertEquals(
    changePoint(rising, { partial: ["weekday", "trend"] }).finding,
    "no clear change of pulse in 120 days",
  );
});

Deno.test("changePoint() describes the change in words", () => {
  const { finding, difference, before, after } = changePoint(fallen, { unit: "bpm" });
  assert(
    /^pulse changes from 6\d to 5\d bpm on \d+ \w+ 2024 \(interval: .* 2024\)$/.test(finding),
    finding,
  );
  assertEquals(difference, after! - before!);
  const calm = fallen.slice(0, 60);
  assertEquals(changePoint(calm).finding, "no clear change of pulse in 60 days");
});

Deno.test("changePoint() is null, with a reason, for few days and for constant values", () => {
  const few = changePoint(fallen.slice(0, 41));
  assertEquals([few.date, few.p, few.days], [null, null, 41]);
  assertEquals(few.reason.p, "too few days");
  assertEquals(few.finding, "too few days to find a change of pulse: 41 of at least 42");
  assertEquals(few.frame.toRecords()[0]!["time"], null);
  const constant = changePoint(fallen.map((row) => ({ ...row, pulse: 5 })));
  assertEquals([constant.date, constant.reason.p], [null, "no variation"]);
  assertEquals(changePoint([{ date: "2024-01-01", y: null }], { y: "y" }).days, 0);
});

Deno.test("changePoint() does not mistake weekends for a change, and gives levels of an average week", () => {
  const week = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek > 5 ? 20 : 0;
  const weekends = fallen.map((row) => ({ ...row, pulse: row.pulse + week(row.date) }));
  const [plain, own] = [changePoint(fallen), changePoint(weekends)];
  assertAlmostEquals(own.sup_F!, plain.sup_F!, 1e-9);
  assertAlmostEquals(own.difference!, plain.difference!, 1e-9);
});

Deno.test("changePoint() reads days in their zone across both daylight saving changes", () => {
  const tz = "America/New_York";
  for (const [first, change] of [["2024-01-10", "2024-03-10"], ["2024-09-04", "2024-11-03"]]) {
    const days = fallen.map(({ pulse }, day) => ({
      time: Temporal.PlainDate.from(first!).add({ days: day })
        .toZonedDateTime({ timeZone: tz, plainTime: "00:30" }).toInstant().toString(),
      pulse: pulse - (day < 60 ? 0 : 20),
    }));
    const { date, frame } = changePoint(days, { tz });
    assertEquals(date, change);
    assertEquals(frame.dtypes[0]!.toString().includes(tz), true);
  }
});

Deno.test("changePoint() finds a change in each group of `by`", () => {
  const both = fallen.flatMap((row) => [
    { ...row, who: "b" },
    { ...row, who: "a", pulse: -row.pulse },
  ]);
  const rows = changePoint(both, { by: "who" }).toRecords();
  assertEquals(rows.map(({ who }) => who), ["b", "a"]);
  assertEquals(Number(rows[0]!["difference"]) < 0, true);
  assertAlmostEquals(Number(rows[0]!["difference"]), -Number(rows[1]!["difference"]), 1e-9);
  assertEquals(rows[0]!["time"], rows[1]!["time"]);
});

Deno.test("changePoint() rejects unknown options and invalid values", () => {
  const wrong = (options: object): string =>
    assertThrows(() => changePoint(fallen, options), Error).message;
  assertEquals(
    wrong({ trim: 15 }),
    "Cannot find a change point: trim is the number 15, expected a number from 0 to 0.5",
  );
  assertEquals(
    wrong({ dependent: "iid" }),
    'Cannot find a change point: dependent is the text "iid", expected true or false',
  );
  assert(wrong({ confidence: 95 }).includes("confidence is the number 95"));
  assert(wrong({ partial: ["season"] }).includes("partial is"));
  assert(wrong({ breaks: 2 }).includes('"breaks"'));
});
