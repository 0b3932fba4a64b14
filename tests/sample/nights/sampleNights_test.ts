import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { type SampleNight, sampleNights } from "../../../src/sample/nights/sampleNights.ts";

const NIGHTS = sampleNights();
const CODES = { wake: 2, light: 3, deep: 4, rem: 5 } as const;

const text = await Deno.readTextFile(
  new URL("../../fixtures/fitbit_sleep_expected.csv", import.meta.url),
);
const [header = [], ...lines] = text.trim().split(/\r?\n/).map((line) => line.split(","));
const EXPECTED = lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]])));

function nightOf(row: Record<string, string | undefined>): SampleNight {
  const start = Temporal.PlainDateTime.from(row.startTime ?? "").toZonedDateTime("Europe/Berlin");
  const night = NIGHTS.find((night) => night.start === start.epochMilliseconds);
  assert(night !== undefined, `no packed night starts at ${row.startTime}`);
  return night;
}

function minutes(night: SampleNight, code: number): number {
  return night.stages.filter(({ stage }) => stage === code)
    .reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0);
}

Deno.test("sampleNights() returns each log of the vendor once, in order of time", () => {
  assertEquals(EXPECTED.length, 526);
  assertEquals(NIGHTS.length, 526);
  assertEquals(new Set(EXPECTED.map(nightOf)).size, 526);
  for (const [i, night] of NIGHTS.entries()) {
    assert(night.start >= (NIGHTS[i - 1]?.end ?? 0));
  }
});

Deno.test("sampleNights() agrees with the vendor's run counts in all 494 logs with stages", () => {
  const staged = EXPECTED.filter(({ type }) => type === "stages");
  assertEquals(staged.length, 494);
  for (const row of staged) {
    const { stages } = nightOf(row);
    for (const [level, code] of Object.entries(CODES)) {
      const runs = stages.filter(({ stage }) => stage === code).length;
      assertEquals(runs, Number(row[`fitbit_${level}_count`]), `${level} runs of ${row.startTime}`);
    }
  }
});

Deno.test("sampleNights() agrees with the vendor's minutes in the 464 logs with separate minutes", () => {
  const matching = EXPECTED.filter((row) => row.minutes_match_lt1 === "1");
  assertEquals(matching.length, 464);
  for (const row of matching) {
    for (const [level, code] of Object.entries(CODES)) {
      const off = minutes(nightOf(row), code) - Number(row[`fitbit_${level}_min`]);
      assert(Math.abs(off) < 1, `${level} minutes of ${row.startTime} are off by ${off}`);
    }
  }
});

Deno.test("sampleNights() agrees with the vendor about asleep and awake in the 32 classic logs", () => {
  const classic = EXPECTED.filter(({ type }) => type === "classic");
  assertEquals(classic.length, 32);
  for (const row of classic) {
    const night = nightOf(row);
    const awake = Number(row.classic_restless_min) + Number(row.classic_awake_min);
    // The vendor's summary ends up to a minute before the last piece.
    assertAlmostEquals(minutes(night, 1), Number(row.classic_asleep_min), 1.01);
    assertAlmostEquals(minutes(night, 2), awake, 1.01);
    assert(night.stages.every(({ stage }) => stage === 1 || stage === 2));
  }
});

Deno.test("sampleNights() marks naps", () => {
  for (const row of EXPECTED) assertEquals(nightOf(row).nap, row.isMainSleep === "False");
  assertEquals(NIGHTS.filter(({ nap }) => nap).length, 29);
});

Deno.test("sampleNights() returns runs that fill each night and differ from their neighbours", () => {
  for (const { start, end, stages } of NIGHTS) {
    assertEquals(stages[0]?.start, start);
    assertEquals(stages.at(-1)?.end, end);
    for (const [i, run] of stages.entries()) {
      assert(run.end > run.start);
      if (i === 0) continue;
      assertEquals(run.start, stages[i - 1]?.end);
      assert(run.stage !== stages[i - 1]?.stage);
    }
  }
});

Deno.test("sampleNights() has the elapsed time of both nights with a daylight saving change", () => {
  for (
    const [start, end] of [
      ["2024-03-31T01:00:00Z", "2024-03-31T09:24:30Z"], // 504.5 minutes from 03:00 summer time
      ["2024-10-26T23:07:30Z", "2024-10-27T07:33:00Z"], // 505.5 minutes, an hour of them twice
    ] as const
  ) {
    const night = NIGHTS.find((night) => night.start === Date.parse(start));
    assertEquals(night?.end, Date.parse(end));
  }
});
