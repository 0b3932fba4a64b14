import { assertEquals, assertThrows } from "@std/assert";
import {
  type Columns,
  float64Column,
  textColumn,
  timeColumn,
} from "../../src/frame/columns/columns.ts";
import type { FrameLike } from "../../src/frame/open.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { fromSamples } from "../../src/sleep/fromSamples.ts";
import { merge } from "../../src/sleep/merge.ts";
import { mergeReport } from "../../src/sleep/mergeReport.ts";
import { Picture } from "../../src/plot/picture/picture.ts";
import * as plot from "../../src/plot/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";

const SAMPLES = {
  uuid: { type: "text", values: ["1", "2"] },
  start_date: {
    type: "time",
    values: BigInt64Array.of(1n, 3_600_000_000n),
    zone: "Europe/Berlin",
  },
  end_date: { type: "time", values: BigInt64Array.of(2n, 3_600_000_001n), zone: "UTC" },
  value: { type: "float64", values: Float64Array.of(0, 5) },
  unit: { type: "text", values: ["", ""] },
  source: { type: "text", values: ["watch", null] },
} as const;

Deno.test("sleep.fromSamples() converts raw samples to a stage frame, row by row", () => {
  assertEquals(toRows(columnsOf(fromSamples(toFrame(SAMPLES)))), [
    {
      start_time: "1970-01-01T01:00:00.000001+01:00",
      end_time: "1970-01-01T00:00:00.000002Z",
      sleep_stage: 0,
      source: "watch",
      id: "1",
    },
    {
      start_time: "1970-01-01T02:00:00+01:00",
      end_time: "1970-01-01T01:00:00.000001Z",
      sleep_stage: 5,
      source: null,
      id: "2",
    },
  ]);
});

Deno.test("sleep.fromSamples() needs neither source nor uuid, and accepts no rows", () => {
  const { uuid: _uuid, source: _source, ...bare } = SAMPLES;
  const columns = columnsOf(fromSamples(toFrame(bare)));
  assertEquals(Object.keys(columns), ["start_time", "end_time", "sleep_stage", "source", "id"]);
  assertEquals(columns["id"], { type: "text", values: [null, null] });
  assertEquals(toRows(columnsOf(fromSamples([]))), []);
});

Deno.test("sleep.fromSamples() reports what is missing or wrong", () => {
  const { value: _, ...rest } = SAMPLES;
  assertThrows(
    () => fromSamples(toFrame(rest)),
    TypeError,
    'Cannot read sleep samples: column "value" is missing; the columns are uuid, start_date',
  );
  assertThrows(
    () =>
      fromSamples(
        toFrame({ ...rest, value: { type: "float64", values: Float64Array.of(1, 2.5) } }),
      ),
    TypeError,
    "value is 2.5 in row 1, expected an integer",
  );
  assertThrows(
    () => fromSamples([{ start_date: new Date(0), end_date: new Date(1), value: null }]),
    TypeError,
    "value is null in row 0",
  );
});

Deno.test("sleep.fromSamples() keeps samples without an end, which merge() reports", () => {
  const frame = fromSamples([{ start_date: new Date(0), end_date: null, value: 3 }]);
  assertEquals(mergeReport(frame).getColumn("problem").toArray(), ["unfinished"]);
  assertThrows(() => merge(frame), TypeError, "end_time is null in row 0");
});

Deno.test("sleep.fromSamples() accepts other column names", () => {
  const { start_date, source, ...rest } = SAMPLES;
  const renamed = toFrame({ ...rest, begin: start_date, device: source });
  const columns = { start_date: "begin", source: "device" };
  assertEquals(
    columnsOf(fromSamples(renamed, { columns })),
    columnsOf(fromSamples(toFrame(SAMPLES))),
  );
});

/** Raw samples of six nights by two devices that overlap, and of one device without overlaps. */
const sample = (day: number, hours: readonly [number, number], value: number, source: string) => ({
  start_date: new Date(Date.UTC(2024, 0, day, hours[0])),
  end_date: new Date(Date.UTC(2024, 0, day, hours[1])),
  value,
  source,
  uuid: `${day} ${hours[0]} ${source}`,
  extras: source === "phone" ? '{"stages_known":"awake"}' : null,
});
const WATCH = [1, 2, 3, 4, 5, 6].flatMap((day) => [
  sample(day, [22, 24], 3, "watch"),
  sample(day, [24, 27], 4, "watch"),
  sample(day, [27, 28], 5, "watch"),
  sample(day, [28, 30], 3, "watch"),
]);
const BOTH = [...WATCH, ...[1, 2, 4, 5, 6].map((day) => sample(day, [23, 31], 1, "phone"))];
const tz = "Europe/Berlin";

const STEPS = [{ time: new Date(Date.UTC(2024, 0, 2, 12)), steps: 900 }];

const FRAME_VERBS: Readonly<Record<string, (frame: FrameLike) => unknown>> = {
  aggregate: (frame) => sleep.aggregate(frame, { tz }),
  consensus: (frame) => sleep.consensus(frame),
  cycles: (frame) => sleep.cycles(frame),
  findClones: (frame) => sleep.findClones(frame),
  knownStages: (frame) => sleep.knownStages(frame).getColumn("stages_known"),
  merge: (frame) => sleep.merge(frame, { sourcePriority: ["phone"], provenance: true }),
  mergeReport: (frame) => sleep.mergeReport(frame),
  nightly: (frame) => sleep.nightly(frame, { tz }),
  sessions: (frame) => sleep.sessions(frame, { tz }),
  regularity: (frame) => sleep.regularity(frame, { tz }),
  softAgreement: (frame) => sleep.softAgreement(frame),
  stages: (frame) => sleep.stages(frame),
  timing: (frame) => sleep.timing(frame, { tz }),
  withoutClones: (frame) => sleep.withoutClones(frame).getColumn("sleep_stage"),
  actogram: (frame) => plot.actogram(STEPS, { tz, spans: { Asleep: frame } }),
  regularityChart: (frame) => plot.regularity(frame, { tz }),
  sleepBars: (frame) => plot.sleepBars(frame, { tz }),
  timeline: (frame) => plot.timeline(frame, { tz }),
};
const SINGLE_SOURCE_VERBS: typeof FRAME_VERBS = {
  agreement: (frame) => sleep.agreement(frame, frame),
  nremCycles: (frame) => sleep.nremCycles(frame, { tz }),
  statistics: (frame) => sleep.statistics(frame, { tz }),
  transitions: (frame) => sleep.transitions(frame),
  hypnogram: (frame) => plot.hypnogram(frame, { tz }),
  sleepRaster: (frame) => plot.sleepRaster(frame, { tz }),
  transitionsChart: (frame) => plot.transitions(frame),
};

Deno.test("every verb and chart of sleep accepts raw samples like stages", async () => {
  for (const [verbs, samples] of [[FRAME_VERBS, BOTH], [SINGLE_SOURCE_VERBS, WATCH]] as const) {
    for (const raw of [toFrame(samplesOf(samples)), samples]) {
      for (const [name, verb] of Object.entries(verbs)) {
        assertEquals(await shown(verb(raw)), await shown(verb(fromSamples(raw))), name);
      }
    }
  }
});

Deno.test("raw samples keep the columns that identify people, and samples of several people are rejected", () => {
  const people = ["a", "b"].flatMap((user) => WATCH.map((row) => ({ ...row, user })));
  const merged = sleep.merge(people, { by: "user" });
  assertEquals(merged.height, 2 * sleep.merge(WATCH).height);
  assertThrows(() => sleep.merge(people), RangeError, 'column "user" has 2 values');
});

Deno.test("a frame that already has stages, or other names for them, is not read as samples", () => {
  const [first] = WATCH, { start_date, end_date } = first!;
  const row = { start_date, end_date, value: 1, sleep_stage: 4, start_time: start_date };
  assertEquals(
    sleep.merge([{ ...row, end_time: end_date }]).getColumn("sleep_stage").toArray(),
    [4],
  );
  assertThrows(() => sleep.merge([row]), TypeError, 'column "end_time" is missing');
  const columns = { start_time: "start_date", end_time: "end_date", sleep_stage: "value" };
  assertEquals(sleep.merge([first!], { columns }).getColumn("sleep_stage").toArray(), [3]);
});

Deno.test("a sample without an end is reported like a stage without an end", () => {
  assertThrows(
    () => sleep.merge([{ ...WATCH[0]!, end_date: null }]),
    TypeError,
    "end_time is null in row 0",
  );
  assertEquals(sleep.merge([{ ...WATCH[0]!, end_date: null }], { onInvalid: "drop" }).height, 0);
});

/** Converts a frame to text and a chart to SVG. */
async function shown(result: unknown): Promise<string> {
  return result instanceof Picture ? await result.svg() : String(result);
}

/** Converts samples to the columns of a frame. */
function samplesOf(rows: typeof WATCH): Columns {
  const times = (name: "start_date" | "end_date") =>
    timeColumn(BigInt64Array.from(rows, (row) => BigInt(row[name].getTime()) * 1000n), tz);
  return {
    start_date: times("start_date"),
    end_date: times("end_date"),
    value: float64Column(Float64Array.from(rows, ({ value }) => value)),
    source: textColumn(rows.map(({ source }) => source)),
    uuid: textColumn(rows.map(({ uuid }) => uuid)),
    extras: textColumn(rows.map(({ extras }) => extras)),
  };
}
