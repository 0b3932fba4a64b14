import fc from "fast-check";
import type { VERBS } from "../../src/cohort/verbs.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import {
  type Columns,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../../src/frame/columns/columns.ts";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { madeHeartRate, madeStages, numbersFrom, ofPerson, ZONES } from "./madeCohort.ts";

/** Number of people: two per zone. */
export const PEOPLE = 16;

const NIGHTS = 9;
/** Start of each zone's data, so that it includes a daylight saving change. */
const STARTS = [
  "2025-03-26T12:00Z", // Berlin, 30 March
  "2025-03-05T12:00Z", // New York, 9 March
  "2025-04-02T12:00Z", // Lord Howe by half an hour, 6 April
  "2025-04-02T12:00Z",
  "2025-04-02T12:00Z", // Auckland, 6 April
  "2025-04-21T12:00Z", // Cairo skips a midnight, 25 April
  "2025-03-26T12:00Z",
  "2018-10-31T12:00Z", // Sao Paulo skips a midnight, 4 November
] as const;

const MINUTE = 60_000_000n;

/** Returns the zone of a person. */
export const zoneOf = (person: number): string => ZONES[person % ZONES.length]!;

const own = (person: number) =>
  ({ people: PEOPLE, nights: NIGHTS, start: STARTS[person % STARTS.length]! }) as const;

/** Tables of the cases, for each person. */
export const TABLES: { readonly [table: string]: (person: number) => Columns } = {
  stages: (person) => madeStages(person, own(person)),
  readings: (person) => {
    const readings = madeHeartRate(person, own(person));
    const rows = (readings["time"] as { values: BigInt64Array }).values.length;
    const kind = Array.from({ length: rows }, (_, i) => i * 2 < rows ? "before" : "after");
    return { ...readings, kind: textColumn(kind) };
  },
  /** Stages of two devices that never contradict themselves, with simple names. */
  watches: (person) => {
    const { start_time, end_time } = madeStages(person, { ...own(person), nights: 3 });
    const from = (start_time as { values: BigInt64Array }).values.slice().sort();
    const to = (end_time as { values: BigInt64Array }).values;
    const start: bigint[] = [], end: bigint[] = [], stage: bigint[] = [], source: string[] = [];
    for (let i = 0; i + 1 < Math.min(from.length, to.length); i++) {
      for (const [k, device] of ["ring", "watch"].entries()) {
        start.push(from[i]!);
        end.push(from[i + 1]!);
        stage.push([1n, 3n, 4n, 5n, 2n][(i + k * (i % 3 === 0 ? 1 : 0)) % 5]!);
        source.push(device);
      }
    }
    return {
      start_time: timeColumn(BigInt64Array.from(start)),
      end_time: timeColumn(BigInt64Array.from(end)),
      sleep_stage: int64Column(BigInt64Array.from(stage)),
      source: textColumn(source),
    };
  },
  samples: (person) => {
    const { start_time, end_time, sleep_stage, source } = madeStages(person, own(person));
    return { start_date: start_time!, end_date: end_time!, value: sleep_stage!, source: source! };
  },
  walks: (person) => {
    const random = numbersFrom(person + 77),
      from: bigint[] = [],
      to: bigint[] = [],
      value: number[] = [];
    for (let at = BigInt(Date.parse(own(person).start)) * 1000n, i = 0; i < 400; i++) {
      const length = BigInt(1 + Math.floor(random() * 40)) * MINUTE;
      from.push(at);
      to.push(at + length);
      value.push(Math.round(random() * 500) / 4);
      at += length + BigInt(Math.floor(random() * 30)) * MINUTE;
    }
    return {
      start_date: timeColumn(BigInt64Array.from(from)),
      end_date: timeColumn(BigInt64Array.from(to)),
      value: float64Column(Float64Array.from(value)),
    };
  },
  locations: (person) => {
    const random = numbersFrom(person + 99),
      time: bigint[] = [],
      north: number[] = [],
      east: number[] = [];
    for (let at = BigInt(Date.parse(own(person).start)) * 1000n, i = 0; i < 500; i++) {
      time.push(at += 5n * MINUTE);
      const away = Math.floor(i / 60) % 2;
      north.push(52.5 + away * (i % 60) / 2000 + random() / 5000);
      east.push(13.375 + away * (i % 60) / 3000 + random() / 5000);
    }
    return {
      timestamp: timeColumn(BigInt64Array.from(time)),
      latitude_degrees: float64Column(Float64Array.from(north)),
      longitude_degrees: float64Column(Float64Array.from(east)),
      horizontal_accuracy_meters: float64Column(new Float64Array(time.length).fill(10)),
    };
  },
  pairs: (person) => {
    const random = numbersFrom(person + 5);
    return {
      watch: int64Column(
        BigInt64Array.from({ length: 30 }, () => BigInt(Math.floor(random() * 90))),
      ),
      ring: float64Column(Float64Array.from({ length: 30 }, () => random() * 90)),
    };
  },
};

/** Writes the tables of the cases as a cohort. */
export async function writeCases(folder: string): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, i) => i);
  await writeCohort(folder, {
    people: people.map((person) => ({ person, zone: zoneOf(person) })),
    tables: Object.fromEntries(
      Object.entries(TABLES).map(([table, columns]) => [
        table,
        toFrame(concatColumns(people.map((person) => ofPerson(BigInt(person), columns(person))))),
      ]),
    ),
  }, { buckets: 4 });
}

/** A verb's rows and random options. */
export interface CohortCase {
  /** Table of the verb. */
  readonly table: string;
  /** Merges stages first, for verbs that require it. */
  readonly merged?: boolean;
  /** Arguments after the frame. */
  readonly args: fc.Arbitrary<readonly unknown[]>;
}

const of = fc.constantFrom;
const options = (model: { [name: string]: fc.Arbitrary<unknown> }, needed: string[] = []) =>
  fc.record(model, { requiredKeys: needed }).map((one) => [one] as const);
const zones = of<string>(...ZONES);
const sources = of([], ["Wrist"], ["Phone\twith a tab", "Wrist"]);
const gaps = of("PT30M", "PT1H", "PT3H");
const y = of("value", "steps");
const reducers = of("mean", "sum", "min", "max", "median", "count", "first", "last", "std");
const days = options({ tz: zones });

/** Cases of each verb that runs in workers. */
export const CASES: { readonly [name in keyof typeof VERBS]: CohortCase } = {
  "places.dayPath": {
    table: "locations",
    args: options({ date: of("2025-03-27", "2025-04-03"), tolerance: of(0, 50), tz: zones }, [
      "date",
    ]),
  },
  "places.distance": {
    table: "locations",
    args: options({ every: of("1h", "1d"), threshold: of(0, 40), tz: zones }),
  },
  "places.photoperiod": { table: "locations", args: options({ angle: of(0.833, 6), tz: zones }) },
  "places.visits": {
    table: "locations",
    args: options({ minStay: of("PT5M", "PT30M"), radius: of(80, 300), tz: zones }),
  },
  "series.compare": {
    table: "readings",
    args: options(
      { y: of("value"), condition: of("kind"), resamples: of(50, 99), seed: fc.nat(9) },
      [
        "y",
        "condition",
        "resamples",
      ],
    ),
  },
  "series.convert": {
    table: "readings",
    args: of([{ value: { from: "lb", to: "kg" } }], [{ value: { from: "lb", to: "kg" } }, {
      times: ["time"],
    }]),
  },
  "series.correlate": {
    table: "readings",
    args: options({ y: of(["value", "steps"]), method: of("pearson", "spearman") }, ["y"]),
  },
  "series.cosinor": {
    table: "readings",
    args: options({ y, harmonics: of(1, 2, 3), period: of("24h", "12h"), tz: zones }, ["y"]),
  },
  "series.dateParts": { table: "readings", args: options({ prefix: of("", "p_"), tz: zones }) },
  "series.extendedCosinor": { table: "readings", args: options({ y, tz: zones }, ["y"]) },
  "series.fluctuations": {
    table: "readings",
    args: options({ y, gaps: of("join") }, ["y", "gaps"]),
  },
  "series.fragmentation": {
    table: "readings",
    args: options({ y, threshold: of(60, 70) }, ["y", "threshold"]),
  },
  "series.fromSamples": {
    table: "walks",
    args: options({
      kind: of("cumulative"),
      every: of("15m", "1h"),
      tz: zones,
    }, ["kind", "every"]).map((given) => [
      { start_time: "2025-04-02T00:00Z", end_time: "2025-04-05T00:00Z" },
      ...given,
    ]),
  },
  "series.intensityGradient": {
    table: "readings",
    args: options({ y: of("value"), width: of(5), last: of(100) }, ["y", "width", "last"]),
  },
  "series.light": {
    table: "readings",
    args: options({ y: of("value"), threshold: of(60), tz: zones }, ["y", "threshold"]),
  },
  "series.restingRate": { table: "readings", args: options({ y: of("value"), tz: zones }, ["y"]) },
  "series.periodogram": {
    table: "readings",
    args: options({ y: of("value"), method: of("lomb-scargle", "chi-square") }, ["y"]),
  },
  "series.resample": {
    table: "readings",
    args: options({
      every: of("15m", "1h", "6h", "1d", "1w"),
      aggregate: fc.record({ value: reducers, steps: reducers }),
      fill: of(null, 0, "last"),
      anchor: of("wall", "local-day"),
      closed: of("left", "right"),
      label: of("left", "right"),
      coverage: fc.boolean(),
      tz: zones,
    }, ["every", "aggregate"]),
  },
  "series.rhythm": {
    table: "readings",
    args: options({ y, variant: of("population", "sample", "GGIR", "pyActigraphy"), tz: zones }, [
      "y",
    ]),
  },
  "series.rolling": {
    table: "readings",
    args: options({
      window: of("1h", "1d"),
      aggregate: fc.record({ value: of("mean", "max", "sum") }),
      center: fc.boolean(),
      by: of("kind"),
      tz: zones,
    }, ["window", "aggregate"]),
  },
  "series.streaks": {
    table: "readings",
    args: options({ y, atLeast: of(10, 60), tz: zones }, ["y", "atLeast"]),
  },
  "series.thin": {
    table: "readings",
    args: options({ points: of(20, 200), method: of("m4", "lttb"), y: of(["value"]) }, [
      "y",
    ]),
  },
  "series.changePoint": {
    table: "readings",
    args: options({ y, every: of("6h", "1d"), tz: zones }, ["y"]),
  },
  "series.changePoints": {
    table: "readings",
    args: options({ y, every: of("6h", "1d"), tz: zones }, ["y"]),
  },
  "series.interrupted": {
    table: "readings",
    args: options({ y, at: of("2024-03-31"), every: of("6h", "1d"), tz: zones }, ["y", "at"]),
  },
  "series.decompose": {
    table: "readings",
    args: options({ y, robust: fc.boolean(), tz: zones }, ["y"]),
  },
  "series.effort": {
    table: "readings",
    args: options(
      { y, max: of(90, 190), every: of("1d", "1w"), maxAge: of("5m", "1h"), tz: zones },
      [
        "y",
      ],
    ),
  },
  "series.trend": {
    table: "readings",
    args: options({ y, per: of("week", "month"), every: of("6h", "1d"), tz: zones }, ["y"]),
  },
  "series.unusual": { table: "readings", args: options({ y, tz: zones }, ["y"]) },
  "sleep.aggregate": {
    table: "stages",
    args: options({ every: of("1d", "1w"), sourcePriority: sources, tz: zones }),
  },
  "sleep.blandAltman": {
    table: "pairs",
    args: options({ reference: of("watch"), other: of("ring"), unit: of("min", "h") }, [
      "reference",
      "other",
    ]),
  },
  "sleep.consensus": { table: "watches", args: options({ probability: fc.boolean() }) },
  "sleep.cycles": {
    table: "stages",
    args: options({ cycleGap: gaps, gapStages: of([2], [0, 2]), sourcePriority: sources }),
  },
  "sleep.findClones": { table: "stages", args: of([]) },
  "sleep.fromSamples": { table: "samples", args: of([]) },
  "sleep.merge": {
    table: "stages",
    args: options({
      sourcePriority: sources,
      inBed: of("competes", "layer"),
      mergeContiguous: fc.boolean(),
      provenance: fc.boolean(),
      priority: of({ 0: 5 }, { 3: 9, 4: 8 }),
    }),
  },
  "sleep.mergeReport": { table: "stages", args: options({ tz: zones }) },
  "sleep.nightly": {
    table: "stages",
    args: options({
      gap: gaps,
      rule: of("noon", "18:00"),
      shortestMain: of("PT0S", "PT3H"),
      statistics: of(["TST", "REM_latency"], ["SFI"]),
      sourcePriority: sources,
      tz: zones,
    }),
  },
  "sleep.sessions": {
    table: "stages",
    args: options({
      gap: gaps,
      rule: of("noon", "18:00"),
      shortestMain: of("PT0S", "PT3H"),
      sourcePriority: sources,
      tz: zones,
    }),
  },
  "sleep.nremCycles": { table: "stages", merged: true, args: days },
  "sleep.regularity": {
    table: "stages",
    merged: true,
    args: options({ minDays: of(2, 5), minCoverage: of(0, 0.5), tz: zones }),
  },
  "sleep.hypnodensity": { table: "watches", args: of([]) },
  "sleep.softAgreement": { table: "watches", args: of([]) },
  "sleep.knownStages": { table: "stages", args: options({ tz: zones }) },
  "sleep.toEpochs": {
    table: "stages",
    merged: true,
    args: options({ epoch: of("PT1M", "PT5M"), tz: zones }),
  },
  "sleep.stages": { table: "stages", args: options({ cycleGap: gaps, sourcePriority: sources }) },
  "sleep.statistics": {
    table: "stages",
    merged: true,
    args: options({
      shortestAwakening: of("PT0S", "PT2M"),
      gap: gaps,
      rule: of("noon", "15:00"),
      tz: zones,
    }),
  },
  "sleep.timing": {
    table: "stages",
    merged: true,
    args: options({ freeDays: of([6, 7], [5]), alarm: fc.boolean(), tz: zones }),
  },
  "sleep.transitions": {
    table: "stages",
    merged: true,
    args: options({ epoch: of("PT30S", "PT1M") }),
  },
  "sleep.withoutClones": { table: "stages", args: options({ keep: of("later", "earlier") }) },
};
