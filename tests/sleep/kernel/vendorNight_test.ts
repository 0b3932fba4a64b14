import { assertAlmostEquals, assertEquals } from "@std/assert";
import { plot, sleep } from "@lifeframe/lifeframe";
import type { Row } from "../../../src/frame/polars/rows.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";

const TZ = "Europe/Berlin";

/** A sleep with totals; minutes of the stages. */
const night = (
  [from, to]: readonly [string, string],
  totals: Readonly<Record<string, number>>,
  source = "Watch",
): Row => ({
  start_time: `2024-05-01T${from}Z`,
  end_time: `2024-05-02T${to}Z`,
  sleep_stage: 1,
  source,
  ...totals,
});

const TOTALS = {
  light_sleep_duration: 260,
  deep_sleep_duration: 80,
  rem_sleep_duration: 90,
  awake_duration: 50,
};

/** Checks the nights of rows, and of merged rows, by `check`. */
function assertNight(rows: readonly Row[], check: (night: Row) => void): void {
  for (const frame of [rows, sleep.merge(rows)]) {
    const nights = toRows(columnsOf(sleep.nightly(frame, { tz: TZ })));
    assertEquals(nights.length, 1);
    check(nights[0]!);
  }
}

Deno.test("two records of one night with totals do not add up", () => {
  // The same night of two devices, or before and after a correction: 430 and 440 minutes asleep.
  const rows = [
    night(["22:00", "06:00"], TOTALS),
    night(["22:10", "06:00"], { ...TOTALS, light_sleep_duration: 270, awake_duration: 30 }, "Ring"),
  ];
  assertNight(rows, ({ TST, WASO, SE, light_min }) => {
    assertEquals([TST, WASO, light_min], [440, 30, 270]);
    assertAlmostEquals(Number(SE), 100 * 440 / 480, 1e-9);
  });
  for (const frame of [rows, sleep.merge(rows)]) {
    const summary = String(plot.sleepBars(frame, { tz: TZ }));
    assertEquals(
      summary.slice(summary.indexOf("asleep")),
      "asleep 7 h 20 min on average, 1 sleep by the vendor's totals",
    );
  }
});

Deno.test("two parts of one night with totals add up", () => {
  const first = { ...TOTALS, light_sleep_duration: 40, deep_sleep_duration: 20 };
  const rows = [
    night(["18:30", "21:50"], first), // 60 + 90 minutes asleep, 50 awake
    night(["22:00", "06:00"], TOTALS),
  ].map((row, i) => i === 0 ? { ...row, end_time: "2024-05-01T21:50Z" } : row);
  assertNight(rows, ({ TST, WASO }) => assertEquals([TST, WASO], [150 + 430, 100]));
});

Deno.test("time that a vendor's totals leave out is not covered", () => {
  // 240 of 480 minutes are neither sleep nor wake: the device measured nothing.
  const half = { ...TOTALS, light_sleep_duration: 20 };
  assertNight([night(["22:00", "06:00"], half)], ({ TST, coverage }) => {
    assertEquals([TST, coverage], [190, 0.5]);
  });
  // Totals are rounded, so a few minutes are nothing.
  const rounded = { ...TOTALS, awake_duration: 47 };
  assertNight([night(["22:00", "06:00"], rounded)], ({ coverage }) => assertEquals(coverage, 1));
});

Deno.test("totals that are all 0 mean that nothing was measured", () => {
  const nothing = Object.fromEntries(Object.keys(TOTALS).map((name) => [name, 0]));
  const row = night(["22:00", "06:00"], { ...nothing, sleep_latency: 0, wake_ups: 0 });
  assertNight([row], ({ SE, SOL, WASO, awakenings, light_min, deep_min, rem_min, unstaged }) => {
    assertEquals([SE, SOL, WASO, awakenings], [null, null, null, null]);
    assertEquals([light_min, deep_min, rem_min, unstaged], [null, null, null, 480]);
  });
});
