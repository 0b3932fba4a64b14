import type { Row } from "../../src/frame/polars/rows.ts";
import * as plot from "../../src/plot/mod.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { sampleNights } from "./sampleNights.ts";

type Plot = Omit<typeof plot, "Picture" | "beside" | "multiples" | "night" | "overlay">;

/** Options of each chart, without those of every chart. */
type Options = {
  [K in keyof Plot]: Omit<NonNullable<Parameters<Plot[K]>[1]>, keyof plot.PictureOptions>;
};

/** Data and values for the options of a chart. */
interface OptionCase<O> {
  /** Data. @default the data of everyPicture.ts */
  readonly rows?: readonly Row[];
  /** Options without which the chart cannot be drawn. */
  readonly needed?: Partial<O>;
  /** Variants of the chart. An option must change each, or be rejected there. */
  readonly variants?: readonly Partial<O>[];
  /** A value for each option that changes the chart, or that only code which reads it rejects. */
  readonly values: { readonly [option in keyof O]-?: NonNullable<O[option]> | Elsewhere };
}

/** The test of an option that the chart passes on unchanged, or that other data react to. */
interface Elsewhere {
  readonly testedIn: string;
}

const MISSING = "missing_column";
const COLUMNS = { columns: { [MISSING]: MISSING } };
const RANGE = { range: { start_time: "2024-03-12", end_time: "2024-03-16" } };
const SUN = { sun: { lat: 52.5, long: 13.4 } };
const CONTEXT = { baseline: true, target: 50, freeDays: [1] };
const DAILY = { x: MISSING, aggregate: "mean", now: "2024-03-20T12:00Z", whole: MISSING } as const;
const FORMS = [{ form: "days" }, { form: "trend" }] as const;
const STAGES = "no such table" as const;

/** Rules of nights, which sleep.sessions applies. */
const NIGHT_RULES = {
  rule: { testedIn: "tests/sleep/sessions_test.ts" },
  gap: { testedIn: "tests/sleep/sessions_test.ts" },
  wholeNights: { testedIn: "tests/sleep/sessions_test.ts" },
  shortestMain: { testedIn: "tests/sleep/sessions_test.ts" },
  dstNights: { testedIn: "tests/sleep/timing_test.ts" },
  sourcePriority: { testedIn: "tests/sleep/stages_test.ts" },
} as const;

const SERIES = Array.from({ length: 96 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1, i)).toISOString(),
  bpm: 60 + i % 24 + i % 5,
  other: i,
}));
const NIGHTS = sampleNights("2024-02-01", 45, TZ).flatMap((span, i, all) => {
  const night = { ...span, source: "watch" };
  if (i !== all.length - 1) return [night];
  const later = (time: string): string => new Date(Date.parse(time) + 36_000_000).toISOString();
  const nap = { ...night, start_time: later(span.start_time), end_time: later(span.end_time) };
  return [night, nap];
});
const DAYS = Array.from({ length: 60 }, (_, i) => ({
  time: Temporal.Instant.from("2024-02-10T12:00Z").add({ hours: 24 * i }).toString(),
  steps: i * 7919 % 90 + 10,
  floors: i % 7,
}));

/** Deep sleep for longer than the default of `longestNrem`, with lighter sleep in between. */
const LONG_NREM = [[3, 30], [4, 50], [3, 20], [4, 50], [5, 20], [3, 30], [5, 10]].map(
  ([sleep_stage], i, all) => {
    const at = (count: number): string =>
      Temporal.Instant.from("2024-03-10T22:00Z")
        .add({ minutes: all.slice(0, count).reduce((sum, [, minutes]) => sum + minutes!, 0) })
        .toString();
    return { start_time: at(i), end_time: at(i + 1), sleep_stage: sleep_stage! };
  },
);
const ZONED = EVERY_PICTURE["scatter"]!.rows.map((row) => ({
  ...row,
  time: Temporal.Instant.from(String(row["time"])).toZonedDateTimeISO(TZ),
}));
const ONE_GROUP = ZONED.map((row) => ({ ...row, kind: "a" }));
const VISITS = EVERY_PICTURE["visits"]!.rows;

const heartRate = (): plot.Picture =>
  plot.line(EVERY_PICTURE["line"]!.rows, { y: "heart_rate", tz: TZ });

/** A row for each chart. The compiler names a chart or an option that is missing. */
export const EVERY_OPTION: { readonly [K in keyof Plot]: OptionCase<Options[K]> } = {
  actogram: {
    needed: { y: "steps" },
    variants: [{ double: false }, { double: true }],
    values: {
      ...SUN,
      ...RANGE,
      x: MISSING,
      y: MISSING,
      double: true,
      every: "2h",
      aggregate: "max",
      unit: "m",
      spans: { Sleep: EVERY_PICTURE["sleepBars"]!.rows },
    },
  },
  agreement: {
    needed: { reference: "steps", other: "heart_rate" },
    values: { reference: "heart_rate", other: "steps", unit: "m" },
  },
  around: {
    rows: SERIES,
    needed: {
      events: [{ at: "2024-01-02T12:00Z" }, { at: "2024-01-03T12:00Z" }],
      eventTime: "at",
      y: "bpm",
    },
    values: {
      ...COLUMNS,
      events: [{ at: "2024-01-02T18:00Z" }],
      eventTime: MISSING,
      y: "other",
      time: MISSING,
      label: "Pulse",
      unit: "m",
      band: { testedIn: "tests/plot/around_test.ts" },
      before: "4h",
      after: "4h",
      every: "30m",
      dependent: { testedIn: "tests/series/around_test.ts" },
    },
  },
  balance: {
    rows: DAYS,
    needed: { y: "steps", target: 5000 },
    values: { ...DAILY, ...RANGE, y: "floors", target: 9, unit: "m" },
  },
  calendar: {
    rows: DAYS,
    needed: { y: "steps" },
    variants: [{ form: "months" }, { form: "weeks" }, { diverging: 5000 }],
    values: { ...DAILY, ...RANGE, y: "floors", form: "weeks", unit: "m", diverging: "median" },
  },
  change: {
    needed: { a: "2024-W11", b: "2024-W12" },
    values: { a: "2024-W12", b: "2024-W13", y: "steps", x: MISSING },
  },
  compare: {
    rows: ZONED,
    needed: { y: "steps", condition: "kind", a: "weekend", b: "weekday" },
    values: {
      x: MISSING,
      y: "heart_rate",
      condition: MISSING,
      a: "weekday",
      b: "weekend",
      labels: ["Free", "Work"],
      unit: "m",
      confidence: 0.5,
      method: { testedIn: "tests/series/compare_test.ts" },
      partial: { testedIn: "tests/series/compare_test.ts" },
      dependent: false,
      every: { testedIn: "tests/series/compare_test.ts" },
      resamples: { testedIn: "tests/series/compare_test.ts" },
      seed: { testedIn: "tests/series/compare_test.ts" },
      lag: 1,
    },
  },
  coverage: {
    rows: SERIES.filter((_, i) => i % 10 < 5),
    variants: [{}, { range: { start_time: "2023-06-01", end_time: "2024-06-01" } }],
    values: {
      ...COLUMNS,
      by: MISSING,
      y: MISSING,
      gapSteps: 9,
      range: { start_time: "2024-01-02", end_time: "2024-01-03" },
    },
  },
  dailyBars: {
    rows: DAYS,
    needed: { y: "steps" },
    variants: FORMS,
    values: { ...DAILY, ...RANGE, ...CONTEXT, y: "floors", form: "trend", unit: "m" },
  },
  dayPath: {
    variants: [{}, { visits: VISITS }],
    values: {
      ...COLUMNS,
      visits: VISITS,
      names: ["Cabin"],
      outline: { type: "LineString", coordinates: [[13.4, 52.5], [13.41, 52.51]] },
    },
  },
  dayProfile: {
    needed: { y: "steps" },
    variants: [{ average: "median" }, { average: "mean" }],
    values: {
      time: MISSING,
      y: "heart_rate",
      unit: "m",
      resolution: 120,
      average: "mean",
      band: 0.9,
      extremes: false,
      cosine: true,
    },
  },
  distribution: {
    needed: { y: "steps" },
    variants: [{ kind: "histogram" }, { kind: "box" }],
    values: { y: "heart_rate", kind: "box", by: "kind", percentile: 80, bins: 9, unit: "m" },
  },
  events: {
    needed: { label: "kind" },
    variants: [{}, { over: heartRate() }],
    values: { ...COLUMNS, label: MISSING, over: heartRate() },
  },
  hypnodensity: { values: { stages: STAGES as never } },
  hypnogram: {
    variants: [{}, { by: "source" }, { provenance: true }],
    values: { ...COLUMNS, stages: STAGES as never, by: "source", provenance: true },
  },
  line: {
    needed: { y: "steps" },
    variants: [{ form: "points" }, { form: "envelope" }],
    values: {
      ...SUN,
      ...RANGE,
      x: MISSING,
      y: "heart_rate",
      target: 9,
      freeDays: [1],
      form: "envelope",
      band: { low: "steps", high: "heart_rate" },
      unit: "m",
      gapSteps: { testedIn: "tests/plot/line_test.ts" },
    },
  },
  matrix: { values: { method: "spearman", lag: 1 } },
  nremCycles: {
    rows: LONG_NREM,
    values: {
      ...COLUMNS,
      ...NIGHT_RULES,
      night: "2024-01-01",
      lightsOff: "2024-03-10T22:10Z",
      lightsOn: "2024-03-11T00:30Z",
      begin: { testedIn: "tests/sleep/nremCycles_test.ts" },
      shortestNrem: "PT4H",
      shortestRem: "PT15M",
      longestNrem: "PT4H",
      shortestLighter: "PT1H",
      stages: STAGES as never,
    },
  },
  overview: {
    rows: SERIES,
    values: { ...RANGE, x: MISSING, y: "other" },
  },
  periodogram: {
    rows: SERIES,
    needed: { y: "bpm" },
    values: {
      ...COLUMNS,
      y: "other",
      time: MISSING,
      label: "Strength",
      method: "chi-square",
      noise: { testedIn: "tests/series/periodogram_test.ts" },
      from: "20h",
      to: "25h",
      step: "2h",
      every: { testedIn: "tests/series/periodogram_test.ts" },
      significance: 0.5,
    },
  },
  polarClock: {
    variants: [{}, { y: "steps" }],
    values: { x: MISSING, y: "heart_rate", label: "Steps taken", unit: "m" },
  },
  regularity: {
    rows: NIGHTS,
    variants: FORMS,
    values: {
      ...COLUMNS,
      ...CONTEXT,
      ...NIGHT_RULES,
      form: "trend",
      stages: STAGES as never,
      uncovered: { testedIn: "tests/sleep/regularity_test.ts" },
      brokenBelow: { testedIn: "tests/sleep/regularity_test.ts" },
      epoch: "PT5M",
      minDays: 99,
      minCoverage: { testedIn: "tests/sleep/regularity_test.ts" },
    },
  },
  scatter: {
    rows: ONE_GROUP,
    needed: { x: "heart_rate", y: "steps" },
    variants: [{ fit: true }, { fit: false }, { lag: 1, every: "1h" }],
    values: {
      x: "steps",
      y: "heart_rate",
      by: MISSING,
      lag: 2,
      time: MISSING,
      every: { testedIn: "tests/plot/scatter_test.ts" },
      fit: false,
      xUnit: "m",
      yUnit: "m",
    },
  },
  sleepBars: {
    rows: NIGHTS,
    variants: FORMS,
    values: {
      ...COLUMNS,
      ...CONTEXT,
      target: 5,
      form: "trend",
      stages: STAGES as never,
      mode: "start",
      naps: true,
      range: { start_time: "2024-02-10", end_time: "2024-02-20" },
    },
  },
  sleepRaster: {
    rows: NIGHTS,
    variants: FORMS,
    values: {
      ...COLUMNS,
      ...SUN,
      form: "trend",
      stages: STAGES as never,
      range: { start_time: "2024-02-10", end_time: "2024-02-20" },
    },
  },
  tile: {
    rows: DAYS,
    needed: { y: "steps" },
    values: { ...DAILY, ...RANGE, y: "floors", unit: "m" },
  },
  timeline: {
    rows: NIGHTS,
    variants: FORMS,
    values: {
      ...COLUMNS,
      ...SUN,
      ...NIGHT_RULES,
      form: "trend",
      stages: STAGES as never,
      range: { start_time: "2024-02-10", end_time: "2024-02-20" },
      freeDays: [1],
    },
  },
  transitions: { values: { ...COLUMNS, epoch: "PT5M", stages: STAGES as never } },
  visits: { values: { ...COLUMNS, names: ["Cabin"] } },
  weekHours: {
    needed: { y: "steps" },
    values: { ...RANGE, x: MISSING, y: "heart_rate", aggregate: "sum", unit: "m" },
  },
  weekMonths: {
    rows: DAYS,
    needed: { y: "steps" },
    variants: [{ part: "month" }, { part: "season" }],
    values: { ...DAILY, ...RANGE, y: "floors", part: "season", unit: "m" },
  },
};
