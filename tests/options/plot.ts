import type { plot } from "@lifeframe/lifeframe";
import { EVERY_PICTURE } from "../plot/everyPicture.ts";
import type { PublicCall, PublicCalls } from "./publicCall.ts";

const tz = "Europe/Berlin";
const UNTIMED = { title: "A picture", width: 600, height: 300, plot: { marginLeft: 50 } };
const PICTURE = { ...UNTIMED, tz, locale: "de", timeFormat: "HH:mm" };
const RANGE = { start_time: "2024-03-10", end_time: "2024-03-30" };
const SUN = { sun: { lat: 52.5, long: 13.4 } };
const CONTEXT = {
  baseline: true,
  target: { value: 8000, label: "Goal" },
  freeDays: [6, 7, "2024-03-29"],
};
const DAILY = { x: "time", y: "steps", range: RANGE, now: "2024-03-29T12:00Z" };

const line = () => EVERY_PICTURE.line!.draw(EVERY_PICTURE.line!.rows, { tz });

function picture(
  name: keyof typeof EVERY_PICTURE,
  options: object,
  nested: readonly string[] = [],
): PublicCall {
  return {
    args: () => [EVERY_PICTURE[name]!.rows, options],
    options: 1,
    nested: ["plot", ...nested],
  };
}

/** The pictures. */
export const PLOT: PublicCalls<typeof plot> = {
  actogram: picture("actogram", {
    ...PICTURE,
    ...SUN,
    x: "time",
    y: "steps",
    double: true,
    every: "1h",
    aggregate: "mean",
    unit: "steps",
    range: RANGE,
    spans: {},
  }, ["sun"]),
  agreement: picture("agreement", {
    ...PICTURE,
    reference: "steps",
    other: "heart_rate",
    unit: "x",
  }),
  around: picture("around", { ...UNTIMED, label: "x", unit: "bpm", band: "IQR", columns: {} }),
  calendar: picture("calendar", {
    ...PICTURE,
    ...DAILY,
    form: "weeks",
    aggregate: "sum",
    unit: "steps",
  }),
  compare: picture("compare", {
    ...PICTURE,
    y: "steps",
    a: "weekend",
    b: "weekday",
    condition: "kind",
    every: "1d",
    unit: "steps",
    confidence: 0.9,
    resamples: 99,
    seed: 7,
    lag: 0,
    dependent: true,
    labels: { a: "free", b: "work" },
  }, ["labels"]),
  coverage: picture("coverage", { ...PICTURE, by: "source", gap: 3, range: RANGE, columns: {} }),
  dailyBars: picture("dailyBars", {
    ...PICTURE,
    ...DAILY,
    ...CONTEXT,
    form: "trend",
    aggregate: "mean",
    unit: "steps",
  }, ["target"]),
  dayPath: picture("dayPath", {
    ...PICTURE,
    names: ["Home"],
    outline: { type: "FeatureCollection", features: [] },
    columns: {},
  }),
  dayProfile: picture("dayProfile", {
    ...PICTURE,
    time: "time",
    y: "steps",
    unit: "steps",
    resolution: 60,
    average: "mean",
    band: 0.9,
    extremes: true,
    cosine: true,
  }),
  distribution: picture("distribution", {
    ...UNTIMED,
    y: "steps",
    kind: "histogram",
    percentile: 90,
    bins: 9,
    unit: "steps",
  }),
  events: picture("events", { ...PICTURE, label: "kind", columns: {} }),
  hypnogram: picture("hypnogram", {
    ...PICTURE,
    stages: "consumer",
    by: "source",
    provenance: false,
    columns: {},
  }),
  line: picture("line", {
    ...PICTURE,
    target: { value: 90, label: "Goal" },
    freeDays: [6, 7],
    ...SUN,
    form: "envelope",
    x: "time",
    y: "steps",
    band: { low: "steps", high: "heart_rate", label: "between" },
    unit: "steps",
    gap: 4,
    range: RANGE,
  }, ["sun", "band", "target"]),
  nremCycles: picture("nremCycles", {
    ...PICTURE,
    begin: "N2",
    shortestNrem: "PT15M",
    shortestRem: "PT5M",
    longestNrem: "PT2H",
    shortestLighter: "PT12M",
    rule: "noon",
    gap: "PT1H",
    wholeNights: true,
    shortestMain: "PT1H",
    stages: "consumer",
    columns: {},
  }),
  beside: {
    args: () => [
      [line(), line()],
      { columns: 1, title: "Two", share: false },
    ],
    options: 1,
  },
  multiples: {
    args: () => [
      EVERY_PICTURE.line!.rows,
      { by: "kind", draw: line, columns: 1, width: 400, title: "All" },
    ],
    options: 1,
  },
  overlay: {
    args: () => [
      EVERY_PICTURE.overlay!.rows,
      EVERY_PICTURE.overlay!.rows,
      { ...PICTURE, x: "time", y: "steps", unit: "steps", labels: ["Now", "Then"], gap: 4 },
    ],
    options: 2,
    nested: ["plot"],
  },
  periodogram: picture("periodogram", { ...UNTIMED, label: "Power", columns: {} }),
  Picture: {
    notCalled: "a class that the pictures are of; see tests/plot/picture/picture_test.ts",
  },
  polarClock: picture("polarClock", {
    ...PICTURE,
    x: "time",
    y: "steps",
    label: "Steps",
    unit: "steps",
  }),
  regularity: picture("regularity", {
    ...PICTURE,
    ...CONTEXT,
    form: "trend",
    rule: "noon",
    gap: "PT1H",
    wholeNights: true,
    shortestMain: "PT1H",
    stages: "consumer",
    sourcePriority: ["watch"],
    uncovered: "awake",
    epoch: "PT1M",
    minDays: 2,
    minCoverage: 0.5,
    columns: {},
  }, ["target"]),
  scatter: picture("scatter", {
    ...UNTIMED,
    x: "heart_rate",
    y: "steps",
    by: "kind",
    lag: 0,
    time: "time",
    every: "1d",
    fit: true,
    xUnit: "bpm",
    yUnit: "steps",
  }),
  sleepBars: picture("sleepBars", {
    ...PICTURE,
    ...CONTEXT,
    form: "trend",
    stages: "consumer",
    mode: "end",
    naps: true,
    range: RANGE,
    columns: {},
  }, ["target"]),
  sleepRaster: picture("sleepRaster", {
    ...PICTURE,
    ...SUN,
    form: "trend",
    stages: "consumer",
    range: RANGE,
    columns: {},
  }, ["sun"]),
  timeline: picture("timeline", {
    ...PICTURE,
    ...SUN,
    form: "trend",
    rule: "18:00",
    gap: "PT1H",
    wholeNights: true,
    shortestMain: "PT1H",
    stages: "consumer",
    sourcePriority: ["watch"],
    range: RANGE,
    freeDays: [6, 7],
    columns: {},
  }, ["sun"]),
  transitions: picture("transitions", {
    ...PICTURE,
    epoch: "PT30S",
    stages: "consumer",
    columns: {},
  }),
  visits: picture("visits", { ...PICTURE, names: ["Home"], columns: {} }),
  weekHours: picture("weekHours", {
    ...PICTURE,
    x: "time",
    y: "steps",
    aggregate: "sum",
    unit: "steps",
    range: RANGE,
  }),
  weekMonths: picture("weekMonths", {
    ...PICTURE,
    ...DAILY,
    aggregate: "sum",
    by: "season",
    unit: "steps",
  }),
};
