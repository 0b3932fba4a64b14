import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { local, places, series } from "../../../mod.ts";
import { DAYS, daysOf, FIRST, madePerson, PLANTED, TZ } from "./madePerson.ts";

/** Questions 108 to 147 of questions.txt, put to a person in whom the answers are planted. */

const { me, diary } = await madePerson();
const ALL = daysOf(0, DAYS);

const highest = (values: readonly unknown[]): number => Math.max(...values.map(Number));

Deno.test("What was my median resting heart rate last winter? The median of the first two months", async () => {
  const { measured, percentile } = await me.totals("RestingHeartRate", "2024-01/2024-02")
    .then((totals) => ({ measured: totals.measured, percentile: totals.percentile(50)! }));
  assertEquals(measured, 31 + 29);
  assertAlmostEquals(percentile, 54 + PLANTED.restingOver200Days * 30 / 200, 1);
});

Deno.test("Which was my best night in weeks 30 to 34? The longest of 35", async () => {
  const totals = await me.totals("asleep", "2024-W30/2024-W34");
  const nights = (await me.nightly("2024-W30/2024-W34")).getColumn("TST").toArray();
  assertEquals([totals.days, totals.percentile(100)], [35, highest(nights)]);
  assert(/Most, on 2024-0[78]-\d\d/.test(String(totals)), String(totals));
});

Deno.test("How many steps since June, and on how many days? All to the last whole day", async () => {
  const totals = await me.totals("StepCount", "2024-06/..");
  const from = FIRST.until("2024-06-01").days;
  assertEquals(totals.measured, DAYS - from);
  const { total } = await me.totals("StepCount", daysOf(from, DAYS));
  assertEquals(totals.total, total);
});

Deno.test("How many days did I read, by month? The rows of the diary with true", () => {
  const months = series.resample(diary, {
    time: "date",
    every: "1mo",
    aggregate: { reading: "sum" },
    tz: TZ,
  });
  const march = diary.filter(({ date, reading }) => date.startsWith("2024-03") && reading).length;
  assertEquals(months.toRecords()[2]!["reading"], march);
});

Deno.test("How did I sleep abroad? To bed by the planted six hours later, in hours of home", async () => {
  const { from, days } = PLANTED.abroad;
  const nights = await me.daily(daysOf(from - 60, from + days), { sleep: ["bedtime"] });
  const { difference_low, difference_high } = series.compare(nights, {
    a: daysOf(from - 60, from),
    b: daysOf(from + 1, from + days),
    y: "bedtime",
    tz: TZ,
  });
  assert(Number(difference_low) <= 6 && 6 <= Number(difference_high));
});

Deno.test("How many days was I at the office? The three that are planted", () => {
  const home = { latitude: 52.48, longitude: 13.35 }, office = { latitude: 52.52, longitude: 13.4 };
  const points = Array.from({ length: 5 * 96 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 0, 8, 0, 15 * i)), hour = time.getUTCHours();
    const { latitude, longitude } = time.getUTCDay() <= 3 && hour >= 9 && hour < 17 ? office : home;
    return { time, latitude_degrees: latitude, longitude_degrees: longitude };
  });
  const visits = places.visits(points, { tz: "UTC", names: { home, office } });
  assertEquals(visits.filter(pl.col("name").eq(pl.lit("office"))).height, 3);
});

Deno.test("How often did I tag a day with sauna? Twice, as planted", async () => {
  await using own = await local({ tz: TZ, now: () => Temporal.Instant.from("2024-03-31T20:00Z") });
  for (const [day, tags] of [[2, ["sauna"]], [9, []], [16, ["cold", "sauna"]]] as const) {
    await own.note("swim", { at: `2024-03-${String(day).padStart(2, "0")}T18:00`, tags });
  }
  const events = await own.events("2024-03");
  assertEquals(events.filter(pl.col("tags").str.contains("sauna")).height, 2);
});

Deno.test("Do I sleep less on office days? Fixed weekdays cannot be told apart from it", async () => {
  const own = diary.map(({ date }) => ({
    date,
    office: Temporal.PlainDate.from(date).dayOfWeek <= 3,
  }));
  const { finding } = await me.influences(ALL, { y: "asleep", x: ["office"], own });
  assertEquals(
    finding,
    "nothing to tell about asleep; office: not separable from trend and weekday",
  );
});

const NOTHING: Readonly<Record<string, () => Promise<string>>> = {
  "Did anything change when I began the tablets?": async () =>
    (await me.interrupted("deep", ALL, { at: FIRST.add({ days: 140 }).toString() })).finding,
  "Does my weight follow my steps?": async () =>
    (await me.influences(ALL, { y: "Weight", x: ["StepCount"] })).finding,
  "Did my REM sleep change on any day of the year?": async () =>
    (await me.changePoint("rem", ALL)).finding,
  "Is my time asleep different on days with a horoscope above 5?": async () =>
    (await me.influences(ALL, { y: "asleep", x: ["horoscope"], own: [...diary] })).finding,
};

for (const [question, ask] of Object.entries(NOTHING)) {
  Deno.test(`${question} Nothing is planted, and the answer says so`, async () => {
    const finding = await ask();
    assert(/\bno clear\b/.test(finding), finding);
  });
}
