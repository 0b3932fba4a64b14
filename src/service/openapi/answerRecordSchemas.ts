import { z } from "zod";
import { anything, count, id, moment } from "./answerParts.ts";
import { LOCATION_SAMPLE_SOURCES } from "../../schema/enums.ts";

const text = z.string().nullable();
const optional = text.exactOptional();
const number = z.number().nullable();

/** A raw sample of a metric. */
export const SAMPLE: z.ZodType = z.object({
  uuid: id,
  start_date: moment,
  end_date: moment,
  value: number,
  unit: text,
  count,
  has_undetermined_duration: z.boolean(),
  extras: anything,
  source_properties: z.object({
    name: optional,
    version: optional,
    productType: optional,
    operatingSystemVersion: z.array(count).nullable().exactOptional(),
    sourceBundleIdentifier: optional,
  }).nullable(),
  device_properties: z.object({
    name: optional,
    model: optional,
    manufacturer: optional,
    hardwareVersion: optional,
    softwareVersion: optional,
  }).nullable(),
});

const record = {
  id,
  recorded_at: moment,
  start_time: moment.exactOptional().meta({ description: "Of a record with a duration." }),
  end_time: moment.exactOptional().meta({ description: "Of a record with a duration." }),
  source_name: text,
  source_id: text,
  sources: z.array(z.string()),
  note: text,
  tags: z.array(id),
  metadata: anything,
  name: z.string().exactOptional(),
};

const OWN = "The fields of a user-defined type stand beside these, as its schema names them.";

/** A record of an event type. */
export const EVENT: z.ZodType = z.looseObject(record).meta({ description: OWN });

/** A record of a metric. */
export const METRIC_RECORD: z.ZodType = z.looseObject({ ...record, value: number, unit: text })
  .meta({ description: OWN });

/** A window of events, or of a group of them. */
export const EVENT_WINDOW: z.ZodType = z.looseObject({ time: moment, count })
  .meta({ description: "The fields that are grouped by stand beside these." });

const windowed = z.number().exactOptional();

/** A window of a metric, or of a group of its records. */
export const METRIC_WINDOW: z.ZodType = z.looseObject({
  time: moment,
  sum: windowed,
  avg: windowed,
  min: windowed,
  max: windowed,
}).meta({
  description: "The functions that were asked for; the fields that are grouped by stand beside.",
});

const measure = z.number().meta({ description: "-1 is unknown." });

const update = {
  uuid: id,
  timestamp: moment,
  latitude_degrees: z.number(),
  longitude_degrees: z.number(),
  altitude_meters: number,
  ellipsoidal_altitude_meters: number,
  horizontal_accuracy_meters: measure,
  vertical_accuracy_meters: measure,
  speed: measure,
  speed_accuracy_meters: measure,
  course_heading_degrees: measure,
  course_heading_accuracy_degrees: measure,
  floor: count.nullable(),
  source_is_simulated_by_software: z.boolean(),
  source_is_produced_by_accessory: z.boolean(),
};

/** A raw location sample. */
export const UPDATE = z.object(update);

/** The same, with where it comes from. */
export const SOURCED_UPDATE = UPDATE.extend({
  location_source: z.enum(LOCATION_SAMPLE_SOURCES),
});

const details = z.object({
  city: z.string(),
  country: z.string(),
  country_code: z.string(),
  latitude_degrees: z.number(),
  longitude_degrees: z.number(),
  distance_m: z.number(),
}).nullable().exactOptional().meta({
  description: "With reverse_geocode; null where no city is near.",
});

/** Where somebody was at a moment. */
export const PLACE: z.ZodType = SOURCED_UPDATE.extend({ location_details: details });

/** A row of a series of locations: one without a sample has its `slice_time` alone. */
export const SLICE: z.ZodType = z.object({
  slice_time: moment,
  time: moment.exactOptional(),
  lat: z.number().exactOptional(),
  long: z.number().exactOptional(),
  distance_change_m: number.exactOptional(),
  address: optional,
  location_details: details,
});

/** A visit. */
export const VISIT: z.ZodType = z.object({
  uuid: id,
  latitude_degrees: z.number(),
  longitude_degrees: z.number(),
  horizontal_accuracy_meters: measure,
  arrival_date: moment.meta({ description: "Unknown: in the year 1." }),
  departure_date: moment.meta({ description: "Unknown: far in the future." }),
});

/** A workout (interface 2.7). */
export const WORKOUT: z.ZodType = z.object({
  apple_workout_id: id,
  start_date: moment,
  end_date: moment,
  duration: z.number().meta({ description: "Seconds." }),
  has_undetermined_duration: z.boolean(),
  workout_activity_type: z.string(),
  all_statistics: anything,
  source_revision: anything,
  device: anything.nullable(),
  extras: anything.nullable(),
  workout_activities: z.array(anything),
  workout_events: z.array(anything),
});
