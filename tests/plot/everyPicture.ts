import type { FrameLike } from "../../src/frame/open.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import * as plot from "../../src/plot/mod.ts";
import { sampleNights } from "./sampleNights.ts";

/** Options passed to every chart of this table. */
export interface CaseOptions extends plot.PictureOptions {
  /** Unit, for charts that show one. */
  readonly unit?: string;
}

/** A chart with data to draw. */
export interface PictureCase {
  /** Rows of its data; the first row is enough for a chart. */
  readonly rows: readonly Row[];
  /** Types of the rows' columns. */
  readonly schema: Schema;
  /** Draws a frame with these columns. */
  readonly draw: (frame: FrameLike, options: CaseOptions) => plot.Picture;
  /** `true` if it shows times or days, and so the zone. */
  readonly zoned: boolean;
  /** Error for too few rows: one row is not two groups. */
  readonly refuses?: string;
  /** Call for the gallery. */
  readonly call: string;
}

export const TZ = "Europe/Berlin";

const SPANS: Schema = {
  start_time: "time",
  end_time: "time",
  sleep_stage: "int64",
  source: "text",
};
const nights = sampleNights("2024-03-10", 20, TZ).map((span) => ({ ...span, source: "watch" }));
const night = sampleNights("2024-03-10", 1, TZ).map((span) => ({ ...span, source: "watch" }));

const SERIES: Schema = { time: "time", steps: "float64", heart_rate: "float64", kind: "text" };
const hours = Array.from({ length: 24 * 20 }, (_, i) => {
  const at = Temporal.Instant.from("2024-03-10T08:00Z").add({ hours: i });
  const { hour, dayOfWeek } = at.toZonedDateTimeISO(TZ);
  const steps = hour < 7 ? 0 : (i * 7919) % 900;
  return {
    time: at.toString(),
    steps,
    heart_rate: 55 + steps / 20 + i % 5,
    kind: dayOfWeek > 5 ? "weekend" : "weekday",
  };
});

const shares = Array.from({ length: 60 }, (_, i) => ({
  start_time: Temporal.Instant.from("2024-03-30T22:00Z").add({ minutes: 5 * i }).toString(),
  end_time: Temporal.Instant.from("2024-03-30T22:05Z").add({ minutes: 5 * i }).toString(),
  rem: i % 7 === 0 ? 0.25 : 0,
  light: i % 7 === 0 ? 0.5 : 1,
  deep: i % 7 === 0 ? 0.25 : 0,
}));

const VISITS: Schema = {
  kind: "text",
  start_time: "time",
  end_time: "time",
  lat: "float64",
  long: "float64",
  place: "int64",
  city: "text",
};
const visits = ["07:00", "09:00", "17:00"].map((clock, i) => ({
  kind: "visit",
  start_time: `2024-03-30T${clock}:00Z`,
  end_time: `2024-03-30T${["08:30", "16:40", "21:00"][i]}:00Z`,
  lat: [52.52, 52.5, 52.52][i],
  long: [13.4, 13.45, 13.4][i],
  place: [0, 1, 0][i],
  city: "Berlin",
}));
const path = Array.from({ length: 12 }, (_, i) => ({
  time: Temporal.Instant.from("2024-03-30T08:00Z").add({ minutes: 10 * i }).toString(),
  lat: 52.5 + i / 300,
  long: 13.4 + (i % 4) / 200,
  part: 0,
}));
const scan = Array.from({ length: 41 }, (_, i) => ({
  period_h: 20 + i / 5,
  power: Math.exp(-((i - 20) ** 2) / 8),
  threshold: 0.3,
}));
const offsets = Array.from({ length: 25 }, (_, i) => ({
  offset_ms: (i - 12) * 300_000,
  mean: 60 + 10 * Math.exp(-((i - 14) ** 2) / 9),
  low: 55,
  high: 72,
  n: 9,
}));

const correlations = ["pearson", "spearman"].flatMap((method) =>
  [["steps", "asleep", 0.61, 0.002], ["steps", "mood", 0.08, 1], ["asleep", "mood", -0.34, 0.04]]
    .flatMap(([a, b, r, p_adjusted]) =>
      [0, 1].map((lag) => ({
        a: String(a),
        b: String(b),
        lag,
        method,
        r: Number(r) / (1 + lag),
        p_adjusted: Number(p_adjusted),
        n: 58 - lag,
        partial: null,
        finding: method === "spearman" ? null : "12 min more asleep per 1,000 steps",
      }))
    )
);

/** Returns options for a chart without a unit. */
function unitless<T extends CaseOptions>({ unit: _, ...options }: T): Omit<T, "unit"> {
  return options;
}

/** Returns options for a chart without times. */
function untimed({ tz: _, timeFormat: __, ...options }: CaseOptions) {
  return options;
}

/** Every function of `plot` that returns a chart. */
export const EVERY_PICTURE: { readonly [name: string]: PictureCase } = {
  actogram: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.actogram(frame, { ...options, y: "steps", double: true }),
    zoned: true,
    call: `plot.actogram(activity, { y: "steps", tz })`,
  },
  agreement: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) =>
      plot.agreement(frame, { ...untimed(options), reference: "steps", other: "heart_rate" }),
    zoned: false,
    call: `plot.agreement(nights, { reference: "watch", other: "ring", unit: "min" })`,
  },
  around: {
    rows: offsets,
    schema: { offset_ms: "int64", mean: "float64", low: "float64", high: "float64", n: "int64" },
    draw: (frame, options) =>
      plot.around(frame, { ...untimed(options), label: options.title ?? "heart_rate" }),
    zoned: false,
    call: `plot.around(series.around(heart, coffees), { label: "heart_rate", unit: "bpm" })`,
  },
  balance: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.balance(frame, { ...options, y: "steps", target: 8000 }),
    zoned: true,
    call: `plot.balance(nights, { y: "asleep", unit: "h", target: 8, tz })`,
  },
  calendar: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.calendar(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.calendar(days, { y: "steps", tz })`,
  },
  change: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) =>
      plot.change(frame, { ...unitless(options), a: "2024-W11", b: "2024-W12" }),
    zoned: true,
    call: `plot.change(days, { a: "2025-02", b: "2025-03", tz })`,
  },
  compare: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.compare(frame, { ...options, y: "steps", condition: "kind" }),
    zoned: false,
    refuses: "Cannot compare",
    call: `plot.compare(days, { y: "steps", condition: "weather" })`,
  },
  coverage: {
    rows: nights,
    schema: SPANS,
    draw: (frame, options) => plot.coverage(frame, unitless(options)),
    zoned: true,
    call: `plot.coverage(samples, { tz })`,
  },
  dailyBars: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.dailyBars(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.dailyBars(days, { y: "steps", tz })`,
  },
  dayPath: {
    rows: path,
    schema: { time: "time", lat: "float64", long: "float64", part: "int64" },
    draw: (frame, options) => plot.dayPath(frame, unitless(options)),
    zoned: true,
    call: `plot.dayPath(places.dayPath(locations), { tz })`,
  },
  dayProfile: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.dayProfile(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.dayProfile(activity, { y: "steps", tz })`,
  },
  distribution: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) =>
      plot.distribution(frame, { ...untimed(options), y: "steps", by: "kind" }),
    zoned: false,
    call: `plot.distribution(days, { y: "steps", percentile: [50, 90] })`,
  },
  events: {
    rows: hours.slice(0, 9),
    schema: SERIES,
    draw: (frame, options) => plot.events(frame, { ...unitless(options), label: "kind" }),
    zoned: true,
    call: `plot.events(tags, { tz })`,
  },
  hypnodensity: {
    rows: shares,
    schema: {
      start_time: "time",
      end_time: "time",
      rem: "float64",
      light: "float64",
      deep: "float64",
    },
    draw: (frame, options) => plot.hypnodensity(frame, unitless(options)),
    zoned: true,
    call: `plot.hypnodensity(sleep.hypnodensity(scored), { tz })`,
  },
  hypnogram: {
    rows: night,
    schema: SPANS,
    draw: (frame, options) => plot.hypnogram(frame, { ...unitless(options), by: "source" }),
    zoned: true,
    call: `plot.hypnogram(stages, { tz })`,
  },
  line: {
    rows: hours,
    schema: SERIES,
    // Without a unit, each would have a chart of its own.
    draw: (frame, options) =>
      plot.line(frame, { unit: "", ...options, y: ["heart_rate", "steps"] }),
    zoned: true,
    call: `plot.line(heart, { y: "heart_rate", unit: "bpm", tz })`,
  },
  matrix: {
    rows: correlations,
    schema: {
      a: "text",
      b: "text",
      lag: "int64",
      method: "text",
      r: "float64",
      p_adjusted: "float64",
      n: "int64",
      partial: "text",
      finding: "text",
    },
    draw: (frame, options) => plot.matrix(frame, unitless(untimed(options))),
    zoned: false,
    call: `plot.matrix(series.correlate(days, { method: ["pearson", "spearman"] }))`,
  },
  nremCycles: {
    rows: night,
    schema: SPANS,
    draw: (frame, options) => plot.nremCycles(frame, unitless(options)),
    zoned: true,
    call: `plot.nremCycles(stages, { tz })`,
  },
  overlay: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.overlay(frame, frame, { ...options, y: "heart_rate" }),
    zoned: true,
    call: `plot.overlay(thisWeek, lastWeek, { y: "heart_rate", unit: "bpm", tz })`,
  },
  overview: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) =>
      plot.overview(frame, { ...unitless(options), y: ["heart_rate", "steps"] }),
    zoned: true,
    call: `plot.overview(days, { y: ["steps", "resting_heart_rate"], tz })`,
  },
  periodogram: {
    rows: scan,
    schema: { period_h: "float64", power: "float64", threshold: "float64" },
    draw: (frame, options) => plot.periodogram(frame, unitless(untimed(options))),
    zoned: false,
    call: `plot.periodogram(series.periodogram(activity))`,
  },
  polarClock: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) =>
      plot.polarClock(frame, { ...options, label: options.title ?? "Coffee" }),
    zoned: true,
    call: `plot.polarClock(coffees, { tz, label: "Coffee" })`,
  },
  regularity: {
    rows: nights,
    schema: SPANS,
    draw: (frame, options) => plot.regularity(frame, unitless(options)),
    zoned: true,
    call: `plot.regularity(stages, { tz })`,
  },
  scatter: {
    rows: hours,
    schema: SERIES,
    draw: (frame, { unit, ...options }) =>
      plot.scatter(frame, {
        ...untimed(options),
        ...options.tz && { tz: options.tz },
        x: "heart_rate",
        y: "steps",
        by: "kind",
        ...(unit === undefined ? {} : { xUnit: unit, yUnit: unit }),
      }),
    zoned: false,
    call: `plot.scatter(days, { x: "steps", y: "sleep", yUnit: "h" })`,
  },
  sleepBars: {
    rows: nights,
    schema: SPANS,
    draw: (frame, options) => plot.sleepBars(frame, unitless(options)),
    zoned: true,
    call: `plot.sleepBars(stages, { tz })`,
  },
  sleepRaster: {
    rows: nights,
    schema: SPANS,
    draw: (frame, options) => plot.sleepRaster(frame, unitless(options)),
    zoned: true,
    call: `plot.sleepRaster(stages, { tz })`,
  },
  tile: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.tile(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.tile(days, { y: "resting_heart_rate", unit: "bpm", tz })`,
  },
  timeline: {
    rows: nights,
    schema: SPANS,
    draw: (frame, options) => plot.timeline(frame, unitless(options)),
    zoned: true,
    call: `plot.timeline(stages, { tz })`,
  },
  transitions: {
    rows: night,
    schema: SPANS,
    draw: (frame, options) => plot.transitions(frame, unitless(untimed(options))),
    zoned: false,
    call: `plot.transitions(stages)`,
  },
  visits: {
    rows: visits,
    schema: VISITS,
    draw: (frame, options) =>
      plot.visits(frame, { ...unitless(options), names: [options.title ?? "Home"] }),
    zoned: true,
    call: `plot.visits(places.visits(locations), { tz })`,
  },
  weekHours: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.weekHours(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.weekHours(activity, { y: "steps", aggregate: "sum", tz })`,
  },
  weekMonths: {
    rows: hours,
    schema: SERIES,
    draw: (frame, options) => plot.weekMonths(frame, { ...options, y: "steps" }),
    zoned: true,
    call: `plot.weekMonths(days, { y: "steps", tz })`,
  },
};
