import { AGGREGATE_FUNCTIONS, TIME_SERIES_CALCULATIONS } from "./fields/enums.ts";
import { type Endpoints, jsonList, type RecordColumns } from "./fields/endpoint.ts";
import { OUTPUT, RANGE, SCOPE } from "./fields/fields.ts";

/** Columns of raw metric samples. */
const SAMPLE = {
  uuid: "text",
  start_date: "time",
  end_date: "time",
  value: "float64",
  unit: "text",
  count: "int64",
  has_undetermined_duration: "bool",
  source: { path: "source_properties.name" },
  source_version: { path: "source_properties.version" },
  source_bundle_identifier: { path: "source_properties.sourceBundleIdentifier" },
  device: { path: "device_properties.name" },
  device_model: { path: "device_properties.model" },
  device_manufacturer: { path: "device_properties.manufacturer" },
  extras: { json: "extras" },
} as const satisfies RecordColumns;

/** Columns of event and metric records. */
export const RECORD = {
  id: "text",
  recorded_at: "time",
  start_time: "time",
  end_time: "time",
  source_name: "text",
  source_id: "text",
  name: { path: "name", or: "metadata.name" }, // the annotation's name if the record has its own
  note: "text",
  tags: { json: "tags" },
  metadata: { json: "metadata" },
} as const satisfies RecordColumns;

/** Metrics: their catalog, raw samples, time series, and queries over records. */
export const metrics = {
  /** Lists the readable metrics with their units and value columns. */
  catalog: {
    route: "GET /data/v0/metrics_catalog",
    summary: "Lists the readable metrics with their units and value columns.",
    returns: jsonList("Metric"),
    split: "never",
  },
  /** Reads the raw samples of a metric that intersect a range. */
  samples: {
    route: "GET /data/v0/{svc_userid?}/metric_samples",
    summary: "Reads the raw samples of a metric that intersect a range.",
    query: {
      ...RANGE,
      metric: { kind: "metric", required: true, doc: "Name of the metric." },
    },
    returns: { kind: "records", model: "MetricSample", columns: SAMPLE },
    split: "records",
  },
  /** Reads a metric as a regular time series. */
  timeSeries: {
    route: "GET /data/v0/{svc_userid?}/metric_time_series",
    summary: "Reads a metric as a regular time series.",
    query: {
      ...RANGE,
      metric: { kind: "metric", required: true, doc: "Name of the metric." },
      ...OUTPUT,
      samprate: {
        kind: "text",
        default: "60",
        doc:
          "Seconds between rows, counted from `start_time`, or a window such as `15m`, `1h` or `1d` in `tz`.",
      },
      replace_nulls: {
        kind: "boolean",
        default: false,
        doc: "Return 0 instead of null for times without data.",
      },
      calculations: {
        kind: "text",
        list: true,
        oneOf: TIME_SERIES_CALCULATIONS,
        default: [],
        doc: "Statistics per window to add as columns; for discrete metrics only.",
      },
      drop_nulls: { kind: "boolean", default: false, doc: "Leave out rows without data." },
      tz: {
        kind: "zone",
        default: "UTC",
        doc: "IANA time zone of the answer's times and windows.",
      },
    },
    returns: { kind: "frame", schema: "series" },
    split: "grid",
  },
  /** Reads several metrics as one regular time series, with a column per metric. */
  timeSeriesGrouped: {
    route: "GET /data/v0/time_series_grouped",
    summary: "Reads several metrics as one regular time series, with a column per metric.",
    query: {
      ...RANGE,
      metrics: { kind: "metric", list: true, required: true, doc: "Names of the metrics." },
      ...OUTPUT,
      svc_userid: {
        kind: "uuid",
        doc: "User whose data is read; by default the authenticated user.",
      },
      samprate: {
        kind: "number",
        above: 0,
        default: 60,
        doc: "Seconds between rows, counted from `start_time`.",
      },
      replace_nulls: {
        kind: "boolean",
        default: false,
        doc: "Return 0 instead of null for times without data.",
      },
    },
    returns: { kind: "frame", schema: "series" },
    split: "grid",
  },
  /** Reads the records of a metric, built-in or user-defined, that intersect a range. */
  records: {
    route: "GET /data/v1alpha1/metric/{data_type}",
    summary: "Reads the records of a metric, built-in or user-defined, that intersect a range.",
    query: { ...RANGE, ...SCOPE },
    returns: {
      kind: "records",
      model: "MetricRecord",
      columns: { ...RECORD, value: "float64", unit: "text" },
    },
    split: "records",
  },
  /** Aggregates a metric's records over all sources; overlapping devices all count. */
  aggregate: {
    route: "GET /data/v1alpha1/metric/{data_type}/agg/{resolution}",
    summary: "Aggregates a metric's records over all sources; overlapping devices all count.",
    query: {
      ...RANGE,
      ...SCOPE,
      time_zone: { kind: "zone", default: "UTC", doc: "IANA time zone of the windows." },
      group: { kind: "text", list: true, default: [], doc: "Fields to group by." },
      function: {
        kind: "text",
        list: true,
        required: true,
        oneOf: AGGREGATE_FUNCTIONS,
        doc: "Functions of the values; each adds a column.",
      },
    },
    returns: {
      kind: "records",
      model: "MetricWindow",
      title: "Sums all sources; overlapping devices all count. me.daily counts one at a time",
      columns: { time: "time", sum: "float64", avg: "float64", min: "float64", max: "float64" },
    },
    split: "never",
  },
} as const satisfies Endpoints;
