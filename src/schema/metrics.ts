import { z } from "zod";
import { METRIC_KINDS } from "./enums.ts";
import { anything, EXAMPLE_ID, id, instant, integer, textOrNull } from "./parts/parts.ts";

const metric = z.object({
  name: z.string().describe("The name used in `metric` and `metrics` parameters."),
  description: z.string().describe("What it measures."),
  unit: z.string().describe("The unit of the value column."),
  value_column: z.string().describe("The name of the value column in a time series."),
  is_time_series: z.boolean().describe("Whether it can be read as a time series."),
  metric_kind: z.enum(METRIC_KINDS).nullable()
    .describe("How it adds up; null where that is not known."),
}).meta({
  description: "An entry of the metrics catalog.",
  examples: [{
    name: "HeartRate",
    description: "Beats of the heart in a minute.",
    unit: "bpm",
    value_column: "heart_rate",
    is_time_series: true,
    metric_kind: "discrete",
  }],
});

/** An entry of the metrics catalog. */
export interface Metric extends z.infer<typeof metric> {}
/** The schema of an entry of the metrics catalog. */
export const Metric: z.ZodType<Metric, Metric> = metric;

const optional = textOrNull.exactOptional();

const metricSample = z.object({
  uuid: id.describe("Identifier."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end; the start again of a reading at an instant."),
  value: z.number().nullable().describe("The value in its unit."),
  unit: textOrNull.describe("The unit of the value."),
  count: integer.describe("How many readings it stands for."),
  has_undetermined_duration: z.boolean().describe("Whether its end is not known."),
  extras: anything.describe("What else the source says."),
  source_properties: z.object({
    name: optional.describe("Name of the app or device."),
    version: optional.describe("Its version."),
    productType: optional.describe("The product it runs on."),
    operatingSystemVersion: z.array(integer).nullable().exactOptional()
      .describe("Major, minor and patch version of the operating system."),
    sourceBundleIdentifier: optional.describe("Identifier of the app."),
  }).nullable().describe("The app or device that it comes from."),
  device_properties: z.object({
    name: optional.describe("Name of the device."),
    model: optional.describe("Its model."),
    manufacturer: optional.describe("Who made it."),
    hardwareVersion: optional.describe("Version of its hardware."),
    softwareVersion: optional.describe("Version of its software."),
  }).nullable().describe("The device that it was measured with."),
}).meta({
  description: "A raw sample of a metric.",
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

/** A raw sample of a metric. */
export interface MetricSample extends z.infer<typeof metricSample> {}
/** The schema of a raw sample of a metric. */
export const MetricSample: z.ZodType<MetricSample, MetricSample> = metricSample;

const windowed = z.number().exactOptional();

const metricWindow = z.looseObject({
  time: instant.describe("Start of the window."),
  sum: windowed.describe("Sum of the values."),
  avg: windowed.describe("Mean of the values."),
  min: windowed.describe("The least value."),
  max: windowed.describe("The greatest value."),
}).meta({
  description: "A window of a metric, or of a group of its records, with the functions that " +
    "were asked for; the fields that are grouped by stand beside.",
  examples: [{ time: "2026-03-01T00:00:00Z", avg: 61.5 }],
});

/** A window of a metric, or of a group of its records, with the functions that were asked for. */
export interface MetricWindow extends z.infer<typeof metricWindow> {}
/** The schema of a window of a metric. */
export const MetricWindow: z.ZodType<MetricWindow, MetricWindow> = metricWindow;
