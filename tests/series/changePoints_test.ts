import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints, type ChangePointsOptions } from "../../src/series/changePoints.ts";
import { largestGain, pelt } from "../../src/series/describe/pelt.ts";
import { plot } from "../../mod.ts";
import { NILE } from "./nile.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";

/** Days that fall by 2 standard deviations at day 60 and return at day 120. */
const fallen = Array.from(autoregression(180, 0.3, normals(4)), (own, day) => ({
  date: dateAfter(day),
  pulse: 60 + 2 * own - (day < 60 || day >= 120 ? 0 : 6),
}));

/** Returns the index of the first value of each level but the first. */
const indices = (
  y: readonly number[],
  options: Pick<ChangePointsOptions, "minLength" | "penalty">,
): number[] => {
  const rows = y.map((value, i) => ({ date: `${1800 + i}-01-01`, value }));
  const { frame } = changePoints(rows, { every: "1y", ...options });
  return frame.toRecords().slice(1).map(({ time }) =>
    new Date(Number(time)).getUTCFullYear() - 1800
  );
};

/** Divides a series by trying every last level of every length. */
function bruteForce(y: Float64Array, penalty: number, least: number): number[] {
  const best = [-penalty], from = [0];
  for (let to = 1; to <= y.length; to++) {
    best[to] = Infinity;
    for (let start = 0; start <= to - least; start++) {
      const own = y.slice(start, to), mean = own.reduce((a, b) => a + b) / own.length;
      const total = best[start]! + penalty + own.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      if (total < best[to]! - 1e-12) [best[to], from[to]] = [total, start];
    }
  }
  const starts: number[] = [];
  for (let to = y.length; to > 0; to = from[to]!) starts.unshift(from[to]!);
  return starts;
}

Deno.test("changePoints() agrees with ruptures and strucchange on the levels, with and without gaps", () => {
  // ruptures 1.1.10: Pelt(model="l2", min_size=5, jump=1).fit(y).predict(penalty); R 4.2,
  // strucchange 1.5-3: breakpoints(y ~ 1, h = 5) with 1 and 5 breaks has the same
  const flow = NILE.map((year) => year.flow), least = { minLength: 5 };
  assertEquals(indices(flow, { ...least, penalty: 5e4 }), [10, 19, 28, 83, 95]);
  assertEquals(indices(flow, { ...least, penalty: 1e5 }), [28]);
  const gaps = (penalty: number) =>
    changePoints(NILE.filter((_, i) => (i + 1) % 7 !== 0), { every: "1y", ...least, penalty })
      .frame.toRecords().slice(1).map(({ time }) => new Date(Number(time)).getUTCFullYear());
  assertEquals(gaps(5e4), [9, 17, 24].map((i) => 1871 + i + Math.floor(i / 6)));
  assertEquals(gaps(1e5), [1899]);
});

Deno.test("changePoints() finds the single change of the Nile in 1898, with the interval of changePoint()", () => {
  const own = changePoints(NILE, { every: "1y", minLength: 15 });
  const one = changePoint(NILE, { every: "1y" });
  assertEquals(own.finding, "flow changes once in 100 values: from 1,098 to 850 on 1 January 1899");
  const [, last] = own.frame.toRecords();
  const dates = ["time_low", "time", "time_high"].map((name) =>
    new Date(Number(last![name])).toISOString().slice(0, 10)
  );
  assertEquals(dates, [one.date_low, one.date, one.date_high]);
  assertAlmostEquals(Number(last!["difference"]), one.difference!, 1e-9);
});

Deno.test("pelt() finds the best of all divisions, and the largest gain is the penalty that ends changes", () => {
  const normal = normals(5);
  for (let k = 0; k < 120; k++) {
    const y = autoregression(10 + k % 50, [0, 0.5, 0.9][k % 3]!, normal)
      .map((own, i) => own + (i > 20 ? 2 : 0));
    const least = [1, 2, 3, 7][k % 4]!, penalty = [0.5, 2, 6, 20][(k >> 2) % 4]!;
    assertEquals(pelt(y, penalty, least).starts, bruteForce(y, penalty, least), String(k));
    if (y.length < 2 * least) continue;
    const gain = largestGain(y, least);
    assertEquals(pelt(y, gain * (1 + 1e-9), least).starts, [0]);
    assert(pelt(y, gain * (1 - 1e-9), least).starts.length > 1);
  }
});

Deno.test("changePoints() describes the changes, and plot.line draws the levels", () => {
  const { finding, changes, steps, unit } = changePoints(fallen, { unit: "bpm" });
  assertEquals(changes, 2);
  assertEquals(unit.penalty, "bpm²");
  assert(
    /^pulse changes twice in 180 days: from \d+ to \d+ bpm on \d+ (Feb|Mar)\w+ 2024, to \d+ bpm on \d+ \w+ 2024$/
      .test(finding),
    finding,
  );
  assertEquals(steps.columns, ["time", "value", "level"]);
  const picture = plot.line(steps, { y: ["value", "level"], tz: "UTC" });
  assert(String(picture).startsWith("Value, Level, "), String(picture));
  assertEquals(
    changePoints(fallen.slice(0, 60)).finding,
    "no clear change of pulse in 60 days",
  );
  const levels = [0, 9, 2, 14, 5, 18, 3, 11, 6];
  const stairs = fallen.map(({ date }, day) => ({
    date,
    y: levels[Math.floor(day / 20)]! + day % 3,
  }));
  const many = changePoints(stairs).finding;
  assert(/^y changes 8 times .*, and 3 more$/.test(many), many);
  const normal = normals(2);
  const rising = fallen.map(({ date }, day) => ({ date, y: day / 20 + normal() }));
  const line = changePoints(rising).finding;
  assert(/^y changes .*; a straight trend fits, too$/.test(line), line);
});

Deno.test("changePoints() is null, with a reason, for few days and for constant values", () => {
  const few = changePoints(fallen.slice(0, 41));
  assertEquals([few.changes, few.penalty, few.days], [null, null, 41]);
  assertEquals(few.reason.changes, "too few days");
  assertEquals(few.finding, "too few days to find changes of pulse: 41 of at least 42");
  assertEquals(few.frame.toRecords()[0]!["time"], null);
  assertEquals(few.steps.toRecords()[0]!["level"], null);
  const constant = changePoints(fallen.map((row) => ({ ...row, pulse: 5 })));
  assertEquals([constant.changes, constant.reason.changes], [null, "no variation"]);
  assertEquals(changePoints([{ date: "2024-01-01", y: null }], { y: "y" }).days, 0);
});

Deno.test("changePoints() does not mistake weekends or missing days for changes", () => {
  const isWeekend = (date: string): boolean => Temporal.PlainDate.from(date).dayOfWeek > 5;
  const weekends = fallen.map((row) => ({
    ...row,
    pulse: row.pulse + (isWeekend(row.date) ? 20 : 0),
  }));
  const dates = (rows: typeof fallen) =>
    changePoints(rows).frame.toRecords().map((row) => row["time"]);
  assertEquals(dates(weekends), dates(fallen));
  const gaps = changePoints(fallen.filter((_, day) => day % 5 !== 2)).frame.toRecords();
  assertEquals(gaps.length, 3);
  assert(Number(gaps[0]!["coverage"]) < 0.9);
});

Deno.test("changePoints() reads days in their zone across both daylight saving changes", () => {
  const tz = "America/New_York";
  for (const [first, change] of [["2024-01-10", "2024-03-10"], ["2024-09-04", "2024-11-03"]]) {
    const days = fallen.slice(0, 120).map(({ pulse }, day) => ({
      time: Temporal.PlainDate.from(first!).add({ days: day })
        .toZonedDateTime({ timeZone: tz, plainTime: "00:30" }).toInstant().toString(),
      pulse: pulse - (day < 60 ? 0 : 20),
    }));
    const { frame } = changePoints(days, { tz });
    const starts = frame.getColumn("time").dt.strftime("%Y-%m-%d %H:%M").toArray();
    assertEquals(starts, [`${first} 00:00`, `${change} 00:00`]);
  }
});

Deno.test("changePoints() divides each group of `by`", () => {
  const both = fallen.flatMap((row) => [
    { ...row, who: "b" },
    { ...row, who: "a", pulse: -row.pulse },
    ...(row.date < "2024-01-09" ? [{ ...row, who: "short" }] : []),
  ]);
  const rows = changePoints(both, { by: "who" }).toRecords();
  assertEquals(rows.map(({ who }) => who), ["b", "b", "b", "a", "a", "a", "short"]);
  assertEquals(rows.slice(0, 3).map(({ time }) => time), rows.slice(3, 6).map(({ time }) => time));
  assertEquals(rows.map(({ note }) => note).at(-1), "too few days");
  assertEquals(rows.filter(({ finding }) => finding !== null).length, 3);
});

Deno.test("changePoints() rejects unknown options and invalid values", () => {
  const wrong = (options: object): string =>
    assertThrows(() => changePoints(fallen, options), Error).message;
  assertEquals(
    wrong({ minLength: 1 }),
    "Cannot find change points: minLength is the number 1, expected a whole number of at least 2",
  );
  assert(wrong({ penalty: 0 }).includes("penalty is the number 0, expected a number above 0"));
  assert(wrong({ penalty: "bic" }).includes('penalty is the text "bic"'));
  assert(wrong({ confidence: 95 }).includes("confidence is the number 95"));
  assert(wrong({ partial: ["trend"] }).includes("partial is"));
  assert(wrong({ dependent: "iid" }).includes("dependent is"));
  assert(wrong({ trim: 0.2 }).includes('"trim"'));
});
