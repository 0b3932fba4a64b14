import type { FrameLike } from "../../src/frame/open.ts";
import type { ColumnNames } from "../../src/frame/columns/columnNames.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import * as places from "../../src/places/mod.ts";
import type { Picture } from "../../src/plot/picture/picture.ts";
import * as plot from "../../src/plot/mod.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { sampleNight, sampleNights } from "../plot/sampleNights.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Column names in the frame that a verb receives. */
export interface Names {
  /** The name of a column in the frame. */
  readonly of: (usual: string) => string;
  /** The names of all columns, where they are not the usual ones. */
  readonly columns: ColumnNames;
}

/** A verb that takes a frame, with data that it can be called with. */
export interface VerbCase {
  /** Action in its errors. */
  readonly action: string;
  /** Action of another verb that it calls, which may fail instead. */
  readonly through?: string;
  /** Rows that it can be called with. */
  readonly rows: readonly Row[];
  /** The types of the rows' columns. */
  readonly schema: Schema;
  /** Columns that may be absent. */
  readonly optional?: readonly string[];
  /** Columns that may be null. */
  readonly nullable?: readonly string[];
  /** Calls it. */
  readonly call: (frame: FrameLike, names: Names) => Frame | Picture | number | null;
}

const TZ = "Europe/Berlin";

const SPANS: Schema = {
  start_time: "time",
  end_time: "time",
  sleep_stage: "int64",
  source: "text",
  id: "text",
};
const spans = {
  schema: SPANS,
  optional: ["source", "id"],
  nullable: ["source", "id"],
};
const nights = sampleNights("2024-03-25", 9, TZ).map((span, i) => ({
  ...span,
  source: "watch",
  id: `sample ${i}`,
}));
const night = nights.slice(0, 26);
/** Two devices record the same night. */
const twice = sampleNight("2024-03-10T22:00:00Z").flatMap((span, i) =>
  ["ring", "watch"].map((source) => ({
    ...span,
    sleep_stage: source === "ring" && i % 5 === 1 ? 3 : span.sleep_stage,
    source,
    id: `${source} ${i}`,
  }))
);
/** A night that is there again two hours later. */
const cloned = ["2024-03-10T22:00:00Z", "2024-03-11T00:00:00Z"].flatMap((start) =>
  sampleNight(start).map((span) => ({ ...span, source: "watch", id: null }))
);

/** Two readings an hour over four days, all of them numbers that 32 bits can hold. */
const readings = Array.from({ length: 192 }, (_, i) => ({
  time: Temporal.Instant.from("2024-03-29T00:00:00Z").add({ minutes: 30 * i }).toString(),
  value: 60 + (i * 37 % 64) / 4 + (i % 48 < 16 ? 0 : 20),
  steps: (i * 53) % 240,
  kind: i < 96 ? "before" : "after",
}));
const SERIES: Schema = { time: "time", value: "float64", steps: "int64", kind: "text" };
const measured = {
  rows: readings,
  schema: SERIES,
  optional: ["steps", "kind"],
  nullable: ["value", "steps", "kind"],
};

const minutes = Array.from({ length: 40 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 30, 22, i)).toISOString(),
  value: i < 20 ? 0 : 400 + i,
  steps: i,
  kind: "a",
}));

const locations = Array.from({ length: 40 }, (_, i) => ({
  timestamp: Temporal.Instant.from("2024-03-30T06:00:00Z").add({ minutes: 5 * i }).toString(),
  latitude_degrees: 52.5 + (i < 15 ? 0 : i < 25 ? (i - 14) / 512 : 10 / 512),
  longitude_degrees: 13.375 + (i < 15 ? 0 : (i % 4) / 1024),
  horizontal_accuracy_meters: 10,
}));
const moved = {
  rows: locations,
  schema: {
    timestamp: "time",
    latitude_degrees: "float64",
    longitude_degrees: "float64",
    horizontal_accuracy_meters: "float64",
  } as Schema,
  optional: ["horizontal_accuracy_meters"],
  nullable: ["latitude_degrees", "longitude_degrees", "horizontal_accuracy_meters"],
};

const SAMPLES: Schema = {
  start_date: "time",
  end_date: "time",
  value: "int64",
  source: "text",
  uuid: "text",
};
const samples = night.map(({ start_time, end_time, sleep_stage, source, id }) => ({
  start_date: start_time,
  end_date: end_time,
  value: sleep_stage,
  source,
  uuid: id,
}));
const walks = Array.from({ length: 20 }, (_, i) => ({
  start_date: Temporal.Instant.from("2024-03-30T06:00:00Z").add({ minutes: 10 * i }).toString(),
  end_date: Temporal.Instant.from("2024-03-30T06:08:00Z").add({ minutes: 10 * i }).toString(),
  value: 100 + i,
  source: i % 2 === 0 ? "phone" : "watch",
}));
const pairs = Array.from({ length: 12 }, (_, i) => ({ watch: 400 + i, ring: 410 + (i * 7) % 5 }));
const statistics = [
  { night: "2024-03-11", name: "TST", value: 400.5 },
  { night: "2024-03-11", name: "WASO", value: 31 },
  { night: "2024-03-12", name: "TST", value: 380.25 },
];
const picked = {
  rows: statistics,
  schema: { night: "text", name: "text", value: "float64" } as Schema,
  optional: ["night"],
  nullable: ["night", "name", "value"],
};
const y = (names: Names) => ({ time: names.of("time"), y: names.of("value") });

/**
 * Every verb of `sleep`, `series` and `places` that takes a frame, and charts that read columns by
 * name.
 */
export const EVERY_VERB: { readonly [name: string]: VerbCase } = {
  "sleep.aggregate": {
    ...spans,
    action: "aggregate sleep",
    rows: nights,
    call: (frame, { columns }) => sleep.aggregate(frame, { tz: TZ, columns }),
  },
  "sleep.agreement": {
    ...spans,
    action: "measure agreement",
    rows: night,
    call: (frame, { columns }) => sleep.agreement(frame, frame, { columns }).frame,
  },
  "sleep.blandAltman": {
    action: "compare values",
    rows: pairs,
    schema: { watch: "int64", ring: "float64" },
    nullable: ["watch", "ring"],
    call: (frame, { of }) =>
      sleep.blandAltman(frame, { reference: of("watch"), other: of("ring"), unit: "min" }).frame,
  },
  "sleep.calibrate": {
    action: "calibrate values",
    rows: pairs.map(({ ring }) => ({ ring })),
    schema: { ring: "float64" },
    nullable: ["ring"],
    call: (frame, { of }) =>
      sleep.calibrate(
        frame,
        [1, 2, 4].map((watch) => ({ watch, [of("ring")]: watch + 1 })),
        { reference: "watch", other: of("ring") },
      ).rename({ [`${of("ring")}_calibrated`]: "calibrated" }),
  },
  "sleep.consensus": {
    ...spans,
    action: "find a consensus",
    rows: twice,
    optional: ["id"],
    nullable: ["id"],
    call: (frame, { columns }) => sleep.consensus(frame, { columns }),
  },
  "sleep.cycles": {
    ...spans,
    action: "group sleep into cycles",
    rows: nights,
    call: (frame, { columns }) => sleep.cycles(frame, { columns }),
  },
  "sleep.findClones": {
    ...spans,
    action: "find clones",
    rows: cloned,
    call: (frame, { columns }) => sleep.findClones(frame, { columns }),
  },
  "sleep.fromActivity": {
    ...measured,
    action: "score sleep from activity",
    rows: minutes,
    call: (frame, names) => sleep.fromActivity(frame, { ...y(names), algorithm: "sadeh", tz: TZ }),
  },
  "sleep.fromSamples": {
    action: "read sleep samples",
    rows: samples,
    schema: SAMPLES,
    optional: ["source", "uuid"],
    nullable: ["start_date", "end_date", "source", "uuid"],
    call: (frame, { columns }) => sleep.fromSamples(frame, { columns }),
  },
  "sleep.limitsOfAgreement": {
    action: "compute limits of agreement",
    rows: pairs,
    schema: { watch: "int64", ring: "float64" },
    nullable: ["watch", "ring"],
    call: (frame, { of }) =>
      sleep.limitsOfAgreement(frame, { reference: of("watch"), other: of("ring") }).frame,
  },
  "sleep.merge": {
    ...spans,
    action: "merge stages",
    rows: twice,
    call: (frame, { columns }) => sleep.merge(frame, { columns, sourcePriority: ["watch"] }),
  },
  "sleep.mergeReport": {
    ...spans,
    action: "report on stages",
    rows: [...night, night[0]!],
    nullable: Object.keys(SPANS),
    call: (frame, { columns }) => sleep.mergeReport(frame, { columns }),
  },
  "sleep.nightly": {
    ...spans,
    action: "make a table of nights",
    rows: nights,
    call: (frame, { columns }) => sleep.nightly(frame, { tz: TZ, columns }),
  },
  "sleep.sessions": {
    ...spans,
    action: "find sessions of sleep",
    rows: nights,
    call: (frame, { columns }) => sleep.sessions(frame, { tz: TZ, columns }),
  },
  "sleep.nremCycles": {
    ...spans,
    action: "find NREM cycles",
    rows: nights,
    call: (frame, { columns }) => sleep.nremCycles(frame, { tz: TZ, columns }),
  },
  "sleep.pick": {
    ...picked,
    action: 'pick "TST"',
    call: (frame, { columns }) => sleep.pick(frame, "TST", { night: "2024-03-12", columns }),
  },
  "sleep.regularity": {
    ...spans,
    action: "measure the regularity of sleep",
    rows: nights,
    call: (frame, { columns }) => sleep.regularity(frame, { tz: TZ, columns }).frame,
  },
  "sleep.hypnodensity": {
    ...spans,
    action: "compute a hypnodensity",
    rows: twice,
    optional: ["id"],
    nullable: ["id"],
    call: (frame, { columns }) => sleep.hypnodensity(frame, { columns }),
  },
  "sleep.softAgreement": {
    ...spans,
    action: "rank sources",
    rows: twice,
    optional: ["id"],
    nullable: ["id"],
    call: (frame, { columns }) => sleep.softAgreement(frame, { columns }),
  },
  "sleep.knownStages": {
    ...spans,
    action: "tell what is known of stages",
    rows: night,
    call: (frame, { columns }) => sleep.knownStages(frame, { columns }),
  },
  "sleep.toEpochs": {
    ...spans,
    action: "lay epochs",
    rows: night,
    call: (frame, { columns }) => sleep.toEpochs(frame, { columns }),
  },
  "sleep.stages": {
    ...spans,
    action: "number stages",
    rows: nights,
    call: (frame, { columns }) => sleep.stages(frame, { columns }),
  },
  "sleep.statistics": {
    ...spans,
    action: "compute sleep statistics",
    rows: nights,
    call: (frame, { columns }) => sleep.statistics(frame, { tz: TZ, columns }),
  },
  "sleep.timing": {
    ...spans,
    action: "measure the timing of sleep",
    rows: nights,
    call: (frame, { columns }) => sleep.timing(frame, { tz: TZ, columns }).frame,
  },
  "sleep.transitions": {
    ...spans,
    action: "count transitions",
    rows: night,
    call: (frame, { columns }) => sleep.transitions(frame, { columns }),
  },
  "sleep.validate": {
    ...spans,
    action: "validate a device",
    rows: night,
    call: (frame, { of, columns }) =>
      sleep.validate(frame, frame, { by: of("sleep_stage"), columns }).limits,
  },
  "sleep.withoutClones": {
    ...spans,
    action: "remove clones",
    rows: cloned,
    call: (frame, { columns }) => sleep.withoutClones(frame, { columns }),
  },
  "series.align": {
    ...measured,
    action: "align",
    call: (frame, { of }) =>
      series.align({ heart: frame }, {
        every: "2h",
        tz: TZ,
        time: of("time"),
        aggregate: { heart: { [of("value")]: "mean", [of("steps")]: "sum" } },
      }),
    optional: ["kind"],
  },
  "series.around": {
    ...measured,
    action: "look around events",
    call: (frame, names) =>
      series.around(frame, [{ time: "2024-03-30T12:00:00Z" }, { time: "2024-03-31T12:00:00Z" }], {
        ...y(names),
        every: "30m",
        before: "2h",
        after: "2h",
      }),
  },
  "series.compare": {
    ...measured,
    action: "compare",
    optional: ["time", "steps"],
    nullable: ["time", "value", "steps", "kind"],
    call: (frame, names) =>
      series.compare(frame, { ...y(names), condition: names.of("kind"), tz: TZ, resamples: 99 })
        .frame,
  },
  "series.convert": {
    ...measured,
    action: "convert units",
    nullable: ["time", "value", "steps", "kind"],
    optional: ["time", "steps", "kind"],
    call: (frame, { of }) =>
      series.convert(frame, { [of("value")]: { from: "lb", to: "kg" } }, { times: [of("time")] }),
  },
  "series.correlate": {
    ...measured,
    action: "correlate columns",
    optional: ["time", "kind"],
    nullable: ["time", "value", "steps", "kind"],
    call: (frame, { of }) =>
      series.correlate(frame, { y: [of("value"), of("steps")], dependent: false }),
  },
  "series.cosinor": {
    ...measured,
    action: "fit a cosine",
    call: (frame, names) => series.cosinor(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.changePoint": {
    ...measured,
    action: "find a change point",
    call: (frame, names) => series.changePoint(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.changePoints": {
    ...measured,
    action: "find change points",
    call: (frame, names) => series.changePoints(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.interrupted": {
    ...measured,
    action: "fit an interrupted series",
    call: (frame, names) =>
      series.interrupted(frame, { ...y(names), at: "2024-03-31", tz: TZ }).frame,
  },
  "series.decompose": {
    ...measured,
    action: "decompose a series",
    call: (frame, names) => series.decompose(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.effort": {
    ...measured,
    action: "add up effort zones",
    call: (frame, names) => series.effort(frame, { ...y(names), max: 180, tz: TZ }),
  },
  "series.trend": {
    ...measured,
    action: "fit a trend",
    call: (frame, names) => series.trend(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.streaks": {
    ...measured,
    action: "find streaks",
    call: (frame, names) =>
      series.streaks(frame, { ...y(names), atLeast: 60, atMost: 90, tz: TZ }).frame,
  },
  "series.unusual": {
    ...measured,
    action: "find unusual days",
    call: (frame, names) => series.unusual(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.withoutNonWear": {
    ...measured,
    action: "find time in which a device was not worn",
    rows: minutes,
    call: (frame, names) => series.withoutNonWear(frame, { ...y(names), method: "choi" }),
  },
  "series.between": {
    ...measured,
    action: "keep the rows between",
    optional: ["value", "steps", "kind"],
    call: (frame, { of }) =>
      series.between(frame, { start_time: "2024-03-01" }, { time: of("time"), tz: TZ }),
  },
  "series.dateParts": {
    ...measured,
    action: "add date parts",
    optional: ["value", "steps", "kind"],
    call: (frame, { of }) => series.dateParts(frame, { time: of("time"), tz: TZ }),
  },
  "series.extendedCosinor": {
    ...measured,
    action: "fit an extended cosinor",
    call: (frame, names) => series.extendedCosinor(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.fluctuations": {
    ...measured,
    action: "measure fluctuations",
    call: (frame, names) => series.fluctuations(frame, { ...y(names), gaps: "join" }).frame,
  },
  "series.fragmentation": {
    ...measured,
    action: "measure fragmentation",
    call: (frame, names) => series.fragmentation(frame, y(names)).frame,
  },
  "series.hrv": {
    ...measured,
    action: "compute heart rate variability",
    rows: readings.map((row) => ({ ...row, value: row.value === null ? null : 800 + row.value })),
    call: (frame, names) => series.hrv(frame, { ...y(names), adjacent: "all" }).frame,
  },
  "series.intensityGradient": {
    ...measured,
    action: "compute the intensity gradient",
    call: (frame, names) => series.intensityGradient(frame, y(names)).frame,
  },
  "series.fromSamples": {
    action: "make a series",
    rows: walks,
    schema: { start_date: "time", end_date: "time", value: "float64", source: "text" },
    optional: ["end_date", "source"],
    nullable: ["end_date", "value", "source"],
    call: (frame, { columns }) =>
      series.fromSamples(frame, {
        start_time: "2024-03-30T06:00:00Z",
        end_time: "2024-03-30T10:00:00Z",
      }, {
        kind: "cumulative",
        every: "1h",
        sourcePriority: ["watch"],
        columns,
      }),
  },
  "series.light": {
    ...measured,
    action: "measure light exposure",
    call: (frame, names) => series.light(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.mixed": {
    action: "fit a mixed model",
    rows: Array.from({ length: 12 }, (_, i) => ({ who: i % 3, watch: i, ring: i * i % 7 })),
    schema: { who: "int64", watch: "int64", ring: "float64" },
    nullable: ["who", "watch", "ring"],
    call: (frame, { of }) =>
      series.mixed(frame, { x: of("watch"), y: of("ring"), person: of("who") }).frame,
  },
  "series.paired": {
    action: "compare pairs",
    rows: Array.from({ length: 12 }, (_, i) => ({ who: i >> 1, drug: i % 2, ring: i * i % 7 })),
    schema: { who: "int64", drug: "int64", ring: "float64" },
    nullable: ["who", "drug", "ring"],
    call: (frame, { of }) =>
      series.paired(frame, { condition: of("drug"), y: of("ring"), person: of("who") }).frame,
  },
  "series.periodogram": {
    ...measured,
    action: "search for periods",
    call: (frame, names) => series.periodogram(frame, y(names)),
  },
  "series.resample": {
    ...measured,
    action: "resample",
    optional: [],
    call: (frame, { of }) =>
      series.resample(frame, {
        every: "1d",
        tz: TZ,
        time: of("time"),
        aggregate: { [of("value")]: "mean", [of("steps")]: "sum", [of("kind")]: "last" },
      }),
  },
  "series.restingRate": {
    ...measured,
    action: "compute the resting rate",
    call: (frame, names) => series.restingRate(frame, y(names)).frame,
  },
  "series.rhythm": {
    ...measured,
    action: "compute the rhythm",
    call: (frame, names) => series.rhythm(frame, { ...y(names), tz: TZ }).frame,
  },
  "series.rolling": {
    ...measured,
    action: "roll windows",
    optional: ["steps"],
    call: (frame, { of }) =>
      series.rolling(frame, {
        window: "3h",
        tz: TZ,
        time: of("time"),
        by: of("kind"),
        aggregate: { [of("value")]: "mean" },
      }),
  },
  "series.thin": {
    ...measured,
    action: "thin",
    optional: ["steps", "kind"],
    call: (frame, { of }) => series.thin(frame, { points: 50, time: of("time"), y: [of("value")] }),
  },
  "places.dayPath": {
    ...moved,
    action: "draw the path of a day",
    call: (frame, { columns }) => places.dayPath(frame, { date: "2024-03-30", tz: TZ, columns }),
  },
  "places.distance": {
    ...moved,
    action: "measure the distance travelled",
    call: (frame, { columns }) => places.distance(frame, { every: "1h", tz: TZ, columns }),
  },
  "places.photoperiod": {
    action: "compute the photoperiod",
    rows: locations.map(({ timestamp, latitude_degrees, longitude_degrees }) => ({
      time: timestamp,
      latitude_degrees,
      longitude_degrees,
    })),
    schema: { time: "time", latitude_degrees: "float64", longitude_degrees: "float64" },
    nullable: ["latitude_degrees", "longitude_degrees"],
    call: (frame, { columns }) => places.photoperiod(frame, { tz: TZ, columns }),
  },
  "places.visits": {
    ...moved,
    action: "find visits",
    call: (frame, { columns }) => places.visits(frame, { tz: TZ, columns }),
  },
  "places.zones": {
    ...moved,
    action: "find time zones",
    call: (frame, { columns }) => places.zones(frame, { tz: TZ, columns }).length,
  },
  "plot.around": {
    action: "draw a series around events",
    rows: Array.from({ length: 9 }, (_, i) => ({
      offset_ms: (i - 4) * 300_000,
      mean: 60 + i,
      low: 55.5,
      high: 72.25,
      n: 9,
    })),
    schema: { offset_ms: "int64", mean: "float64", low: "float64", high: "float64", n: "int64" },
    nullable: ["mean", "low", "high"],
    call: (frame, { columns }) => plot.around(frame, { columns }),
  },
  "plot.events": {
    action: "draw events",
    rows: samples.slice(0, 5).map(({ start_date, end_date }, i) => ({
      start_time: start_date,
      end_time: end_date,
      name: i % 2 === 0 ? "Coffee" : "Run",
    })),
    schema: { start_time: "time", end_time: "time", name: "text" },
    optional: ["end_time"],
    nullable: ["start_time", "end_time", "name"],
    call: (frame, { of, columns: { name: _, ...columns } }) =>
      plot.events(frame, { tz: TZ, label: of("name"), columns }),
  },
  "plot.hypnogram": {
    ...spans,
    action: "draw a hypnogram",
    rows: night,
    call: (frame, { columns }) => plot.hypnogram(frame, { tz: TZ, columns }),
  },
  "plot.periodogram": {
    action: "draw a periodogram",
    rows: Array.from({ length: 9 }, (_, i) => ({
      period_h: 20 + i,
      power: 1 / (1 + (i - 4) ** 2 * 3),
      threshold: 0.25,
    })).map((row) => ({ ...row, power: Math.fround(row.power) })),
    schema: { period_h: "float64", power: "float64", threshold: "float64" },
    optional: ["threshold"],
    nullable: ["power", "threshold"],
    call: (frame, { columns }) => plot.periodogram(frame, { columns }),
  },
  "plot.sleepBars": {
    ...spans,
    action: "draw sleep per day",
    through: "aggregate sleep",
    rows: nights,
    call: (frame, { columns }) => plot.sleepBars(frame, { tz: TZ, columns }),
  },
  "plot.sleepRaster": {
    ...spans,
    action: "draw nights",
    rows: nights,
    call: (frame, { columns }) => plot.sleepRaster(frame, { tz: TZ, columns }),
  },
  "plot.nremCycles": {
    ...spans,
    action: "find NREM cycles",
    rows: night,
    call: (frame, { columns }) => plot.nremCycles(frame, { tz: TZ, columns }),
  },
  "plot.regularity": {
    ...spans,
    action: "draw the regularity of sleep",
    through: "measure the regularity of sleep",
    rows: nights,
    call: (frame, { columns }) => plot.regularity(frame, { tz: TZ, columns }),
  },
  "plot.timeline": {
    ...spans,
    action: "draw a timeline",
    rows: nights,
    call: (frame, { columns }) => plot.timeline(frame, { tz: TZ, columns }),
  },
  "plot.transitions": {
    ...spans,
    action: "count transitions",
    rows: night,
    call: (frame, { columns }) => plot.transitions(frame, { columns }),
  },
};

/** Functions of these folders that take no frame. */
export const NO_VERBS: readonly string[] = [
  "series.instant",
  "sleep.fromHypnogram",
  "sleep.fromHypnogramFile",
  "sleep.toHypnogramFile",
  "places.metersBetween",
  "places.nearestCity",
];
