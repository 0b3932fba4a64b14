import { assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { range } from "../../mod.ts";
import { wholeWindows } from "../../src/app/ask/wholeWindows.ts";
import { toMicros } from "../../src/time/instant.ts";
import { handMade } from "./handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-03-21T12:00:00+01:00";
const at = (day: number) => `2025-03-${day}T10:00:00+01:00`;
const steps = (day: number, value: number) => ({
  start_time: at(day),
  end_time: `2025-03-${day}T10:30:00+01:00`,
  value,
});
/** Three whole days, and 133 steps of the current day. */
const STEPS = [steps(18, 6000), steps(19, 8000), steps(20, 10_000), steps(21, 133)];
const PULSE = [18, 19, 20, 21].map((day) => ({ start_time: at(day), value: 60 + day }));
const held = () => handMade({ records: { StepCount: STEPS, HeartRate: PULSE }, now: NOW, tz: TZ });
const days = range.between("2025-03-18", "2025-03-23", TZ);

Deno.test("daily() marks the current day and future days", async () => {
  await using me = await held();
  const frame = await me.daily(days, { metrics: ["StepCount"] });
  assertEquals(frame.columns, ["time", "step_count", "whole"]);
  assertEquals(frame.getColumn("whole").toArray(), [true, true, true, false, false]);
  const cut = await me.daily({
    start_time: "2025-03-18T08:00+01:00",
    end_time: "2025-03-20T20:00+01:00",
  }, { metrics: ["StepCount"] });
  assertEquals(cut.getColumn("whole").toArray(), [false, true, false]);
});

Deno.test("daily() has null for workouts of future days", async () => {
  await using me = await held();
  const table = await me.daily(days, { workouts: true });
  for (const name of ["workouts", "worked_out", "workout_min"]) {
    const isNull = table.getColumn(name).isNull().toArray();
    assertEquals(isNull, [false, false, false, false, true], name);
  }
});

Deno.test("totals() skips the current day, and reports it", async () => {
  await using me = await held();
  const totals = await me.totals("StepCount", days);
  assertEquals([totals.mean, totals.total, totals.percentile(50)], [8000, 24_000, 8000]);
  assertEquals([totals.days, totals.measured], [5, 3]);
  assertStringIncludes(String(totals), "3 of 5 days; 2025-03-21 is not over");
  assertStringIncludes(String(totals), "Most, on 2025-03-20");
  const all = await me.totals("StepCount", days, { includePartial: true });
  assertEquals([all.measured, all.total], [4, 24_133]);
  assertAlmostEquals(all.mean!, 24_133 / 4);
  const whole = { start_time: days.start_time, end_time: at(20) };
  const cut = await me.totals("HeartRate", whole);
  assertStringIncludes(String(cut), "2 of 3 days, Europe/Berlin");
});

Deno.test("correlate(), workoutDays() and compareWith() handle partial days", async () => {
  await using me = await held();
  const metrics = ["StepCount", "HeartRate"] as const;
  const n = async (options: { includePartial?: boolean }): Promise<unknown> =>
    (await me.correlate(days, { metrics, ...options })).toRecords()[0]!["n"];
  assertEquals([await n({}), await n({ includePartial: true })], [3, 4]);
  const marks = [true, true, true, false, false];
  const workouts = await me.workoutDays(days, { metrics });
  assertEquals(workouts.getColumn("whole").toArray(), marks);
  const other = await me.compareWith(await me.userid(), "StepCount", days);
  assertEquals(other.getColumn("whole").toArray(), marks);
});

Deno.test("a report counts whole days, and names the current day", async () => {
  await using me = await held();
  const { sections } = (await me.report(days)).content;
  assertStringIncludes(String(sections[0]!.show[0]), "Steps: 8,000 steps");
  assertStringIncludes(
    String(sections.at(-1)!.show[0]),
    "Steps: 3 of 5 days; Fri 21 March 2025 is not over.",
  );
});

Deno.test("charts of days hatch the current day", async () => {
  await using me = await held();
  const said = "1 day is not whole and does not count";
  const bars = (await me.report(days)).content.sections.find(({ heading }) =>
    heading.startsWith("Movement")
  );
  assertStringIncludes(String(bars!.show[0]), said);
  assertStringIncludes(await bars!.show[0]!.html(), "not over");
  const totals = await me.totals("StepCount", days);
  assertStringIncludes(await totals.html(), "not over");
});

Deno.test("a window is whole if it has ended and is inside the range, even on a daylight saving change", () => {
  for (const [tz, date] of [["Europe/Berlin", "2025-03-30"], ["America/Sao_Paulo", "2018-11-04"]]) {
    const { start_time, end_time } = range.day(date!, tz!);
    const starts = BigInt64Array.of(toMicros(start_time));
    const whole = (now: Temporal.ZonedDateTime): boolean[] =>
      wholeWindows(starts, {
        length: "1d",
        tz: tz!,
        range: { start_time, end_time },
        now: now.toInstant(),
      });
    assertEquals(whole(end_time), [true], tz!);
    assertEquals(whole(end_time.subtract({ seconds: 1 })), [false], tz!);
  }
});
