import { assertEquals, assertRejects } from "@std/assert";
import { type Frame, series } from "../../../mod.ts";
import { handMade } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-03-31T12:00:00+02:00";

/** Steps of 20 to 31 March, around the daylight saving change on the 30th; the 25th has no record. */
const STEPS = [9, 12, 11, 10, 13, null, 10, 11, 4, 10, 10, 1];

/** Includes today. */
const RANGE = { from: "2025-03-20", to: "2025-04-01" };

const records = {
  StepCount: STEPS.flatMap((thousands, i) => {
    if (thousands === null) return [];
    const noon = Temporal.PlainDate.from("2025-03-20").add({ days: i })
      .toZonedDateTime({ timeZone: TZ, plainTime: "11:00" });
    return [{
      start_time: noon.toInstant().toString(),
      end_time: noon.add({ minutes: 30 }).toInstant().toString(),
      value: thousands * 1000,
    }];
  }),
};

Deno.test("me.streaks() finds streaks in daily totals, and leaves out today", async () => {
  await using me = await handMade({ records, tz: TZ, now: NOW });
  const found = await me.streaks("StepCount", RANGE, { atLeast: 10_000 });
  assertEquals([found.longest, found.current, found.days, found.days_missing], [4, 2, 10, 1]);
  assertEquals(
    found.finding,
    "step count at least 10,000 steps: longest streak 4 days, 21 to 24 March 2025; " +
      "current streak 2 days; 1 of 11 days has no value",
  );
  assertEquals(found.frame.toRecords().map(({ after }) => after), ["gap", "miss", null]);
});

Deno.test("me.streaks() accepts a column of your own", async () => {
  await using me = await handMade({ records, tz: TZ, now: NOW });
  const own = ["26", "27", "28", "29", "30"].map((day) => ({
    date: `2025-03-${day}`,
    pages: day === "28" ? 3 : 20,
  }));
  const { longest, current } = await me.streaks("pages", { days: 6 }, { own, atLeast: 10 });
  assertEquals([longest, current], [2, 2]);
});

Deno.test("me.streaks() names the limits that are missing", async () => {
  await using me = await handMade({ records, tz: TZ, now: NOW });
  await assertRejects(
    () => me.streaks("StepCount", { days: 12 }, {}),
    TypeError,
    "Cannot find streaks: atLeast and atMost are both missing",
  );
});

Deno.test("me.changePoint() and similar questions apply the verbs of series to the table of days", async () => {
  const steps = Array.from({ length: 70 }, (_, day) => ({
    start_time: `${Temporal.PlainDate.from("2025-01-15").add({ days: day })}T11:00:00Z`,
    end_time: `${Temporal.PlainDate.from("2025-01-15").add({ days: day })}T11:30:00Z`,
    value: (day < 40 ? 8000 : 11_000) + 300 * ((day * 7) % 11),
  }));
  await using me = await handMade({ records: { StepCount: steps }, tz: TZ, now: NOW });
  const when = { from: "2025-01-15", to: "2025-03-26" }, at = "2025-02-24", y = "step_count";
  const days = await me.daily(when, { metrics: ["StepCount"], sleep: [] });
  const same = (asked: { readonly frame: Frame }, own: { readonly frame: Frame }) =>
    assertEquals(asked.frame.toRecords(), own.frame.toRecords());
  const changed = await me.changePoint("StepCount", when);
  same(changed, series.changePoint(days, { y }));
  assertEquals(changed.date, at);
  same(await me.changePoints("StepCount", when), series.changePoints(days, { y }));
  same(await me.interrupted("StepCount", when, { at }), series.interrupted(days, { y, at }));
  same(await me.decompose("StepCount", when), series.decompose(days, { y }));
});

Deno.test("me.unusual() compares a short range with the days around it", async () => {
  const heart = Array.from({ length: 120 }, (_, day) => {
    const date = Temporal.PlainDate.from("2024-12-01").add({ days: day });
    const isIll = date.toString() >= "2025-03-03" && date.toString() <= "2025-03-07";
    return {
      start_time: `${date}T11:00:00Z`,
      end_time: `${date}T11:01:00Z`,
      value: 60 + 2 * Math.sin(day * day) + (isIll ? 12 : 0),
    };
  });
  await using me = await handMade({ records: { HeartRate: heart }, tz: TZ, now: NOW });
  const measures = ["HeartRate"];
  const week = await me.unusual("2025-W10", { measures });
  assertEquals([week.episodes, week.days, week.unusual_days], [1, 7, 5]);
  assertEquals(
    week.finding,
    "1 unusual episode in 7 days: 3 to 7 March 2025: heart rate 12 bpm more",
  );
  const whole = await me.unusual({ from: "2024-12-01", to: "2025-03-31" }, { measures });
  const starts = (one: typeof week): unknown[] => one.frame.getColumn("start_time").toArray();
  assertEquals(starts(whole), starts(week));
  assertEquals(
    (await me.unusual("2025-02", { measures })).finding,
    "nothing unusual in 28 days",
  );
});
