import { z } from "zod";
import { METRIC_KINDS } from "./enums.ts";
import { anything, EXAMPLE_ID, id, instant, integer, textOrNull } from "./parts/parts.ts";

const metric = z.object({
  name: z.string().describe("Name in the parameters `metric` and `metrics`."),
  description: z.string().describe("Description of the measured quantity."),
  unit: z.string().describe("Unit of the value column."),
  value_column: z.string().describe("Name of the value column in a time series."),
  is_time_series: z.boolean().describe("`true` if it can be read as a time series."),
  metric_kind: z.enum(METRIC_KINDS).nullable()
    .describe("Aggregation: cumulative or discrete; null if unknown."),
}).meta({
  description: "Entry in the metrics catalog.",
  examples: [{
    name: "HeartRate",
    description: "Heartbeats per minute.",
    unit: "bpm",
    value_column: "heart_rate",
    is_time_series: true,
    metric_kind: "discrete",
  }],
});

/** Entry in the metrics catalog. */
export interface Metric extends z.infer<typeof metric> {}
/** Schema of an entry in the metrics catalog. */
export const Metric: z.ZodType<Metric, Metric> = metric;

const optional = textOrNull.exactOptional();

const metricSample = z.object({
  uuid: id.describe("Identifier."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end; equals the start for a reading at an instant."),
  value: z.number().nullable().describe("Value in its unit."),
  unit: textOrNull.describe("Unit of the value."),
  count: integer.describe("Number of readings that it summarizes."),
  has_undetermined_duration: z.boolean().describe("`true` if its end is unknown."),
  extras: anything.describe("Further properties from the source."),
  source_properties: z.object({
    name: optional.describe("Name of the app or device."),
    version: optional.describe("Its version."),
    productType: optional.describe("Product that it runs on."),
    operatingSystemVersion: z.array(integer).nullable().exactOptional()
      .describe("Major, minor and patch version of the operating system."),
    sourceBundleIdentifier: optional.describe("Identifier of the app."),
  }).nullable().describe("App or device that produced it."),
  device_properties: z.object({
    name: optional.describe("Name of the device."),
    model: optional.describe("Its model."),
    manufacturer: optional.describe("User who created it."),
    hardwareVersion: optional.describe("Version of its hardware."),
    softwareVersion: optional.describe("Version of its software."),
  }).nullable().describe("Measuring device."),
}).meta({
  description: "Raw sample of a metric.",
  examples: [{
    uuid: EXAMPLE_ID,
    start_date: "2026-03-01T08:00:00Z",
    end_date: "2026-03-01T08:00:00Z",
    value: 61,
    unit: "bpm",
    count: 1,
    has_undetermined_duration: false,
    extras: {},
    source_properties: { name: "Watch" },
    device_properties: null,
  }],
});

/** Raw sample of a metric. */
export interface MetricSample extends z.infer<typeof metricSample> {}
/** Schema of a raw sample of a metric. */
export const MetricSample: z.ZodType<MetricSample, MetricSample> = metricSample;

const windowed = z.number().exactOptional();

const metricWindow = z.looseObject({
  time: instant.describe("Start of the window."),
  sum: windowed.describe("Sum of the values."),
  avg: windowed.describe("Mean of the values."),
  min: windowed.describe("Minimum value."),
  max: windowed.describe("Maximum value."),
}).meta({
  description:
    "Window of a metric, or of a group of its records, with the requested functions and the " +
    "fields that are grouped by.",
  examples: [{ time: "2026-03-01T00:00:00Z", avg: 61.5 }],
});

/** Window of a metric, or of a group of its records, with the requested functions. */
export interface MetricWindow extends z.infer<typeof metricWindow> {}
/** Schema of a window of a metric. */
export const MetricWindow: z.ZodType<MetricWindow, MetricWindow> = metricWindow;
