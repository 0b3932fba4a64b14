import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { float64Column, textColumn } from "../../src/frame/columns/columns.ts";
import { withRange } from "../../src/show/mod.ts";
import { unusual } from "../../src/series/unusual.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";

type Day = { readonly date: string; readonly heart_rate: number; readonly steps: number };

/** Days of two measures; `add` changes them. */
function daysOf(
  n: number,
  add: (day: number) => { heart?: number; steps?: number } = () => ({}),
  seed = 5,
): Day[] {
  const normal = normals(seed);
  const [a, b] = [autoregression(n, 0.4, normal), autoregression(n, 0.4, normal)];
  return Array.from({ length: n }, (_, day) => ({
    date: dateAfter(day),
    heart_rate: 60 + 2 * a[day]! + (add(day).heart ?? 0),
    steps: 8000 + 1500 * b[day]! + (add(day).steps ?? 0),
  }));
}

const isSick = (day: number): boolean => day >= 40 && day < 45;
const sick = daysOf(200, (day) => isSick(day) ? { heart: 12, steps: -7500 } : {});

Deno.test("unusual() finds five sick days in two measures as one episode, with the size of each", () => {
  const found = unusual(sick), rows = found.frame.toRecords();
  assertEquals([found.episodes, found.unusual_days, found.days], [1, 5, 200]);
  assertEquals(rows.map(({ measure }) => measure).sort(), ["heart_rate", "steps"]);
  for (const row of rows) {
    assertEquals(Number(row["start_time"]), Date.UTC(2024, 1, 10));
    assertEquals(Number(row["end_time"]), Date.UTC(2024, 1, 15));
    const own = sick.slice(40, 45).map((day) => day[row["measure"] as "steps"]);
    assertAlmostEquals(row["mean"] as number, own.reduce((a, b) => a + b, 0) / 5, 1e-9);
    const planted = row["measure"] === "steps" ? -7500 : 12, spread = Math.abs(planted) / 3;
    assertAlmostEquals(row["difference"] as number, planted, spread);
    assert(
      (row["mean"] as number) > (row["usual_high"] as number) ||
        (row["mean"] as number) < (row["usual_low"] as number),
    );
  }
  assert(
    /^1 unusual episode in 200 days: 10 to 14 February 2024: (heart rate 1\d more|steps \d,\d{3} less), /
      .test(found.finding),
    found.finding,
  );
});

Deno.test("unusual() finds nothing in 95 of 100 records of three measures in which nothing happens", () => {
  let alarms = 0;
  for (let record = 0; record < 60; record++) {
    alarms += unusual(daysOf(120, undefined, 100 + record)).episodes! > 0 ? 1 : 0;
  }
  assert(alarms <= 6, `${alarms} of 60`);
  assertEquals(unusual(daysOf(120)).finding, "nothing unusual in 120 days");
});

Deno.test("unusual() does not mark a trend, a season, weekends or a lasting change of level", () => {
  const shapes: Readonly<Record<string, (day: number) => number>> = {
    trend: (day) => day / 10,
    season: (day) => 8 * Math.sin(2 * Math.PI * day / 365),
    weekends: (day) => day % 7 > 4 ? 8 : 0,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    const { finding } = unusual(daysOf(365, (day) => ({ heart: shape(day) })), { y: "heart_rate" });
    assertEquals(finding, "nothing unusual in 365 days", name);
  }
});

Deno.test("unusual() gives the first day of an episode that lasts until the last day", () => {
  const { finding } = unusual(daysOf(120, (day) => day >= 116 ? { heart: 14 } : {}));
  assert(
    /^1 unusual episode in 120 days: since 26 April 2024: heart rate 1\d more$/.test(finding),
    finding,
  );
});

Deno.test("unusual() needs 42 days, and reports how many there are", () => {
  const few = unusual(sick.slice(0, 41));
  assertEquals([few.episodes, few.days], [null, 41]);
  assertEquals(few.reason.episodes, "too few days");
  assertEquals(few.finding, "too few days to find unusual ones: 41 of at least 42");
  assertEquals(few.frame.height, 0);
  const constant = unusual(sick.map(({ date }) => ({ date, weight: 70 })));
  assertEquals([constant.episodes, constant.reason.episodes], [null, "no variation"]);
});

Deno.test("unusual() reads days in their zone, across a daylight saving change", () => {
  const tz = "America/New_York";
  const days = daysOf(120, (day) => day >= 66 && day < 72 ? { heart: 14 } : {}).map((row) => ({
    time: Temporal.PlainDate.from(row.date).toZonedDateTime(tz).toInstant().toString(),
    heart_rate: row.heart_rate,
  }));
  const { finding } = unusual(days, { tz }); // daylight saving time starts on 10 March
  assert(finding.includes("7 to 12 March 2024"), finding);
});

Deno.test("unusual() keeps missing days out of an episode, and searches only the columns of y", () => {
  const gaps = sick.map((row, day) => day % 9 === 0 ? { ...row, heart_rate: NaN } : row);
  const { frame, measures } = unusual(gaps, { y: "heart_rate" });
  assertEquals(measures, 1);
  assertEquals(frame.toRecords().map(({ measure, days }) => [measure, days]), [["heart_rate", 5]]);
});

Deno.test("unusual() rejects frames without numbers, and an invalid confidence", () => {
  assertThrows(
    () => unusual([{ date: "2024-01-01", note: "x" }]),
    TypeError,
    "Cannot find unusual days: the frame has no numeric columns. Pass their names as y.",
  );
  assertThrows(() => unusual(sick, { confidence: 2 }), RangeError, "confidence is the number 2");
});

Deno.test("unusual() keeps the range and the units of its frame", () => {
  const frame = withRange(
    toFrame({
      date: textColumn(sick.map(({ date }) => date)),
      heart_rate: float64Column(Float64Array.from(sick, (day) => day.heart_rate)),
    }, { heart_rate: "bpm" }),
    { start_time: "2024-01-01", end_time: "2024-07-19" },
    { tz: "UTC" },
  );
  assert(/heart rate 1\d bpm more/.test(unusual(frame).finding));
});
