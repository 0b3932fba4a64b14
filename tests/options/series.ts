import type { series } from "@lifeframe/lifeframe";
import type { PublicCalls } from "./publicCall.ts";

/** Two days of hours. */
const HOURS = Array.from({ length: 48 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 30, i)),
  value: i % 24,
  other: i % 7,
  user: i % 2 === 0 ? "a" : "b",
}));
const RANGE = { start_time: "2024-03-30", end_time: "2024-03-31" };
const NEXT = { start_time: "2024-03-31", end_time: "2024-04-01" };
const SPANS = [{ start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T08:30Z", value: 3 }];
const tz = "Europe/Berlin";

/** Calls of `series`. */
export const SERIES: PublicCalls<typeof series> = {
  align: {
    args: () => [{ a: HOURS }, {
      every: "6h",
      anchor: "wall",
      fill: 0,
      time: "time",
      tz,
      aggregate: { a: { value: "max" } },
      each: { a: { maxAge: "1h" } },
      by: "user",
      how: "inner",
    }],
    options: 1,
  },
  around: {
    args: () => [HOURS, HOURS.slice(3, 5), {
      y: "value",
      time: "time",
      by: "user",
      before: "2h",
      after: "2h",
      every: "1h",
      band: "sd",
      dependent: false,
      each: true,
      eventTime: "time",
      tz,
    }],
    options: 2,
  },
  compare: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      a: RANGE,
      b: NEXT,
      tz,
      every: "1d",
      by: "user",
      unit: "1",
      confidence: 0.9,
      resamples: 99,
      seed: 2,
      lag: 0,
      dependent: true,
    }],
    options: 1,
  },
  convert: {
    args: () => [HOURS, { value: { from: "m", to: "km" } }, { times: ["time"], tz }],
    options: 2,
  },
  correlate: {
    args: () => [HOURS, {
      y: ["value", "other"],
      x: ["value"],
      method: "spearman",
      lag: 0,
      dependent: true,
      adjust: "holm",
      time: "time",
      every: "1h",
      tz,
      by: "user",
    }],
    options: 1,
  },
  cosinor: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      period: "24h",
      harmonics: 1,
      tz,
      unit: "1",
      errors: "independent",
    }],
    options: 1,
  },
  between: {
    args: () => [HOURS, RANGE, { time: "time", end: undefined, tz }],
    options: 2,
  },
  instant: { args: () => ["2024-03-31", tz] },
  dateParts: {
    args: () => [HOURS, { tz, time: "time", parts: ["date"], prefix: "at_", weekendDays: [5, 6] }],
    options: 1,
  },
  extendedCosinor: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      tz,
      transform: "log",
      unit: "1",
    }],
    options: 1,
  },
  fluctuations: {
    args: () => [HOURS, { y: "value", time: "time", by: "user", gaps: "join" }],
    options: 1,
  },
  fragmentation: {
    args: () => [HOURS, { y: "value", time: "time", by: "user", threshold: 3 }],
    options: 1,
  },
  hrv: {
    args: () => [
      HOURS.map((row) => ({ ...row, value: 800 })),
      {
        y: "value",
        time: "time",
        by: "user",
        unit: "ms",
        filter: "malik",
        variant: "hrv-analysis",
        adjacent: "all",
      },
    ],
    options: 1,
  },
  intensityGradient: {
    args: () => [HOURS, { y: "value", time: "time", by: "user", width: 5, last: 100 }],
    options: 1,
  },
  fromSamples: {
    args: () => [SPANS, RANGE, {
      kind: "discrete",
      every: "1h",
      name: "rate",
      tz,
      sourcePriority: [],
      calculations: ["max"],
      fill: 0,
      dropNulls: true,
      by: [],
      columns: {},
    }],
    options: 2,
  },
  light: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      threshold: 3,
      loop: true,
      tz,
    }],
    options: 1,
  },
  mixed: {
    args: () => [
      HOURS.map((row, i) => ({ ...row, user: i % 3, day: i % 7, value: i * i % 11 })),
      {
        y: "value",
        x: "day",
        person: "user",
        random: "slope",
        confidence: 0.9,
        unit: "1",
      },
    ],
    options: 1,
  },
  periodogram: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      method: "chi-square",
      from: "20h",
      to: "28h",
      step: "1h",
      every: "1h",
      tz,
      significance: 0.01,
      noise: "white",
    }],
    options: 1,
  },
  resample: {
    args: () => [HOURS, {
      every: "1d",
      tz,
      aggregate: { value: ["mean", "p90"] },
      fill: 0,
      time: "time",
      by: "user",
      anchor: "wall",
      closed: "left",
      label: "left",
      maxAge: "1h",
      coverage: true,
      whole: RANGE,
      step: "1h",
    }],
    options: 1,
  },
  rhythm: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      tz,
      variant: "sample",
      window: "2h",
      windows: ["1h"],
      period: "1d",
      threshold: 3,
      resolution: 60,
      unit: "1",
    }],
    options: 1,
  },
  rolling: {
    args: () => [HOURS, {
      window: "1d",
      tz,
      aggregate: { value: "std" },
      closed: "both",
      center: true,
      minSamples: 2,
      minCoverage: 0.1,
      by: "user",
      time: "time",
    }],
    options: 1,
  },
  trend: {
    args: () => [HOURS, {
      y: "value",
      time: "time",
      by: "user",
      per: "week",
      every: "1d",
      partial: [],
      confidence: 0.9,
      unit: "1",
      tz,
    }],
    options: 1,
  },
  streaks: {
    args: () => [HOURS, { y: "value", time: "time", atLeast: 50, atMost: 200, tz }],
    options: 1,
  },
  unusual: {
    args: () => [HOURS, { y: ["value"], time: "time", confidence: 0.9, tz }],
    options: 1,
  },
  thin: {
    args: () => [HOURS, {
      points: 20,
      method: "lttb",
      y: ["value"],
      gapSteps: 3,
      by: "user",
      time: "time",
      tz,
    }],
    options: 1,
  },
};
