import { demo, type Me } from "@lifeframe/lifeframe";
import type { Questions } from "../../src/app/me.ts";
import type { PublicCall, PublicCalls } from "./publicCall.ts";

/** Client of a service in this process, with three days of the sample. */
export const me: Me = await demo({ days: 3 });

const tz = "Europe/Berlin";
const days = { start_time: "2025-03-19T00:00+01:00", end_time: "2025-03-21T00:00+01:00" };
const text = { locale: "de", timeFormat: "dd.MM.yyyy HH:mm" };
const table = {
  sleep: ["asleep"],
  workouts: true,
  own: [{ date: "2025-03-19", mood: 3 }],
  combine: { mood: "mean" },
  sourcePriority: ["Wrist"],
  units: "metric",
};
const none = "every option has a default";

/** Arguments of both tables of days. */
const TABLE_OF_DAYS: PublicCall = {
  args: () => [days, {
    ...table,
    metrics: ["StepCount"],
    tz,
    userid: undefined,
    onAbsent: () => {},
  }],
  options: 1,
};

/** Returns settings that every question about records takes. */
const records = () => ({
  tz,
  userid: undefined,
  signal: new AbortController().signal,
  onProgress() {},
});

/** Calls of a client's questions. */
export const ME: PublicCalls<Questions> = {
  compareWith: {
    args: async () => [await me.userid(), "StepCount", days, { every: "1d", tz, units: "metric" }],
    options: 3,
  },
  correlate: {
    args: () => [days, {
      ...table,
      metrics: ["StepCount", "HeartRate"],
      x: ["StepCount"],
      lag: 1,
      dependent: true,
      adjust: "holm",
      tz,
      method: "pearson",
      includePartial: true,
      onAbsent: () => {},
      userid: undefined,
    }],
    options: 1,
  },
  trend: {
    args: () => ["deep", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      per: "year",
      confidence: 0.9,
      partial: [],
      includePartial: true,
      userid: undefined,
    }],
    options: 2,
  },
  changePoint: {
    args: () => ["deep", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      includePartial: true,
      userid: undefined,
      partial: [],
      trim: 0.2,
      confidence: 0.9,
    }],
    options: 2,
  },
  changePoints: {
    args: () => ["deep", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      includePartial: true,
      userid: undefined,
      partial: [],
      minLength: 3,
      penalty: 4,
      confidence: 0.9,
    }],
    options: 2,
  },
  interrupted: {
    args: () => ["deep", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      includePartial: true,
      userid: undefined,
      at: "2025-03-17",
      slopes: false,
      per: "week",
      partial: [],
      confidence: 0.9,
    }],
    options: 2,
  },
  decompose: {
    args: () => ["deep", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      includePartial: true,
      userid: undefined,
      period: "1w",
      robust: true,
    }],
    options: 2,
  },
  streaks: {
    args: () => ["StepCount", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      atLeast: 3000,
      atMost: 20_000,
      includePartial: true,
      userid: undefined,
    }],
    options: 2,
  },
  unusual: {
    args: () => [days, {
      measures: ["deep", "HeartRate"],
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      confidence: 0.9,
      includePartial: true,
      userid: undefined,
    }],
    options: 1,
  },
  influences: {
    args: () => [days, {
      y: "deep",
      x: ["StepCount", "bedtime"],
      lags: 2,
      includeUnusual: true,
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      units: "metric",
      tz,
      includePartial: true,
      userid: undefined,
    }],
    options: 1,
  },
  daily: TABLE_OF_DAYS,
  day: {
    args: () => ["2025-03-20", { tz, sourcePriority: ["Wrist"], units: "imperial", ...text }],
    options: 1,
  },
  diary: { args: () => [days, { names: ["Coffee"], tz }], options: 1 },
  note: {
    args: () => ["rice", {
      at: "2025-03-20T14:30",
      value: 2,
      scale: undefined,
      unit: "g",
      text: "x",
      tags: ["food"],
      tz,
    }],
    options: 1,
    takes: { "a text": "it is the name of an entry" },
  },
  digest: {
    args: () => [days, { before: 1, tz, sourcePriority: ["Wrist"], units: "metric", ...text }],
    options: 1,
    takes: { "no argument": "the last seven days" },
  },
  erase: {
    args: () => [days, {
      dataTypes: ["HeartRate"],
      dryRun: true,
      signal: new AbortController().signal,
      onProgress() {},
    }],
    options: 1,
  },
  events: { args: () => ["MomentAnnotation", days, records()], options: 2 },
  exportTo: {
    args: async () => [await Deno.makeTempDir(), {
      replace: true,
      tz: "Europe/Berlin",
      signal: new AbortController().signal,
      onProgress() {},
    }],
    options: 1,
    takes: { "a text": "it names a folder" },
  },
  ingest: {
    args: () => [{}, {
      batch: 10,
      signal: new AbortController().signal,
      onProgress() {},
      ids: true,
      own: false,
      tz: undefined, // for a path only
      only: undefined,
      range: undefined,
    }],
    options: 1,
    takes: { "an empty object": "no frames, so nothing is stored" },
  },
  lastNight: {
    args: () => [{ tz, sourcePriority: ["Wrist"], date: "2025-03-20", before: 1, ...text }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  nightly: {
    args: () => [days, {
      statistics: ["TST"],
      tz,
      sourcePriority: ["Wrist"],
      userid: undefined,
      onAbsent: () => {},
    }],
    options: 1,
  },
  provenance: {
    args: () => [days, { tz, sourcePriority: ["Wrist"], data: "x" }],
    options: 1,
    takes: { "no argument": "a result without a range" },
  },
  report: {
    args: () => [days, {
      tz: "Europe/Berlin",
      title: "x",
      name: "x",
      against: days,
      deidentify: false,
      sourcePriority: ["Wrist"],
      data: "x",
      again: "x",
      units: "imperial",
      onStep: () => {},
      locale: "de",
      timeFormat: "HH:mm",
    }],
    options: 1,
  },
  samples: { args: () => ["HeartRate", days, records()], options: 2 },
  series: { args: () => ["HeartRate", days, { ...records(), every: "1h", fill: 0 }], options: 2 },
  stages: {
    args: () => [days, { ...records(), sourcePriority: ["Wrist"], allSources: false }],
    options: 1,
  },
  totals: {
    args: () => ["StepCount", days, {
      own: table.own,
      combine: table.combine,
      sourcePriority: table.sourcePriority,
      tz,
      includePartial: true,
      units: "metric",
      userid: undefined,
      ...text,
    }],
    options: 2,
  },
  watch: { notCalled: "it is an iterator, which checks its options with the first change" },
  workoutDays: TABLE_OF_DAYS,
  workouts: {
    args: () => [days, { userid: undefined, by: "activity", tz, units: "metric", pace: true }],
    options: 1,
  },
};
