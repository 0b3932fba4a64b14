import type { Schema } from "../frame/columns/schema.ts";
import { AGGREGATE_FUNCTIONS, SLEEP_MODES, TIME_SERIES_CALCULATIONS } from "./fields/enums.ts";
import { type Endpoints, type Fields, jsonList } from "./fields/endpoint.ts";
import { OUTPUT, RANGE } from "./fields/fields.ts";

/** Columns of an interval in one stage. */
const INTERVAL = {
  start_time: "time",
  end_time: "time",
  duration_ms: "int64",
  sleep_stage: "int64",
} as const satisfies Schema;

/** Columns of `sleep_stages`. */
export const STAGES_SCHEMA = { ...INTERVAL, cycle: "int64" } as const satisfies Schema;

/** Columns of `sleep_cycles`. */
export const CYCLES_SCHEMA = {
  number: "int64",
  start_time: "time",
  end_time: "time",
  total_time_ms: "int64",
  total_time_asleep_ms: "int64",
  latency_ms: "int64",
  in_bed_start_time: "time",
  in_bed_end_time: "time",
  total_time_in_bed_ms: "int64",
  in_bed_to_first_stage_ms: "int64",
  sleep_stage_intervals: { list: { struct: INTERVAL } },
  sleep_stage_totals: {
    list: {
      struct: { sleep_stage: "int64", total_time_in_stage_ms: "int64", stage_latency_ms: "int64" },
    },
  },
  in_bed_intervals: { list: { struct: INTERVAL } },
} as const satisfies Schema;

/** Columns of `sleep_agg`, limited to the functions in the query. */
export const AGGREGATE_SCHEMA = {
  period_start_time: "time",
  value: "int64",
  sum_ms: "int64",
  avg_ms: "float64",
  min_ms: "int64",
  max_ms: "int64",
  min_start_time: "time",
  max_end_time: "time",
} as const satisfies Schema;

const SLEEP = {
  ...RANGE,
  ...OUTPUT,
  cycle_gap: {
    kind: "duration",
    default: "PT2H",
    doc: "Shortest gap that separates two cycles, as an ISO 8601 duration.",
  },
  stages: {
    kind: "integer",
    list: true,
    min: 0,
    max: 5,
    doc: "Stages to include; by default all.",
  },
  gap_stages: {
    kind: "integer",
    list: true,
    min: 0,
    max: 5,
    default: [],
    doc: "Stages that count as gaps between cycles.",
  },
  clip_to_range: {
    kind: "boolean",
    default: true,
    doc:
      "Clip samples to the range; if false, return every cycle that touches the range in full. Always true for another user's data.",
  },
} as const satisfies Fields;

/** Sleep: stages, cycles and aggregates, computed by the service. */
export const sleep = {
  /** Reads non-conflicting sleep stages, each with a cycle index. */
  stages: {
    route: "GET /data/v0/{svc_userid?}/sleep_stages",
    summary: "Reads non-conflicting sleep stages, each with a cycle index.",
    query: {
      ...SLEEP,
      merge_overlapping: {
        kind: "boolean",
        default: true,
        doc: "Merge overlapping stages by priority.",
      },
      merge_contiguous: {
        kind: "boolean",
        default: true,
        doc: "Merge touching samples of one stage.",
      },
    },
    returns: { kind: "frame", schema: STAGES_SCHEMA },
    split: "nights",
  },
  /** Reads sleep grouped into cycles by gaps. */
  cycles: {
    route: "GET /data/v0/{svc_userid?}/sleep_cycles",
    summary: "Reads sleep grouped into cycles by gaps.",
    query: SLEEP,
    returns: { kind: "frame", schema: CYCLES_SCHEMA },
    split: "nights",
  },
  /** Reads sleep cycles with the metrics around each cycle; experimental. */
  cyclesExtended: {
    route: "GET /data/v0/{svc_userid?}/sleep_cycles_extended",
    summary: "Reads sleep cycles with the metrics around each cycle; experimental.",
    query: {
      ...SLEEP,
      metrics: {
        kind: "metric",
        list: true,
        default: [],
        doc: "Metrics to add; each becomes a list column.",
      },
      metric_calculations: {
        kind: "text",
        list: true,
        oneOf: TIME_SERIES_CALCULATIONS,
        default: [],
        doc: "Statistics per window of each metric to add.",
      },
      metric_seconds_before: {
        kind: "number",
        min: 0,
        max: 366 * 86_400,
        default: 0,
        doc: "Seconds to add before each cycle; at most one year.",
      },
      metric_seconds_after: {
        kind: "number",
        min: 0,
        max: 366 * 86_400,
        default: 0,
        doc: "Seconds to add after each cycle; at most one year.",
      },
    },
    returns: { kind: "frame", schema: CYCLES_SCHEMA },
    split: "nights",
  },
  /** Aggregates stage durations per period. */
  aggregate: {
    route: "GET /data/v0/{svc_userid?}/sleep_agg",
    summary: "Aggregates stage durations per period.",
    query: {
      ...SLEEP,
      mode: {
        kind: "text",
        oneOf: SLEEP_MODES,
        default: "end",
        doc:
          "Assign a cycle to the period in which it starts or ends, or split it at period boundaries.",
      },
      period: {
        kind: "text",
        default: "1d",
        doc:
          "Length of the periods, such as `1d`, optionally after their time of day, as in `18h/1d`.",
      },
      agg_functions: {
        kind: "text",
        list: true,
        oneOf: AGGREGATE_FUNCTIONS,
        default: ["sum"],
        doc: "Functions of the stages' durations; each adds columns.",
      },
      tz: { kind: "zone", default: "UTC", doc: "IANA time zone of the periods." },
    },
    returns: { kind: "frame", schema: AGGREGATE_SCHEMA },
    split: "never",
  },
  /** Reads the names, order and colours of stages. */
  stageMetadata: {
    route: "GET /data/v0/{svc_userid?}/sleep_stage_metadata",
    summary: "Reads the names, order and colours of stages.",
    returns: jsonList("SleepStage"),
    split: "never",
  },
} as const satisfies Endpoints;
