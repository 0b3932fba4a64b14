import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Me } from "../../src/app/me.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { fromSamples } from "../../src/sleep/fromSamples.ts";
import { ME } from "../options/me.ts";
import {
  asleep,
  datesOf,
  held,
  type Life,
  lives,
  minutes,
  type Night,
  ofDate,
  rowsOf,
  stepsOf,
  sum,
} from "./randomNights.ts";

/**
 * The law of answers: for random nights, steps, gaps and ranges, every number in the answers of
 * `me` equals an independent computation from the records, or is null.
 */

const HOUR = 3_600_000;

/** Expected values of a night's columns, unless they are null. */
function assertNight(row: Row, night: Night | undefined): void {
  if (night === undefined) {
    assertEquals([row["TST"], row["TIB"], row["bedtime"], row["coverage"]], [null, null, null, 0]);
    return;
  }
  const { parts } = night, first = parts.findIndex(({ stage }) => stage !== 2);
  const last = parts.findLastIndex(({ stage }) => stage !== 2);
  const inSleep = { ...night, parts: parts.slice(first, last + 1) };
  const expected: Record<string, number> = {
    TST: asleep(night),
    TIB: (parts.at(-1)!.to - parts[0]!.from) / 60_000,
    WASO: minutes(inSleep, [2]),
    light_min: minutes(night, [3]),
    deep_min: minutes(night, [4]),
    rem_min: minutes(night, [5]),
    unstaged: minutes(night, [1]),
    nap_min: 0,
  };
  for (const [name, value] of Object.entries(expected)) {
    if (row[name] === null) continue;
    assertAlmostEquals(row[name] as number, value, 1e-6, `${name} of ${night.date}`);
  }
  assert(row["TST"] !== null && row["TIB"] !== null);
}

/** Checks of each question's numbers, or the reason for no check here and the test that has it. */
const ANSWERS: Readonly<Record<string, ((me: Me, life: Life) => Promise<void>) | string>> = {
  compareWith: "it is of two people: tests/app/questions.slow.ts",
  correlate: "its numbers equal the numbers of series.correlate: tests/series/correlate_test.ts",
  daily: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const days = rowsOf(await me.daily(range, { metrics: ["StepCount"], sleep: ["asleep"] }));
    const dates = datesOf(life), today = Temporal.ZonedDateTime.from(`${life.now}[${life.tz}]`);
    assertEquals(days.length, dates.length);
    days.forEach((row, i) => {
      const date = dates[i]!, night = ofDate(life, date);
      assertEquals(row["step_count"], stepsOf(life, date), `steps of ${date}`);
      assertEquals(row["asleep"], night === undefined ? null : asleep(night), `sleep to ${date}`);
      assertEquals(row["whole"], date < today.toPlainDate().toString(), date);
    });
  },
  totals: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const totals = await me.totals("StepCount", range);
    const today = Temporal.PlainDate.from(life.now.slice(0, 10)).toString();
    const values = datesOf(life).filter((date) => date < today)
      .flatMap((date) => stepsOf(life, date) ?? []);
    assertEquals([totals.days, totals.measured], [datesOf(life).length, values.length]);
    assertEquals(totals.total, values.length === 0 ? null : sum(values));
    assertEquals(totals.mean, values.length === 0 ? null : sum(values) / values.length);
    const said = /: (\d+) of (\d+) days?/.exec(String(totals))!.slice(1).map(Number);
    assertEquals(said, [values.length, datesOf(life).length]);
  },
  day: "its numbers equal the numbers of daily, and its records: tests/app/questions.slow.ts",
  digest: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const digest = await me.digest(range);
    const nights = datesOf(life).flatMap((date) => ofDate(life, date) ?? []);
    const said = digest.sentences.find((sentence) => /You slept|asleep/.test(sentence));
    assertEquals(said === undefined, nights.length === 0, String(digest));
    if (said === undefined) return;
    const found = /asleep (?:(\d+) h )?(\d+) min \((\d+) nights?\)/.exec(said);
    assert(found !== null, said);
    assert(
      Math.abs(
        60 * Number(found[1] ?? 0) + Number(found[2]) - sum(nights.map(asleep)) / nights.length,
      ) <= 0.5,
      said,
    );
    assertEquals(Number(found[3]), nights.length, said);
  },
  diary: "it lists records: tests/app/days/diary_test.ts",
  events: "it lists records: tests/app/records/events_test.ts",
  erase: "it counts records that it deletes: tests/app/export/erase_test.ts",
  exportTo: "it copies records: tests/app/export",
  lastNight: async (me, life) => {
    const date = Temporal.PlainDate.from(life.now.slice(0, 10)).toString();
    const { facts } = await me.lastNight(), night = ofDate(life, date);
    assertEquals(facts === null, night === undefined);
    if (facts === null) return;
    const figures = new Map(rowsOf(facts.figures).map(({ name, value }) => [name, value]));
    assertEquals(figures.get("TST"), asleep(night!));
  },
  influences:
    "its numbers equal the numbers of series.correlate: tests/app/everyday/answers.slow.ts",
  ingest: "it counts what it stores: tests/app/health/ingestFile.slow.ts",
  nightly: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const found = rowsOf(await me.nightly(range));
    assertEquals(found.map(({ night }) => night), datesOf(life));
    for (const row of found) {
      const night = ofDate(life, row["night"]);
      assertNight(row, night);
      if (night !== undefined) assertEquals(row["whole"], true);
    }
    // Also checks the samples of the range: a night that midnight cuts is marked as partial.
    const samples = await me.api.metrics.samples({ metric: "SleepStage", ...range });
    for (const row of rowsOf(nightly(fromSamples(samples), { tz: life.tz, rule: "noon" }))) {
      const isInside = row["night"] as string > life.range.first &&
        row["night"] as string < life.range.end;
      assertEquals(row["whole"], isInside, `${row["night"]}`);
      if (isInside) assertNight(row, ofDate(life, row["night"]));
    }
    const whole = await me.api.metrics.samples({
      metric: "SleepStage",
      ...me.range.wholeNights(range),
    });
    const nights = rowsOf(nightly(fromSamples(whole), { tz: life.tz, rule: "noon" }));
    assertEquals(
      nights.map(({ TST }) => TST),
      datesOf(life).flatMap((date) => {
        const night = ofDate(life, date);
        return night === undefined ? [] : [asleep(night)];
      }),
    );
    assert(nights.every(({ whole }) => whole === true));
  },
  note: "it writes a record: tests/app/days/diary_test.ts",
  provenance: "it names where data came from: tests/app/days/provenance_test.ts",
  report: "every number of its page: tests/app/pageLaw_test.ts",
  samples: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const values = rowsOf(await me.samples("StepCount", range)).map(({ value }) => Number(value));
    const inRange = life.steps.filter(({ date }) => datesOf(life).includes(date));
    assertEquals(values, inRange.toSorted((a, b) => a.from - b.from).map(({ value }) => value));
  },
  series: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const days = rowsOf(await me.series("StepCount", range, { every: "1d" }));
    assertEquals(
      days.map(({ step_count }) => step_count),
      datesOf(life).map((date) => stepsOf(life, date)),
    );
    for (
      const { time, step_count } of rowsOf(await me.series("StepCount", range, { every: "1h" }))
    ) {
      const from = Temporal.Instant.from(`${time}`.replace(/\[.*/, "")).epochMilliseconds;
      const known = life.steps.filter((one) => from < one.from + HOUR && one.from < from + HOUR);
      const own = known.map((one) => one.value * (HOUR - Math.abs(one.from - from)) / HOUR);
      if (known.length === 0) assertEquals(step_count, null, `${time}`);
      else assertAlmostEquals(Number(step_count), sum(own), 1e-6, `${time}`);
    }
  },
  stages: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end);
    const rows = rowsOf(await me.stages(range));
    const [from, to] = [life.range.first, life.range.end].map((date) =>
      Temporal.PlainDate.from(date).toZonedDateTime(life.tz).epochMilliseconds
    ) as [number, number];
    // A record counts if it overlaps the range.
    const nights = life.nights.map((night) => ({
      ...night,
      parts: night.parts.filter((part) => part.from < to && part.to > from),
    }));
    for (const stage of [1, 2, 3, 4, 5]) {
      const own = rows.filter(({ sleep_stage }) => sleep_stage === stage);
      assertAlmostEquals(
        sum(own.map(({ duration_ms }) => Number(duration_ms))) / 60_000,
        sum(nights.map((night) => minutes(night, [stage]))),
        1e-6,
        `minutes of stage ${stage}`,
      );
    }
  },
  streaks: async (me, life) => {
    const range = me.range.between(life.range.first, life.range.end), atLeast = 2000;
    const today = life.now.slice(0, 10);
    const values = datesOf(life).filter((date) => date < today)
      .map((date) => stepsOf(life, date));
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return;
    const found = await me.streaks("StepCount", range, { atLeast });
    let longest = 0, current = 0, count = 0;
    for (const value of values) {
      current = value !== null && value >= atLeast ? current + 1 : 0;
      longest = Math.max(longest, current);
      if (current === 1) count++;
    }
    assertEquals([found.longest, found.streaks], [longest, count]);
    assertEquals(found.current, values.at(-1) === null ? null : current);
    assertEquals(found.days_met, known.filter((value) => value >= atLeast).length);
    assertEquals([found.days, found.days! + found.days_missing!], [known.length, values.length]);
  },
  ...Object.fromEntries(
    ["changePoint", "changePoints", "decompose", "interrupted"].map((name) => [
      name,
      `its numbers equal the numbers of series.${name} over daily: tests/app/days/seriesQuestions_test.ts`,
    ]),
  ),
  trend: "its numbers equal the numbers of series.trend over daily: tests/series/trend_test.ts",
  unusual:
    "its numbers equal the numbers of series.unusual over daily: tests/series/unusual_test.ts",
  watch: "it lists new records: tests/app/records/watch_test.ts",
  workouts: "there are no workouts here: tests/app/days/workouts_test.ts",
  workoutDays: "there are no workouts here: tests/app/questions.slow.ts",
};

Deno.test("the law of answers covers every question", () => {
  assertEquals(Object.keys(ANSWERS).toSorted(), Object.keys(ME).toSorted(), "add it to ANSWERS");
});

Deno.test("the tests to which the law of answers refers exist", async () => {
  const root = new URL("../../", import.meta.url);
  for (const entry of Object.values(ANSWERS)) {
    if (typeof entry !== "string") continue;
    const [path] = /tests\/[\w/.]+(?<!\.)/.exec(entry) ?? [];
    if (path !== undefined) await Deno.stat(new URL(path, root));
  }
});

Deno.test("every number that me returns comes from the records or is null", async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      await using me = await held(life);
      for (const check of Object.values(ANSWERS)) {
        if (typeof check !== "string") await check(me, life);
      }
    }),
    { numRuns: 3 },
  );
});
