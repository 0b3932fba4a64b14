import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as sleep from "../../src/sleep/mod.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { sleepBars } from "../../src/plot/sleepBars.ts";
import { fitbitLogs } from "./fitbitLogs.ts";

const IN_BED = 0, ASLEEP = 1, AWAKE = 2, LIGHT = 3, DEEP = 4, REM = 5;
const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));

const sumOf = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0);

/** Returns consecutive intervals from 22:00 on, given as `[stage, minutes]`. */
function night(pieces: readonly (readonly [number, number])[], more: Row = {}): Row[] {
  let at = Temporal.Instant.from("2024-01-01T22:00Z");
  return pieces.map(([sleep_stage, minutes]) => {
    const start_time = at.toString();
    at = at.add({ minutes });
    return { start_time, end_time: at.toString(), sleep_stage, ...more };
  });
}

const nightOf = (rows: readonly Row[], statistics?: readonly sleep.StatisticName[]): Row =>
  rowsOf(sleep.nightly(rows, { tz: "UTC", ...statistics && { statistics } }))[0]!;

Deno.test("a night of unknown stages has its length, but no share, efficiency or awakening", () => {
  const found = nightOf(night([[ASLEEP, 480]]));
  assertEquals([found["TIB"], found["TST"], found["unstaged"]], [480, 480, 480]);
  for (
    const name of ["SE", "SOL", "WASO", "awakenings", "light_min", "deep_min", "rem_min"]
  ) assertEquals(found[name], null, name);
  assertEquals(found["stage_coverage"], 0);
  assertEquals(
    found["reason"],
    "SE, WASO, awakenings: wake is not recorded; " +
      "SOL: the start of the time in bed is not recorded; " +
      "light_min, deep_min, rem_min: the stages are not recorded",
  );
});

Deno.test("every null statistic of such a night has a reason, and no statistic is 0 or 100 %", () => {
  const long = rowsOf(sleep.statistics(night([[ASLEEP, 480]]), { tz: "UTC" }));
  for (const { name, value, reason } of long) {
    assertEquals(value === null, reason !== null, `${name}`);
    if (value === 0) assert(["X", "Xtib"].includes(name as string), `${name} is 0`);
    if (value === 100) assertEquals(name, "unstaged_pct");
  }
});

Deno.test("sleep and wake without stages have an efficiency and awakenings, but no shares", () => {
  const found = nightOf(night([[ASLEEP, 200], [AWAKE, 20], [ASLEEP, 180]]));
  assertEquals([found["SE"], found["WASO"], found["awakenings"], found["SOL"]], [95, 20, 1, 0]);
  assertEquals([found["light_min"], found["deep_min"], found["rem_min"]], [null, null, null]);
});

Deno.test("time in bed around sleep of unknown stage gives the latency, but no efficiency", () => {
  const found = nightOf([
    { start_time: "2024-01-01T21:30Z", end_time: "2024-01-02T06:30Z", sleep_stage: IN_BED },
    ...night([[ASLEEP, 480]]),
  ]);
  assertEquals([found["TIB"], found["SOL"], found["SE"], found["WASO"]], [540, 30, null, null]);
});

Deno.test("a source that does not record REM sleep has light and deep sleep, but no share of REM", () => {
  const pieces = [[LIGHT, 200], [DEEP, 100], [AWAKE, 20], [LIGHT, 80]] as const;
  const found = nightOf(night(pieces), ["SE", "light_min", "deep_pct", "rem_min", "REM_latency"]);
  assertAlmostEquals(found["SE"] as number, 95);
  assertEquals([found["light_min"], found["rem_min"], found["REM_latency"]], [280, null, null]);
  assertAlmostEquals(found["deep_pct"] as number, 100 * 100 / 380);
  assertEquals(found["reason"], "rem_min, REM_latency: this stage is not told apart");
});

Deno.test("a source that records light and deep sleep, but no wake, has no efficiency", () => {
  const found = nightOf(night([[LIGHT, 200], [DEEP, 100], [LIGHT, 100]]));
  assertEquals([found["light_min"], found["deep_min"]], [300, 100]);
  assertEquals([found["SE"], found["WASO"], found["rem_min"]], [null, null, null]);
});

Deno.test("a source that calls all sleep light has its minutes, but no share of any stage", () => {
  const found = nightOf(night([[LIGHT, 200], [AWAKE, 20], [LIGHT, 180]]), [
    "light_min",
    "light_pct",
    "deep_min",
    "rem_min",
    "SE",
  ]);
  assertEquals(Object.values(found).slice(6, 11), [380, null, null, null, 95]);
});

Deno.test("a source that records REM sleep has 0 minutes of stages that it did not see", () => {
  const found = nightOf(night([[LIGHT, 300], [REM, 100]]));
  assertEquals([found["deep_min"], found["WASO"], found["SE"]], [0, 0, 100]);
  assert(
    !columnNames(sleep.nightly(night([[LIGHT, 300], [REM, 100]]), { tz: "UTC" }))
      .includes("reason"),
  );
});

Deno.test("stages_known overrides what the recorded stages show", () => {
  const given = (pieces: readonly (readonly [number, number])[], stages_known: string): Row =>
    nightOf(night(pieces, { stages_known }));
  const noRem = given([[LIGHT, 300], [AWAKE, 20], [DEEP, 80]], "awake light deep rem");
  assertEquals([noRem["rem_min"], noRem["WASO"]], [0, 20]);
  const noWake = given([[LIGHT, 300], [REM, 100]], "light deep rem");
  assertEquals([noWake["SE"], noWake["WASO"], noWake["rem_min"]], [null, null, 100]);
  assertEquals(given([[ASLEEP, 400]], "awake")["SE"], 100);
  assertThrows(
    () => given([[ASLEEP, 400]], "awake lihgt"),
    RangeError,
    'Cannot read stages_known: "lihgt" is not one of awake, light, deep, rem; did you mean "light"?',
  );
});

Deno.test("all stages scored by a sleep laboratory are known", () => {
  const hypnogram = sleep.fromHypnogram(["N2", "N2", "N2"], {
    tz: "UTC",
    start: "2024-01-01T22:00Z",
    epoch: "PT1M",
  });
  assertEquals(sleep.pick(sleep.statistics(hypnogram, { tz: "UTC" }), "SE"), 100);
  assertEquals(sleep.pick(sleep.statistics(hypnogram, { tz: "UTC" }), "N3_pct"), 0);
});

Deno.test("a vendor's totals are the values of a night without stages, with its naps", () => {
  const totals = {
    asleep_duration: 408.4,
    in_bed_duration: 452.6,
    light_sleep_duration: 190.3,
    deep_sleep_duration: 85.7,
    rem_sleep_duration: 132.4,
    awake_duration: 44.2,
    sleep_efficiency: 90.1,
  };
  const names = [
    "TIB",
    "TST",
    "SE",
    "WASO",
    "light_min",
    "deep_min",
    "rem_min",
    "rem_pct",
    "SFI",
  ] as const;
  const frame = [
    ...night([[ASLEEP, 453]], totals),
    {
      start_time: "2024-01-02T09:00Z",
      end_time: "2024-01-02T10:00Z",
      sleep_stage: ASLEEP,
      asleep_duration: 41,
    },
  ];
  for (const stages of [frame, sleep.merge(frame), sleep.merge(frame, { inBed: "layer" })]) {
    const [found] = rowsOf(sleep.nightly(stages, { tz: "UTC", statistics: names }));
    assertEquals(names.map((name) => found![name]), [
      452.6,
      408.4,
      90.1,
      44.2,
      190.3,
      85.7,
      132.4,
      100 * 132.4 / 408.4,
      null,
    ]);
    assertEquals(found!["nap_min"], 41);
    assertEquals(found!["vendor"], names.slice(0, -1).join(", "));
    assertEquals(found!["reason"], "SFI: wake is not recorded");
  }
});

Deno.test("nights and naps with equal totals of a vendor are separate sleeps", () => {
  const totals = { asleep_duration: 400, awake_duration: 50, deep_sleep_duration: 90 };
  const first = Temporal.Instant.from("2024-01-01T23:00Z");
  const nights = Array.from({ length: 10 }, (_, i) => {
    const start = first.add({ hours: 24 * i });
    const span = { start_time: `${start}`, end_time: `${start.add({ minutes: 450 })}` };
    return { ...span, sleep_stage: ASLEEP, source: "Strap", ...totals };
  });
  // The watch's stage in the middle of a night splits the strap's sleep in two.
  const inside = { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T02:00Z" };
  const cut = sleep.merge([...nights, { ...inside, sleep_stage: DEEP, source: "Watch" }], {
    sourcePriority: ["Watch"],
  });
  for (const stages of [nights, nights.toReversed(), sleep.merge(nights), cut]) {
    const found = rowsOf(sleep.nightly(stages, { tz: "UTC", statistics: ["TST", "deep_min"] }));
    const whole = stages === cut ? found.slice(1) : found;
    assertEquals(found.length, 10);
    for (const { TST, deep_min } of whole) assertEquals([TST, deep_min], [400, 90]);
    const { summary } = sleepBars(stages, { tz: "UTC" });
    const count = stages === cut ? 9 : 10, minutes = sumOf(found, "TST") / 10 - 360;
    assert(summary.includes(`${count} sleeps by the vendor's totals`), summary);
    assert(summary.includes(`asleep 6 h ${minutes} min on average`), summary);
  }
});

Deno.test("a vendor's 0 min of REM sleep means that the device cannot detect it", () => {
  const found = nightOf(night([[ASLEEP, 480]], {
    light_sleep_duration: 300,
    deep_sleep_duration: 150,
    rem_sleep_duration: 0,
    awake_duration: 30,
  }));
  assertEquals([found["TST"], found["light_min"], found["rem_min"]], [450, 300, null]);
  const none = nightOf(night([[ASLEEP, 480]], {
    asleep_duration: 450,
    light_sleep_duration: 0,
    deep_sleep_duration: 0,
    rem_sleep_duration: 0,
  }));
  assertEquals([none["TST"], none["light_min"], none["deep_min"]], [450, null, null]);
});

Deno.test("another device's stages count before a vendor's totals, with their coverage", () => {
  const found = nightOf([
    ...night([[ASLEEP, 480]], { source: "Strap", deep_sleep_duration: 90, asleep_duration: 450 }),
    ...night([[LIGHT, 150], [DEEP, 60], [REM, 30]], { source: "Watch" }),
  ], ["deep_min", "deep_pct"]);
  assertEquals([found["deep_min"], found["deep_pct"], found["stage_coverage"]], [60, 25, 0.5]);
  assert(!("vendor" in found));
});

Deno.test("in a real year, only nights without recorded stages or without REM sleep have nulls", async () => {
  const tz = "Europe/Berlin",
    found = rowsOf(
      sleep.nightly(await fitbitSleep(fitbitLogs(), { tz }), { tz, sourcePriority: ["short"] }),
    );
  const classic = "light_min, deep_min, rem_min: the stages are not recorded";
  const noRem = "rem_min: this stage is not told apart";
  assertEquals(
    Object.fromEntries(
      found.filter(({ reason }) => reason !== null).map((row) =>
        [row["night"], row["reason"]] as const
      ),
    ),
    {
      "2024-07-19": noRem,
      "2024-09-06": classic,
      "2024-09-24": noRem,
      "2024-11-05": classic,
      "2025-01-08": classic,
    },
  );
});

const piece = fc.record({
  stage: fc.constantFrom(ASLEEP, AWAKE, LIGHT, DEEP, REM),
  minutes: fc.integer({ min: 1, max: 14 }), // all within 3 hours: one sleep of each source
  source: fc.constantFrom("watch", "phone"),
});

Deno.test("minutes, shares and coverage of any night agree with a count of minutes", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const all = pieces.flatMap(({ stage, minutes, source }) =>
        new Array<{ stage: number; source: string }>(minutes).fill({ stage, source })
      );
      const seen = (source: string, ...stages: number[]): boolean =>
        pieces.some((piece) => piece.source === source && stages.includes(piece.stage));
      const tells = (minute: { stage: number; source: string }, stage: number): boolean => {
        const { source } = minute;
        if (stage === AWAKE) {
          return seen(source, AWAKE) || (minute.stage !== ASLEEP && seen(source, REM));
        }
        if (minute.stage === ASLEEP) return false;
        if (stage === LIGHT || seen(source, REM)) return true;
        return stage === DEEP && seen(source, DEEP);
      };
      const asleep = all.filter(({ stage }) => stage !== AWAKE);
      const frame = night(pieces.map(({ stage, minutes }) => [stage, minutes] as const))
        .map((row, i) => ({ ...row, source: pieces[i]!.source }));
      const merged = sleep.merge(frame, { mergeContiguous: false });
      for (const stages of [frame, merged, sleep.merge(merged, { mergeContiguous: false })]) {
        const long = rowsOf(sleep.statistics(stages, { tz: "UTC" }));
        const of = (name: string): Row => long.find((row) => row["name"] === name)!;
        for (const [stage, name] of [[LIGHT, "light"], [DEEP, "deep"], [REM, "rem"]] as const) {
          const told = asleep.filter((minute) => tells(minute, stage));
          const own = told.filter((minute) => minute.stage === stage).length;
          const isKnown = told.length > 0 || asleep.length === 0;
          assertEquals(of(`${name}_min`)["value"], isKnown ? own : null, `${name}_min`);
          const isOnlyStage = stage === LIGHT &&
            !asleep.some((minute) => tells(minute, DEEP) || tells(minute, REM));
          assertEquals(
            of(`${name}_pct`)["value"],
            told.length === 0 || isOnlyStage ? null : 100 * own / told.length,
            `${name}_pct`,
          );
          const known = all.length - asleep.length + told.length;
          assertAlmostEquals(of(`${name}_min`)["coverage"] as number, known / all.length);
        }
        const told = asleep.filter((minute) => tells(minute, AWAKE));
        const isWakeKnown = told.length > 0 || asleep.length < all.length || asleep.length === 0;
        const known = all.length - asleep.length + told.length;
        const SE = of("SE");
        assertEquals(SE["value"], isWakeKnown ? 100 * told.length / known : null, "SE");
        assertAlmostEquals(SE["coverage"] as number, known / all.length);
        assertEquals(of("awakenings")["value"] === null, !isWakeKnown || asleep.length === 0);
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("merged intervals only have the known stages that all their sources have", () => {
  const words = (frame: Frame): Row => rowsOf(sleep.knownStages(frame))[0]!;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const frame = night(pieces.map(({ stage, minutes }) => [stage, minutes] as const))
        .map((row, i) => ({ ...row, source: pieces[i]!.source }));
      const before = rowsOf(sleep.knownStages(frame)), merged = sleep.merge(frame);
      for (const span of rowsOf(sleep.knownStages(merged))) {
        const own = before.filter(({ start_time, end_time }) =>
          Temporal.Instant.from(start_time as string).epochMilliseconds >=
            Temporal.Instant.from(span["start_time"] as string).epochMilliseconds &&
          Temporal.Instant.from(end_time as string).epochMilliseconds <=
            Temporal.Instant.from(span["end_time"] as string).epochMilliseconds
        );
        const common = ["awake", "light", "deep", "rem"].filter((word) =>
          own.every(({ stages_known }) => (stages_known as string).split(" ").includes(word))
        );
        assertEquals(span["stages_known"], common.join(" "));
      }
      assertEquals(words(sleep.merge(merged)), words(merged));
    }),
    { numRuns: 100 },
  );
});

Deno.test("transitions() and nremCycles() are empty for sleep of unknown stage without recorded wake", () => {
  const frame = night([[ASLEEP, 480]]);
  assertEquals(rowsOf(sleep.transitions(frame)), []);
  assertEquals(rowsOf(sleep.nremCycles(frame, { tz: "UTC" })), []);
  const noRem = night([[LIGHT, 100], [DEEP, 60], [AWAKE, 10], [LIGHT, 200]]);
  assertEquals(rowsOf(sleep.nremCycles(noRem, { tz: "UTC" })), []);
  const pairs = rowsOf(sleep.transitions(noRem)).map(({ from, to }) => `${from} ${to}`);
  assertEquals(pairs.length, 9);
  const told = noRem.map((row) => ({ ...row, stages_known: "awake light deep rem" }));
  assertEquals(rowsOf(sleep.nremCycles(told, { tz: "UTC" })).length > 0, true);
});

Deno.test("agreement() compares sleep of unknown stage only with stages that its source detects", () => {
  const staged = night([[LIGHT, 100], [DEEP, 60], [AWAKE, 20], [REM, 60], [LIGHT, 60]]);
  const found = (other: readonly Row[], name: string): Row =>
    rowsOf(sleep.agreement(staged, other, { epoch: "PT1M" }).frame).find((row) =>
      row["name"] === name
    )!;
  const asleep = night([[ASLEEP, 300]]);
  assertEquals([found(asleep, "epochs")["value"], found(asleep, "accuracy")["value"]], [0, null]);
  assertEquals(found(asleep, "accuracy")["coverage"], 0);
  const classic = night([[ASLEEP, 150], [AWAKE, 30], [ASLEEP, 120]]);
  // Minutes 150 to 160 are deep, 160 to 180 awake in both: only wake can be compared, in 30
  // minutes.
  assertEquals(found(classic, "epochs")["value"], 30);
  assertAlmostEquals(found(classic, "accuracy")["value"] as number, 20 / 30);
  assertAlmostEquals(found(classic, "accuracy")["coverage"] as number, 30 / 300);
  assertEquals(found(staged, "accuracy")["value"], 1);
});

Deno.test("sources without REM sleep are not compared on REM sleep", () => {
  const staged = night([[LIGHT, 100], [DEEP, 60], [REM, 40]], { source: "watch" });
  const noRem = night([[LIGHT, 100], [DEEP, 60], [LIGHT, 40]], { source: "mat" });
  const agreed = rowsOf(sleep.agreement(staged, noRem, { epoch: "PT1M" }).frame);
  const [epochs] = agreed, accuracy = agreed.find(({ name }) => name === "accuracy")!;
  assertEquals([epochs!["value"], accuracy["value"], accuracy["coverage"]], [160, 1, 0.8]);
  const ranks = rowsOf(sleep.softAgreement([...staged, ...noRem], { epoch: "PT1M" }));
  assertEquals(ranks, [
    { source: "mat", soft_agreement: 1, epochs: 160 },
    { source: "watch", soft_agreement: 1, epochs: 160 },
  ]);
});

Deno.test("softAgreement() of a source without stages is null, not 0", () => {
  const asleep = night([[ASLEEP, 200]], { source: "band" });
  const watch = night([[LIGHT, 100], [REM, 100]], { source: "watch" });
  const ring = night([[LIGHT, 100], [DEEP, 100]], {
    source: "ring",
    stages_known: "light deep rem",
  });
  const ranks = rowsOf(sleep.softAgreement([...asleep, ...watch, ...ring], { epoch: "PT1M" }));
  assertEquals(ranks, [
    { source: "ring", soft_agreement: 0.5, epochs: 200 },
    { source: "watch", soft_agreement: 0.5, epochs: 200 },
    { source: "band", soft_agreement: null, epochs: 0 },
  ]);
});

Deno.test("consensus() counts sleep of unknown stage as sleep, but not as any stage", () => {
  const consensus = (...nights: (readonly (readonly [number, number])[])[]): unknown[][] => {
    const rows = nights.flatMap((pieces, i) => night(pieces, { source: `source ${i}` }));
    const found = sleep.consensus(rows, {
      epoch: "PT1M",
      probability: true,
      rank: nights.map((_, i) => `source ${i}`),
    });
    return rowsOf(found).map(({ sleep_stage, duration_ms, probability }) => [
      sleep_stage,
      Number(duration_ms) / 60_000,
      probability,
    ]);
  };
  const staged = [[DEEP, 60], [REM, 60], [LIGHT, 60]] as const, plain = [[ASLEEP, 180]] as const;
  assertEquals(consensus(plain, plain, staged), [[DEEP, 60, 1], [REM, 60, 1], [LIGHT, 60, 1]]);
  assertEquals(consensus(plain, plain), [[ASLEEP, 180, 1]]);
  // Two of three say sleep; one of them has a stage.
  const awake = [[AWAKE, 60], [REM, 60], [LIGHT, 60]] as const;
  const wakes = [[ASLEEP, 150], [AWAKE, 30]] as const;
  assertEquals(consensus(awake, wakes, staged), [
    [DEEP, 60, 0.5],
    [REM, 60, 1],
    [LIGHT, 30, 1],
    [LIGHT, 30, 2 / 3],
  ]);
});
