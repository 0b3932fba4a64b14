import type { sleep } from "@lifeframe/lifeframe";
import * as verbs from "../../src/sleep/mod.ts";
import type { PublicCalls } from "./publicCall.ts";

const tz = "Europe/Berlin";

/**
 * Seven nights of one person from one source: four hours of light sleep and three of deep sleep.
 */
const NIGHTS = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
  {
    start_time: new Date(Date.UTC(2024, 2, day, 22)),
    end_time: new Date(Date.UTC(2024, 2, day + 1, 2)),
    sleep_stage: 3,
    source: "watch",
    user: "a",
  },
  {
    start_time: new Date(Date.UTC(2024, 2, day + 1, 2)),
    end_time: new Date(Date.UTC(2024, 2, day + 1, 5)),
    sleep_stage: 4,
    source: "watch",
    user: "a",
  },
]);
const PAIRS = [{ ring: 1, watch: 2, user: "a" }, { ring: 2, watch: 4, user: "a" }];
const SAMPLES = NIGHTS.map(({ start_time, end_time, sleep_stage, user }) => ({
  start_date: start_time,
  end_date: end_time,
  value: sleep_stage,
  user,
}));

const FRAME = { stages: "consumer", tz, by: "user", columns: {} };
const RANGE = { start_time: "2024-03-01T00:00Z", end_time: "2024-03-20" };
const CYCLES = {
  ...FRAME,
  cycleGap: "PT2H",
  gapStages: [2],
  only: [3, 4],
  clipTo: RANGE,
  touching: RANGE,
  sourcePriority: ["watch"],
};
const NIGHT = {
  ...FRAME,
  rule: "noon",
  gap: "PT60M",
  wholeNights: true,
  shortestMain: "PT3H",
  dstNights: true,
  sourcePriority: ["watch"],
};
const { sourcePriority: _, ...BED } = {
  ...NIGHT,
  lightsOff: "2024-03-01T21:00Z",
  lightsOn: "2024-03-02T07:00Z",
};
const CLONES = {
  ...FRAME,
  step: "PT15M",
  longest: "PT14H",
  match: "session",
  gap: "PT60M",
  minRows: 1,
};
const VOTES = { ...FRAME, epoch: "PT30S" };

/** Calls of the verbs of sleep. */
export const SLEEP: PublicCalls<typeof sleep> = {
  AASM_STAGES: { notCalled: "a table" },
  CONSUMER_STAGES: { notCalled: "a table" },
  STATISTICS: { notCalled: "a table" },
  aggregate: {
    args:
      () => [NIGHTS, { ...CYCLES, mode: "end", every: "1d", startOfDay: "0h", functions: ["sum"] }],
    options: 1,
  },
  agreement: {
    args: () => [
      NIGHTS.map((night) => ({ ...night, sure: 1 })),
      NIGHTS,
      { ...FRAME, epoch: "PT30S", weight: "sure", unscored: "disagree" },
    ],
    options: 2,
  },
  blandAltman: {
    args: () => [PAIRS, { reference: "ring", other: "watch", unit: "min", by: "user" }],
    options: 1,
  },
  calibrate: {
    args: () => [
      PAIRS,
      [...PAIRS, { ring: 4, watch: 6, user: "a" }],
      { reference: "ring", other: "watch", bias: "constant", always: true },
    ],
    options: 2,
  },
  consensus: {
    args: () => [NIGHTS, { ...VOTES, rank: ["watch"], without: [], best: 1, probability: true }],
    options: 1,
  },
  cycles: { args: () => [NIGHTS, CYCLES], options: 1 },
  findClones: { args: () => [NIGHTS, CLONES], options: 1 },
  fromActivity: {
    args: () => [
      Array.from({ length: 60 }, (_, i) => ({
        time: new Date(Date.UTC(2024, 2, 1, 0, i)),
        counts: i,
        user: "a",
      })),
      {
        y: "counts",
        time: "time",
        by: "user",
        tz,
        algorithm: "cole-kripke",
        variant: "GGIR",
        rescore: false,
        wake: "all",
      },
    ],
    options: 1,
  },
  fromHypnogram: {
    args: () => [["W", "N2"], {
      start: "2024-03-01T22:00",
      epoch: "PT30S",
      stages: "aasm",
      codes: "table",
      tz,
    }],
    options: 1,
  },
  fromHypnogramFile: {
    args: () => ["onset\tduration\ttrial_type\n0\t30\tW", {
      start: "2024-03-01T22:00",
      stages: "aasm",
      tz,
    }],
    options: 1,
  },
  fromSamples: { args: () => [SAMPLES, { by: "user", tz, columns: {} }], options: 1 },
  hypnodensity: { args: () => [NIGHTS, VOTES], options: 1 },
  knownStages: { args: () => [NIGHTS, FRAME], options: 1 },
  limitsOfAgreement: {
    args: () => [PAIRS, {
      reference: "ring",
      other: "watch",
      unit: "min",
      by: "user",
      interval: "t",
      confidence: 0.9,
      resamples: 200,
      seed: 2,
    }],
    options: 1,
  },
  merge: {
    args: () => [NIGHTS, {
      ...FRAME,
      sourcePriority: ["watch"],
      priority: { 3: 1, 4: 2 },
      mergeContiguous: true,
      provenance: true,
      inBed: "layer",
      onInvalid: "drop",
    }],
    options: 1,
  },
  mergeReport: { args: () => [NIGHTS, FRAME], options: 1 },
  nightly: {
    args: () => [NIGHTS, { ...NIGHT, statistics: ["TST"], shortestAwakening: "PT1M" }],
    options: 1,
  },
  sessions: { args: () => [NIGHTS, NIGHT], options: 1 },
  nremCycles: {
    args: () => [NIGHTS, {
      ...BED,
      begin: "N1",
      shortestNrem: "PT15M",
      shortestRem: "PT5M",
      longestNrem: "PT120M",
      shortestLighter: "PT12M",
    }],
    options: 1,
  },
  pick: {
    args: () => [verbs.statistics(NIGHTS, { tz, by: "user" }), "TST", {
      night: "2024-03-02",
      where: { user: "a" },
      columns: {},
    }],
    options: 2,
  },
  regularity: {
    args: () => [NIGHTS, {
      ...NIGHT,
      uncovered: "awake",
      brokenBelow: 0.5,
      epoch: "PT30S",
      per: "all",
      minDays: 5,
      minCoverage: 0.5,
      confidence: 0.9,
      variant: "paper",
    }],
    options: 1,
  },
  softAgreement: { args: () => [NIGHTS, VOTES], options: 1 },
  stages: {
    args: () => [NIGHTS, { ...CYCLES, mergeOverlapping: true, mergeContiguous: true }],
    options: 1,
  },
  statistics: { args: () => [NIGHTS, { ...BED, shortestAwakening: "PT1M" }], options: 1 },
  timing: { args: () => [NIGHTS, { ...NIGHT, freeDays: [6, 7], alarm: false }], options: 1 },
  toEpochs: {
    args: () => [NIGHTS, {
      ...FRAME,
      epoch: "PT5M",
      start_time: "2024-03-01T20:00Z",
      end_time: "2024-03-01T23:00Z",
    }],
    options: 1,
  },
  toHypnogramFile: {
    args: () => [NIGHTS.slice(0, 2), {
      format: "bids",
      epoch: "PT5M",
      stages: "consumer",
      tz,
      columns: {},
    }],
    options: 1,
  },
  transitions: { args: () => [NIGHTS, VOTES], options: 1 },
  withoutClones: { args: () => [NIGHTS, { ...CLONES, keep: "later" }], options: 1 },
  validate: {
    args: () => [
      NIGHTS,
      NIGHTS,
      {
        ...FRAME,
        epoch: "PT30S",
        bootstrap: "percentile",
        confidence: 0.9,
        resamples: 200,
        seed: 2,
      },
    ],
    options: 2,
  },
};
