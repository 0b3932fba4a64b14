import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import * as sleep from "../../src/sleep/mod.ts";

/**
 * The law of unknown stages: for random nights with records that only say "asleep", every verb of
 * sleep returns null for stages, wake and efficiency, and the right lengths.
 */

const ASLEEP = 1, tz = "Europe/Berlin";
const MINUTE = 60_000;

/** Nights of one record or of two touching ones: start and length in minutes. */
const nights = fc.array(
  fc.record({
    late: fc.integer({ min: 0, max: 180 }),
    minutes: fc.integer({ min: 240, max: 540 }),
    isSplit: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
);
type Nights = readonly { late: number; minutes: number; isSplit: boolean }[];

const timesOf = (all: Nights): { start: number; end: number; isSplit: boolean }[] =>
  all.map(({ late, minutes, isSplit }, i) => {
    const start = Date.UTC(2024, 2, 1 + i, 21) + late * MINUTE;
    return { start, end: start + minutes * MINUTE, isSplit };
  });

function recordsOf(all: Nights): Row[] {
  const row = (start: number, end: number): Row => ({
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    sleep_stage: ASLEEP,
    source: "Ring",
  });
  return timesOf(all).flatMap(({ start, end, isSplit }) => {
    const middle = start + 120 * MINUTE;
    return isSplit ? [row(start, middle), row(middle, end)] : [row(start, end)];
  });
}

/** Returns the same nights as from a laboratory: light sleep, wake, deep sleep. */
const scored = (all: Nights): Row[] =>
  timesOf(all).flatMap(({ start, end }) => {
    const cuts = [start, start + 60 * MINUTE, start + 70 * MINUTE, end];
    return [3, 2, 5].map((sleep_stage, i) => ({
      start_time: new Date(cuts[i]!).toISOString(),
      end_time: new Date(cuts[i + 1]!).toISOString(),
      sleep_stage,
      source: "Laboratory",
    }));
  });

const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const lengths = (all: Nights): number[] => all.map(({ minutes }) => minutes);

/** Statistics with a value for such records: lengths, times and sleep of unknown stage. */
const KNOWN =
  /^(?:TIB|SPT|TST|X|Xtib|unstaged.*|.*(?:onset|wake|mid|bedtime|rise|lights).*|.*_coverage)$/i;

/** A check of each verb's result, or the reason why its result does not depend on stages. */
const VERBS: Readonly<Record<string, ((all: Nights) => void) | string>> = {
  aggregate: (all) => {
    const found = rowsOf(sleep.aggregate(recordsOf(all), { tz }));
    assert(found.every(({ value }) => Number(value) === ASLEEP));
    const minutes = found.map(({ sum_ms }) => Number(sum_ms) / MINUTE);
    assertEquals(minutes.reduce((a, b) => a + b, 0), lengths(all).reduce((a, b) => a + b, 0));
  },
  agreement: (all) => {
    const found = rowsOf(sleep.agreement(scored(all), recordsOf(all)).frame);
    for (const { name, value, n } of found) {
      if (value !== null) assertEquals(Number(n), 0, `${name} is ${value}, of ${n} epochs`);
    }
  },
  blandAltman: "it compares values, not stages",
  calibrate: "it corrects values, not stages",
  consensus: (all) => {
    const [lone, both] = [recordsOf(all), [...recordsOf(all), ...scored(all)]].map((rows) =>
      rowsOf(sleep.consensus(rows))
    );
    assert(lone!.every(({ sleep_stage }) => Number(sleep_stage) === ASLEEP));
    assert(both!.some(({ sleep_stage }) => Number(sleep_stage) === 5), "unknown outvotes a stage");
  },
  cycles: (all) => {
    const found = sleep.cycles(recordsOf(all)).toRecords();
    assertEquals(
      found.map((row) => Number(row["total_time_asleep_ms"]) / MINUTE),
      lengths(all),
    );
    for (const row of found) {
      const stages = row["sleep_stage_totals"] as unknown as { sleep_stage: number | bigint }[];
      assertEquals(stages.map(({ sleep_stage }) => Number(sleep_stage)), [ASLEEP]);
    }
  },
  findClones: "it compares records of sources",
  fromActivity: "it reads counts, not stages",
  fromHypnogram: "it takes the stages that it is given",
  fromHypnogramFile: "it takes the stages that the file has",
  fromSamples: "it takes the stages that it is given",
  hypnodensity: (all) => {
    const found = rowsOf(sleep.hypnodensity(recordsOf(all)));
    assert(found.length > 0);
    for (
      const { start_time: _start, end_time: _end, scorers, stage_table: _, ...shares } of found
    ) {
      assertEquals(Number(scorers), 0);
      assert(Object.values(shares).every((share) => share === null), JSON.stringify(shares));
    }
  },
  knownStages: (all) => {
    const found = rowsOf(sleep.knownStages(recordsOf(all)));
    assert(found.every(({ stages_known }) => stages_known === ""));
  },
  limitsOfAgreement: "it compares values, not stages",
  merge: (all) => {
    const found = rowsOf(sleep.merge(recordsOf(all)));
    assertEquals(found.map(({ sleep_stage }) => Number(sleep_stage)), all.map(() => ASLEEP));
    assertEquals(found.map(({ duration_ms }) => Number(duration_ms) / MINUTE), lengths(all));
  },
  mergeReport: "it counts records that are left out",
  nightly: (all) => {
    const found = rowsOf(sleep.nightly(recordsOf(all), { tz }));
    assertEquals(found.map(({ TST }) => TST), lengths(all));
    for (const row of found) {
      for (const name of ["SE", "WASO", "awakenings", "light_min", "deep_min", "rem_min"]) {
        assertEquals(row[name], null, name);
        assert(`${row["reason"]}`.includes(name), `no reason for ${name}: ${row["reason"]}`);
      }
    }
  },
  nremCycles: (all) => assertEquals(rowsOf(sleep.nremCycles(recordsOf(all), { tz })), []),
  pick: "it takes a value of statistics",
  regularity: "it compares sleep with wake, which gaps between nights show",
  sessions: (all) => {
    const found = rowsOf(sleep.sessions(recordsOf(all), { tz }));
    assertEquals(found.map(({ asleep }) => asleep), lengths(all));
  },
  softAgreement: (all) => {
    const found = rowsOf(sleep.softAgreement([...recordsOf(all), ...scored(all)]));
    for (const { soft_agreement } of found) assertEquals(soft_agreement, null);
  },
  stages: (all) => {
    const found = rowsOf(sleep.stages(recordsOf(all)));
    assert(found.every(({ sleep_stage }) => Number(sleep_stage) === ASLEEP));
  },
  statistics: (all) => {
    const found = rowsOf(sleep.statistics(recordsOf(all), { tz }));
    assertEquals(
      found.filter(({ name }) => name === "TST").map(({ value }) => value),
      lengths(all),
    );
    for (const { name, value, reason } of found) {
      if (KNOWN.test(`${name}`)) continue;
      assertEquals(value, null, `${name} is ${value}, which nobody recorded`);
      assert(typeof reason === "string" && reason.length > 0, `no reason for ${name}`);
    }
  },
  timing: "it tells when one sleeps, which the records say",
  toEpochs: (all) => {
    const found = rowsOf(sleep.toEpochs(recordsOf(all)));
    const stages = new Set(found.map(({ sleep_stage }) => Number(sleep_stage)));
    assert(
      stages.has(ASLEEP) && [...stages].every((one) => one === ASLEEP || one === 0),
      `${[...stages]}`,
    );
  },
  toHypnogramFile: "it writes the stages that it is given",
  transitions: (all) => assertEquals(rowsOf(sleep.transitions(recordsOf(all), { tz })), []),
  validate: (all) => {
    const user = (rows: readonly object[]) => rows.map((row) => ({ ...row, user: 1 }));
    const found = sleep.validate(user(scored(all)), user(recordsOf(all)), { by: "user", tz });
    const minutes = rowsOf(found.nights).filter(({ measure }) => measure === "light_min");
    for (const { device } of minutes) assertEquals(device, 0, "nobody compared these epochs");
  },
  withoutClones: "it leaves out records of sources",
};

Deno.test("the law of unknown stages covers every verb of sleep", () => {
  const verbs = Object.entries(sleep).filter(([, verb]) => typeof verb === "function");
  assertEquals(Object.keys(VERBS), verbs.map(([name]) => name).sort(), "add it to VERBS");
});

for (const [name, check] of Object.entries(VERBS)) {
  if (typeof check === "string") continue;
  Deno.test(`${name}() invents no stages that nobody recorded`, () => {
    fc.assert(fc.property(nights, check), { numRuns: 20 });
  });
}
