import { assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import type { FreeDays } from "../../src/sleep/nights/freeDays.ts";
import { sleep } from "../../mod.ts";

const tz = "America/Sao_Paulo";
/** Nights from 2018-11-01 on, including the one in which the zone skips midnight. */
const stages = [1, 2, 3, 4, 5, 6].map((day) => ({
  start_time: `2018-11-0${day}T02:00Z`,
  end_time: `2018-11-0${day}T10:00Z`,
  sleep_stage: 4,
}));
const DATES = [1, 2, 3, 4, 5, 6].map((day) => `2018-11-0${day}`);

function dates(frame: pl.DataFrame): unknown[] {
  const { variant } = frame.getColumn("night").dtype as unknown as { variant: string };
  assertEquals(variant, "Date");
  return frame.getColumn("night").dt.strftime("%Y-%m-%d").toArray();
}

Deno.test("night is a date in every frame of sleep, even without rows", () => {
  assertEquals(dates(sleep.sessions(stages, { tz })), DATES);
  assertEquals([...new Set(dates(sleep.statistics(stages, { tz })))], DATES);
  assertEquals(dates(sleep.regularity(stages, { tz, per: "pair" })), DATES.slice(0, 5));
  const night = sleep.fromHypnogram("2".repeat(60), {
    tz: "UTC",
    start: "2018-11-04T02:00Z",
    epoch: "PT1M",
  });
  assertEquals(dates(sleep.nremCycles(night, { tz })), ["2018-11-04"]);
  for (const verb of [sleep.sessions, sleep.nightly, sleep.statistics, sleep.nremCycles]) {
    assertEquals(dates(verb([])), []);
  }
  assertEquals(dates(sleep.regularity([], { tz: "UTC", per: "pair" })), []);
});

Deno.test("pick() selects a night by text or by date", () => {
  const found = sleep.statistics(stages, { tz });
  const date = Temporal.PlainDate.from("2018-11-04");
  assertEquals(sleep.pick(found, "TST", { night: "2018-11-04" }), 480);
  assertEquals(sleep.pick(found, "TST", { night: date }), 480);
  assertThrows(
    () => sleep.pick(found, "TST", { night: "4 November" }),
    RangeError,
    'night the text "4 November" is not a date',
  );
  assertThrows(
    () => sleep.pick(found, "TST"),
    RangeError,
    "pass one night of 2018-11-01, 2018-11-02",
  );
});

Deno.test("timing() accepts nights as dates, ISO text and instants", () => {
  const nights = sleep.sessions(stages, { tz });
  const expected = sleep.timing(nights).frame.toRecords();
  const text = nights.withColumns(pl.col("night").dt.strftime("%Y-%m-%d").alias("night"));
  assertEquals(sleep.timing(text).frame.toRecords(), expected);
  const rows = nights.toRecords().map((row, i) => ({
    ...row,
    night: Temporal.PlainDate.from(DATES[i]!),
  }));
  assertEquals(sleep.timing(rows, { tz }).frame.toRecords(), expected);
  assertThrows(
    () => sleep.timing(text.withColumns(pl.lit("Monday").alias("night"))),
    TypeError,
    'Cannot measure the timing of sleep: column "night": row 0 is "Monday", expected a date',
  );
});

Deno.test("free days can be text, dates, or a column of dates", () => {
  const days = ["2018-11-02", "2018-11-05"];
  const of = (freeDays: FreeDays) => sleep.timing(stages, { tz, freeDays }).frame.toRecords();
  const expected = of(days);
  assertEquals(sleep.pick(sleep.timing(stages, { tz, freeDays: days }), "SDf"), 8);
  assertEquals(of(days.map((day) => Temporal.PlainDate.from(day))), expected);
  assertEquals(of(pl.Series("free", days)), expected);
  const millis = days.map((day) => new Date(`${day}T00:00Z`));
  assertEquals(of(pl.Series("free", millis).cast(pl.Date)), expected);
  assertThrows(
    () => of(["2018-02-30"]),
    RangeError,
    "neither a weekday from 1 (Monday) to 7 nor a",
  );
});

Deno.test("lights may be days: their first instants in the zone", () => {
  const at = Temporal.PlainDate.from("2018-11-04"); // starts at 01:00 there
  const found = sleep.statistics(stages, { tz, lightsOff: "2018-11-03", lightsOn: at });
  assertEquals(sleep.pick(found, "TIB"), 24 * 60);
  assertEquals(dates(found)[0], "2018-11-04");
});
