import { demo, type Me } from "@lifeframe/lifeframe";
import type { Questions } from "../../src/app/me.ts";
import type { PublicCall, PublicCalls } from "./publicCall.ts";

/** A client of a service in this process, with three days of the sample. */
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

/** Both tables of days take the same. */
const TABLE_OF_DAYS: PublicCall = {
  args: () => [{
    ...days,
    ...table,
    metrics: ["StepCount"],
    tz,
    svc_userid: undefined,
    onAbsent: () => {},
  }],
  options: 0,
};

/** The questions of a client. */
export const ME: PublicCalls<Questions> = {
  activities: {
    args: () => [{ ...days, svc_userid: undefined, each: true, tz, units: "metric" }],
    options: 0,
  },
  compareWith: {
    args: async () => [await me.userid(), {
      ...days,
      metric: "StepCount",
      samprate: "1d",
      tz,
      units: "metric",
    }],
    options: 1,
  },
  correlate: {
    args: () => [{
      ...days,
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
      svc_userid: undefined,
    }],
    options: 0,
  },
  daily: TABLE_OF_DAYS,
  dailyTotals: {
    args:
      () => [{ ...days, metric: "StepCount", tz, includePartial: true, units: "metric", ...text }],
    options: 0,
  },
  day: {
    args: () => ["2025-03-20", { tz, sourcePriority: ["Wrist"], units: "imperial", ...text }],
    options: 1,
  },
  digest: {
    args: () => [{ ...days, before: 1, tz, sourcePriority: ["Wrist"], ...text }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  erase: {
    args: () => [{
      ...days,
      dataTypes: ["HeartRate"],
      dryRun: true,
      signal: new AbortController().signal,
      onProgress() {},
    }],
    options: 0,
  },
  exportTo: {
    args: async () => [await Deno.makeTempDir(), {
      replace: true,
      signal: new AbortController().signal,
      onProgress() {},
    }],
    options: 1,
    takes: { "a text": "it names a folder" },
  },
  lastNight: {
    args: () => [{ tz, sourcePriority: ["Wrist"], date: "2025-03-20", before: 1, ...text }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  nightly: {
    args: () => [{
      ...days,
      statistics: ["TST"],
      tz,
      sourcePriority: ["Wrist"],
      svc_userid: undefined,
      onAbsent: () => {},
    }],
    options: 0,
  },
  provenance: {
    args: () => [{ ...days, tz, sourcePriority: ["Wrist"], data: "x" }],
    options: 0,
    takes: { "no argument": none, "an empty object": none },
  },
  workoutDays: TABLE_OF_DAYS,
};
