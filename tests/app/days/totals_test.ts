import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { demo } from "../../../mod.ts";

const me = await demo({ days: 31 }), days = { days: 28 };
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

Deno.test("totals() of time asleep equals the nights of nightly()", async () => {
  const totals = await me.totals("asleep", days);
  const nights = (await me.nightly(days)).toRecords()
    .flatMap(({ TST, coverage }) => Number(coverage) >= 2 / 3 && TST !== null ? [Number(TST)] : []);
  assertEquals(totals.measured, nights.length);
  assert(Math.abs(totals.total! - mean(nights) * nights.length) < 1e-6);
  assertEquals([totals.column, totals.unit.mean], ["asleep", "min"]);
});

Deno.test("totals() shows clock times as times, without a sum", async () => {
  const totals = await me.totals("bedtime", days), text = String(totals);
  assert(/Latest, on 2025-\d\d-\d\d +\d\d:\d\d/.test(text), text);
  assert(!text.includes("Total"), text);
  assertEquals(totals.reason.total, "the days of bedtime do not add up");
  assertThrows(() => totals.total, TypeError, "discrete measure");
});

Deno.test("totals() adds up workouts and entries of the diary", async () => {
  const workouts = await me.totals("workouts", days);
  assertEquals(workouts.total, (await me.workouts(days)).height);
  const coffee = await me.totals("coffee", days, { own: "diary" });
  const entries = (await me.events(days)).toRecords()
    .filter(({ name }) => String(name).toLowerCase() === "coffee");
  assertEquals(coffee.total, entries.length);
  await assertRejects(
    () => me.totals("coffee" as "StepCount", days),
    RangeError,
    'pass own: "diary"',
  );
  await assertRejects(
    () => me.totals("asleeep" as "asleep", days),
    RangeError,
    'did you mean "asleep"?',
  );
});

Deno.test("totals() adds up your own booleans, and numbers only on request: they may be a scale", async () => {
  const own = Array.from({ length: 20 }, (_, i) => ({
    date: me.range.lastDays(21).start_time.toString().slice(0, 10),
    mood: 1 + i % 7,
    cups: 2,
    headache: i % 5 === 0,
  })).map((row, i) => ({
    ...row,
    date: Temporal.PlainDate.from(row.date).add({ days: i }).toString(),
  }));
  const headache = await me.totals("headache", days, { own });
  assertEquals([headache.total, headache.measured], [4, 20]);
  const mood = await me.totals("mood", days, { own });
  assertEquals(mood.mean, mean(own.map(({ mood }) => mood)));
  assert(!String(mood).includes("Total"), String(mood));
  assertEquals(mood.reason.total, 'mood may be a scale; combine: "sum" adds up its days');
  assertThrows(() => mood.total, TypeError, "may be a scale");
  for (const combine of ["sum", { cups: "sum" }, { cups: "count" }] as const) {
    const total = (await me.totals("cups", days, { own, combine })).total;
    assertEquals(total, typeof combine === "object" && combine.cups === "count" ? 20 : 40);
  }
  for (const combine of ["mean", { cups: "max" }] as const) {
    const cups = await me.totals("cups", days, { own, combine });
    assertThrows(() => cups.total, TypeError, "may be a scale");
  }
  const nights = await me.daily(days, { sleep: ["asleep"], workouts: true });
  for (const measure of ["asleep", "workout_min"] as const) {
    assertEquals(
      (await me.totals(measure, days, { own: nights })).total,
      (await me.totals(measure, days)).total,
    );
  }
});

Deno.test("totals() of every kind of measure displays a calendar", async () => {
  for (const measure of ["HeartRate", "efficiency", "bedtime", "StepCount"] as const) {
    assertStringIncludes(await (await me.totals(measure, days)).html(), "<svg");
  }
});
