import { z } from "zod";
import { defaultValue, type ReadMeasurement } from "../../schema/measurements.ts";
import type { Metric } from "../../schema/metrics.ts";
import { CONSUMER_STAGES } from "../../sleep/stages/stageTables.ts";
import { anything, name, recordTime as time, uuid } from "../../schema/parts/parts.ts";
import { unitsFor } from "../../series/units/namedUnits.ts";
import { ANNOTATION_BASES, type AnnotationType } from "../../schema/enums.ts";

/** Larger values are not measurements, and their sums would overflow. */
export const MAX_VALUE = 1e15;

/** Source of a record. */
export const source: z.ZodType<string | Properties> = z.union([
  name,
  z.strictObject({
    name: name.nullish(),
    version: z.string().nullish(),
    productType: z.string().nullish(),
    operatingSystemVersion: z.tuple([z.int(), z.int(), z.int()]).nullish(),
    sourceBundleIdentifier: name.nullish(),
  }),
]).meta({ description: "The name of an app or a device, or its properties." });

/** Measuring device of a record. */
export const device: z.ZodType<string | Properties> = z.union([
  name,
  z.strictObject({
    name: name.nullish(),
    model: z.string().nullish(),
    manufacturer: z.string().nullish(),
    hardwareVersion: z.string().nullish(),
    softwareVersion: z.string().nullish(),
  }),
]).meta({ description: "The name of a device, or its properties." });

/** Sources of a record, in order; the last may be an annotation. */
export const sources: z.ZodType<string[] | null | undefined> = z.array(name).nullish()
  .meta({ description: "Sources in order; the last may be an annotation." });

/** Properties of a source or device, under their names on the wire. */
export type Properties = { readonly [name: string]: unknown };

/** A parsed record of a metric or an event. */
export interface RecordBody {
  readonly id?: string | null | undefined;
  readonly start_time: bigint;
  readonly end_time?: bigint | null | undefined;
  /** Alternative name of the start, or of start and end. */
  readonly recorded_at?:
    | bigint
    | {
      readonly start_time: bigint;
      readonly end_time?: bigint | null | undefined;
    }
    | null
    | undefined;
  /** App or device that it comes from. */
  readonly source?: string | Properties | null | undefined;
  /** Apps and devices that it passed through, in order. */
  readonly sources?: readonly string[] | null | undefined;
  readonly device?: string | Properties | null | undefined;
  readonly value?: number | boolean | null | undefined;
  readonly unit?: string | null | undefined;
  /** Fields to store in addition to the columns. @default all other fields, unchanged */
  readonly kept?: { readonly [name: string]: unknown };
}

/** Fields of all records. */
const common = {
  id: uuid.nullish().meta({ description: "Replaces your record with this id." }),
  start_time: time,
  recorded_at: z.union([
    time,
    z.strictObject({ start_time: time, end_time: time.nullish() }),
  ]).nullish().meta({
    description: "Alternative name of start_time, or of start and end.",
  }),
  end_time: time.nullish().meta({
    description: "Exclusive end; by default the record is an instant.",
  }),
  source: source.nullish(),
  sources,
  device: device.nullish(),
  note: z.string().nullish(),
  tags: z.array(uuid).nullish(),
  metadata: anything.nullish(),
  name: z.string().nullish(),
};

/** Body of an event record. */
export const EVENT_RECORD: z.ZodType<RecordBody> = z.strictObject(common);

/** Returns the body of a record of a built-in metric. */
export function metricRecord(metric: Metric): z.ZodType<RecordBody> {
  return z.strictObject({
    ...common,
    value: metric.name === "SleepStage"
      ? z.int().min(0).max(CONSUMER_STAGES.length - 1)
      : z.number().min(-MAX_VALUE).max(MAX_VALUE),
    unit: z.enum(unitsFor(metric.unit)).nullish(),
    count: z.int().min(1).nullish(),
    has_undetermined_duration: z.boolean().nullish(),
    extras: anything.nullish(),
  });
}

/** Definition of a user's metric, as far as its records need it. */
export interface OwnMetric {
  readonly unit: string | null;
  /** Bounds and step of the values. */
  readonly scale: { readonly min: number; readonly max: number; readonly step?: number } | null;
}

/** Returns the body of a user-defined event record. An open one accepts additional fields. */
export function ownEvent(open: boolean): z.ZodType<RecordBody> {
  return open ? z.looseObject(common) as unknown as z.ZodType<RecordBody> : EVENT_RECORD;
}

/** Returns the body of a user-defined metric record. An open one accepts additional fields. */
export function ownMetric(metric: OwnMetric, open: boolean): z.ZodType<RecordBody> {
  const { unit } = metric;
  const fields = {
    ...common,
    value: ownValue(metric),
    unit: unit === null ? z.null().optional() : z.enum(unitsFor(unit)).nullish(),
  };
  const body = open ? z.looseObject(fields) : z.strictObject(fields);
  return body as unknown as z.ZodType<RecordBody>;
}

/**
 * Returns the body of an annotation record. A metric annotation requires a value, unless its
 * measurement has a default. A base type, whose measurement is unknown, accepts any value.
 */
export function annotationRecord(
  kind: AnnotationType,
  measured: ReadMeasurement | null,
): z.ZodType<RecordBody> {
  const fields = common;
  if (ANNOTATION_BASES[kind].class === "event") {
    return z.strictObject(fields) as unknown as z.ZodType<RecordBody>;
  }
  const value = annotationValue(kind, measured);
  const hasDefault = measured !== null && defaultValue(measured) !== undefined;
  const unit = measured?.unit ?? null;
  return z.strictObject({
    ...fields,
    value: hasDefault ? value.nullish() : value,
    unit: unit !== null
      ? z.enum(unitsFor(unit)).nullish()
      : measured === null
      ? z.string().nullish()
      : z.null().optional(),
  }) as unknown as z.ZodType<RecordBody>;
}

function annotationValue(kind: AnnotationType, measured: ReadMeasurement | null): z.ZodType {
  if (kind === "boolean") return z.union([z.boolean(), z.literal(0), z.literal(1)]);
  if (measured?.measurement_type !== "scale") return z.number().min(-MAX_VALUE).max(MAX_VALUE);
  return z.int().min(measured.scale.min_allowed).max(measured.scale.max_allowed);
}

function ownValue({ scale }: OwnMetric): z.ZodType<number> {
  const { min, max, step = 0 } = scale ?? { min: -MAX_VALUE, max: MAX_VALUE };
  const isStep = (value: number): boolean => step === 0 || (value - min) % step === 0;
  const value = z.number().min(min).max(max)
    .refine(isStep, `is not ${min} or a multiple of ${step} above it`);
  if (step === 0) return value;
  if (min % step === 0) return value.meta({ multipleOf: step });
  const steps = Math.floor((max - min) / step) + 1;
  return steps > MAX_STEPS
    ? value.meta({ description: `${min}, or a multiple of ${step} above it.` })
    : value.meta({ enum: Array.from({ length: steps }, (_, i) => min + i * step) });
}

/** Maximum number of scale values that its schema lists. */
const MAX_STEPS = 10_000;

/** A record to delete. */
export interface Tombstone {
  readonly deleted_id: string;
  readonly deleted_type: string;
}

/** Sources of a deletion: clients send them with every record, but a deletion cannot store them. */
const tombstoneSources = sources.meta({ description: "Accepted without effect." });

/** Body of a tombstone, under either pair of names. */
export const DELETED_RECORD: z.ZodType<Tombstone> = z.union([
  z.strictObject({ deleted_id: uuid, deleted_type: z.string(), sources: tombstoneSources })
    .transform(({ deleted_id, deleted_type }) => ({ deleted_id, deleted_type })),
  z.strictObject({ record_id: uuid, data_type: z.string(), sources: tombstoneSources })
    .transform((body) => ({ deleted_id: body.record_id, deleted_type: body.data_type })),
]);
