import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { pick } from "../../src/frame/pick.ts";
import { statistics, type StatisticsOptions } from "../../src/sleep/statistics.ts";
import { transitions } from "../../src/sleep/transitions.ts";
import { fixture, rowsOf, scored, START, valuesOf, YASA_NAMES, yasaCodes } from "./hypnograms.ts";
import { type Span, stageRows } from "./stageRows.ts";
import type { Length } from "../../src/time/length.ts";

const aasm = { stages: "aasm" } as const;

/** Asserts that values equal yasa's, which are rounded to four decimals. */
function assertLikeYasa(
  found: Record<string, number | null>,
  expected: Readonly<Record<string, number | null>>,
): void {
  for (const [theirs, ours] of Object.entries(YASA_NAMES)) {
    if (!(theirs in expected)) continue;
    const value = expected[theirs]!;
    if (value === null) assertEquals(found[ours], null, ours);
    else assertAlmostEquals(found[ours]!, value, 5.1e-5, ours);
  }
}

const counted = (codes: string, epoch: Length, stages: readonly number[]) => {
  const rows = rowsOf(transitions(scored(codes, epoch), { ...aasm, epoch }));
  return stages.map((from) =>
    stages.map((to) => rows.find((row) => row.from === from && row.to === to)!.count)
  );
};

for (const name of ["yasa_full6hrs", "yasa_sub-02"]) {
  Deno.test(`statistics() of ${name} equal the ones that yasa publishes`, () => {
    const expected = fixture("yasa_hypno_expected.json")[name]["sleep_statistics_yasa_0.7.0_code"];
    const night = fromHypnogram(yasaCodes(`${name}_hypno_30s.txt`), { tz: "UTC", start: START });
    const found = valuesOf(statistics(night, aasm));
    assertLikeYasa(found, expected);
    assertAlmostEquals(found.SFI!, expected.SFI_per_hour_TST_corrected, 5.1e-5);
    assertAlmostEquals(found.SFI! * found.TST! / 60, expected.n_sleep_to_wake, 1e-9);
  });
}

Deno.test("statistics() and transitions() of random nights agree with yasa 0.8.1", () => {
  const stageOf: Record<string, number> = { WAKE: 0, N1: 1, N2: 2, N3: 3, REM: 4 };
  for (
    const { codes, epoch, statistics: expected, ...night } of fixture("yasa_random_expected.json")
      .nights
  ) {
    const found = valuesOf(statistics(scored(codes, `PT${epoch}S`), aasm));
    assertLikeYasa(found, expected);
    assertAlmostEquals(found.SFI!, expected.SFI, 5.1e-5);
    const stages = night.stages.map((stage: string) => stageOf[stage]);
    assertEquals(counted(codes, `PT${epoch}S`, stages), night.transitions);
  }
});

Deno.test("statistics() counts time that is not scored as neither sleep nor wake", () => {
  const found = statistics(scored("00.22.2002.0", "PT1M"), aasm);
  const { TIB, SPT, TST, WASO, X, Xtib, W_min, SE, SOL, WASOtib, awakenings, SFI } = valuesOf(
    found,
  );
  assertEquals({ TIB, SPT, TST, WASO, X, Xtib, W_min }, {
    TIB: 12,
    SPT: 7,
    TST: 4,
    WASO: 2,
    X: 1,
    Xtib: 3,
    W_min: 5,
  });
  assertEquals({ SOL, WASOtib, awakenings }, { SOL: 3, WASOtib: 5, awakenings: 1 });
  assertAlmostEquals(SE!, 100 * 4 / 12);
  assertAlmostEquals(SFI!, 15);
  assertEquals(new Set(rowsOf(found).map(({ coverage }) => coverage)), new Set([0.75]));
});

Deno.test("statistics() counts changes to wake in the sleep period, and per hour including the last", () => {
  const found = valuesOf(statistics(scored("0202214024400", "PT10M"), aasm));
  assertEquals(found.awakenings, 2);
  assertAlmostEquals(found.SFI!, 3 / (8 / 6));
  assertAlmostEquals(found.SFI_N1!, 4 / (8 / 6));
  const long = statistics(scored("2200020002", "PT1M"), { ...aasm, shortestAwakening: "PT3M" });
  assertEquals(pick(long, "awakenings"), 2);
  const longer = statistics(scored("2200020002", "PT1M"), { ...aasm, shortestAwakening: "PT4M" });
  assertEquals(pick(longer, "awakenings"), 0);
});

Deno.test("statistics() finds the first unbroken five and ten minutes of sleep, in any stages", () => {
  const found = valuesOf(statistics(scored("0222201122202222.2222222222", "PT1M"), aasm));
  assertEquals([found.SOL, found.SOL5, found.LPS10], [1, 6, 17]);
  assertEquals([found.REM_latency, found.REM_latency_lightsoff], [null, null]);
  const rem = valuesOf(statistics(scored("0022444", "PT1M"), aasm));
  assertEquals([rem.REM_latency, rem.REM_latency_lightsoff, rem.SOL5], [2, 4, 2]);
});

Deno.test("statistics() describes the runs of each stage", () => {
  const found = valuesOf(statistics(scored("0222030220", "PT1M"), aasm));
  assertEquals([found.N2_runs, found.N2_run_median, found.N2_run_longest], [2, 2.5, 3]);
  assertEquals([found.W_runs, found.W_run_median, found.REM_runs, found.REM_run_median], [
    4,
    1,
    0,
    null,
  ]);
  assertEquals("W_pct" in found, false);
});

Deno.test("statistics() without sleep, or without anything scored, are null and not 0", () => {
  const awake = valuesOf(statistics(scored("0000"), aasm));
  assertEquals([awake.TIB, awake.TST, awake.SE, awake.W_min], [2, 0, 0, 2]);
  for (const name of ["SPT", "WASO", "SME", "SOL", "SOL5", "SFI", "awakenings", "N2_pct", "X"]) {
    assertEquals(awake[name], null, name);
  }
  const nothing = valuesOf(statistics(scored("...."), aasm));
  assertEquals([nothing.TIB, nothing.Xtib], [2, 2]);
  for (const name of ["TST", "SE", "W_min", "N2_min", "N2_runs", "SOL"]) {
    assertEquals(nothing[name], null, name);
  }
  assertEquals(statistics([], { tz: "UTC" }).shape.height, 0);
});

Deno.test("statistics() of a device use time in bed as the bed period, widened to all sleep", () => {
  const inBed = { start: 0, end: 480, stage: 0 };
  const spans: Span[] = [
    { start: 20, end: 200, stage: 3 },
    { start: 200, end: 230, stage: 2 },
    { start: 230, end: 400, stage: 4 },
    { start: 400, end: 460, stage: 5 },
  ];
  const found = valuesOf(statistics(stageRows([...spans, inBed])));
  assertEquals([found.TIB, found.TST, found.WASO, found.SOL, found.awake_min], [
    480,
    410,
    30,
    20,
    30,
  ]);
  assertEquals([found.light_min, found.deep_min, found.rem_min, found.unstaged], [
    180,
    170,
    60,
    0,
  ]);
  assertEquals("SFI_N1" in found || "awake_pct" in found || "in_bed_min" in found, false);
  assertAlmostEquals(pick(statistics(stageRows([...spans, inBed])), "SE")!, 410 / 4.8);
  const short = valuesOf(statistics(stageRows([...spans, { start: 30, end: 450, stage: 0 }])));
  assertEquals([short.TIB, short.TST, short.SOL], [440, 410, 0]);
  assertEquals(valuesOf(statistics(stageRows(spans))).TIB, 440);
});

Deno.test("statistics() accepts lights off and on, and names the night after the date on which it ends", () => {
  const night = scored(
    "0".repeat(60) + "2".repeat(840) + "0".repeat(60),
    "PT30S",
    "2024-03-30T21:00Z",
  );
  const options: StatisticsOptions = { ...aasm, tz: "Europe/Berlin" };
  const of = (more: StatisticsOptions) => {
    const found = statistics(night, { ...options, ...more });
    return [rowsOf(found)[0]!.night, pick(found, "TIB"), pick(found, "SOL"), pick(found, "TST")];
  };
  assertEquals(of({}), ["2024-03-31", 480, 30, 420]);
  // The clock moves forward at 02:00: from 22:15 to 06:00 is 6 h 45 min.
  const lightsOff = "2024-03-30T22:15", lightsOn = "2024-03-31T06:00";
  assertEquals(of({ lightsOff, lightsOn }), ["2024-03-31", 405, 15, 390]);
  assertEquals(of({ lightsOff }), ["2024-03-31", 465, 15, 420]);
  assertEquals(of({ lightsOn }), ["2024-03-31", 420, 30, 390]);
  assertThrows(() => of({ lightsOff: lightsOn, lightsOn: lightsOff }), RangeError, "not after");
  assertThrows(() => of({ lightsOff: "2025-01-01" }), RangeError, "no night ends after lights off");
  assertThrows(() => statistics(night, { lightsOff, ...aasm }), TypeError, "has no zone");
});

Deno.test("statistics() describe the main sleep of each night", () => {
  const spans: Span[] = [
    { start: 22 * 60, end: 30 * 60, stage: 3 },
    { start: 36 * 60 + 30, end: 37 * 60, stage: 4 }, // a nap
    { start: 46 * 60, end: 52 * 60, stage: 5 },
  ];
  const found = statistics(stageRows(spans));
  assertEquals([...new Set(rowsOf(found).map(({ night }) => night))], ["1970-01-02", "1970-01-03"]);
  assertEquals(pick(found, "TST", { night: "1970-01-02" }), 480);
  assertEquals(pick(found, "TST", { night: "1970-01-03" }), 360);
  assertThrows(() => pick(found, "TST"), RangeError, "pass one night of 1970-01-02, 1970-01-03");
  assertThrows(() => pick(found, "TBT"), RangeError, "the names are TIB, SPT, TST");
  assertThrows(
    () => pick(found, "TST", { night: "1970-01-09" }),
    RangeError,
    "no row matches in night",
  );
});

Deno.test("statistics() rejects overlapping stages, and accepts other column names", () => {
  const spans = [{ start: 0, end: 60, stage: 3 }, { start: 59, end: 90, stage: 2 }];
  assertThrows(() => statistics(stageRows(spans)), RangeError, "rows 0 and 1 at 1970-01-01T00:59");
  const rows = stageRows(spans.slice(0, 1)).map((
    { start_time, end_time, sleep_stage },
  ) => ({ begin: start_time, end: end_time, stage: sleep_stage, height: 3 }));
  const columns = { start_time: "begin", end_time: "end", sleep_stage: "stage" };
  assertEquals(pick(statistics(rows, { columns }), "TST"), 60);
});

const hypnogram = fc.array(
  fc.tuple(fc.constantFrom("0", "1", "2", "3", "4", "."), fc.integer({ min: 1, max: 30 })),
  { minLength: 1, maxLength: 40 },
).map((runs) => runs.map(([code, length]) => code.repeat(length)).join(""));

Deno.test("laws of statistics(): TIB >= SPT >= TST, SPT = TST + WASO + X, SE <= SME", () => {
  fc.assert(fc.property(hypnogram, (codes) => {
    const { TIB, SPT, TST, WASO, X, Xtib, SE, SME, SOL, WASOtib, ...rest } = valuesOf(
      statistics(scored(codes), aasm),
    );
    assertEquals(TIB, codes.length / 2);
    if (SPT === null) {
      assertEquals([WASO, X, SME, SOL, WASOtib], [null, null, null, null, null]);
      return;
    }
    assert(TIB! >= SPT! && SPT! >= TST! && TST! > 0);
    assertEquals(SPT, TST! + WASO! + X!);
    assertEquals(WASOtib, TIB! - SOL! - TST!);
    assert(SE! <= SME! && SME! <= 100);
    assertEquals(TST, rest.N1_min! + rest.N2_min! + rest.N3_min! + rest.REM_min!);
    assertEquals(TIB, TST! + rest.W_min! + Xtib!);
    assertAlmostEquals(rest.N1_pct! + rest.N2_pct! + rest.N3_pct! + rest.REM_pct!, 100, 1e-9);
  }));
});

Deno.test("statistics() do not depend on the epoch length or the date, even across a daylight saving change", () => {
  const tz = "Europe/Berlin";
  fc.assert(
    fc.property(hypnogram, (codes) => {
      const of = (frame: Parameters<typeof statistics>[0], more = {}) =>
        rowsOf(statistics(frame, { tz: "UTC", ...aasm, ...more })).map(({ night: _, ...row }) =>
          row
        );
      const expected = of(scored(codes));
      assertEquals(of(scored([...codes].map((code) => code + code).join(""), "PT15S")), expected);
      const epochs = [...codes].map((code, i) => ({
        start_time: Temporal.Instant.from(START).add({ seconds: 30 * i }),
        end_time: Temporal.Instant.from(START).add({ seconds: 30 * (i + 1) }),
        sleep_stage: code === "." ? -1 : Number(code),
      }));
      assertEquals(of(epochs), expected);
      for (const start of ["2024-03-30T23:30Z", "2024-10-26T23:30Z"]) {
        assertEquals(of(scored(codes, "PT30S", start), { tz }), expected);
      }
    }),
    { numRuns: 30 },
  );
});
