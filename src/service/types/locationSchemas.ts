import { z } from "zod";
import { MIN_MICROS } from "../../time/instant.ts";
import { recordTime as time, uuid } from "../../schema/parts/parts.ts";
import { device, type RecordBody, source, sources } from "./recordSchemas.ts";

/** Unknown arrival and departure on the wire. */
export const UNKNOWN = {
  arrival: "0001-01-01T00:00:00+00:00",
  departure: "4001-01-01T00:00:00+00:00",
} as const;

/** 4001-01-01 in microseconds UTC. */
const FAR = 64_092_211_200_000_000n;

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const number = z.number().nullish();
const measure = z.number().nullish().meta({ description: "-1 is unknown." });
const flag = z.boolean().nullish();

const identity = {
  id: uuid.nullish().meta({ description: "Replaces your record with this id." }),
  uuid: uuid.nullish().meta({ description: "Alternative name of id." }),
  source: source.nullish(),
  device: device.nullish(),
};

/** Body of a location sample. */
export const LOCATION_UPDATE: z.ZodType<RecordBody> = z.strictObject({
  ...identity,
  timestamp: time,
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  altitude_meters: number,
  ellipsoidal_altitude_meters: number,
  horizontal_accuracy_meters: measure,
  vertical_accuracy_meters: measure,
  speed: measure,
  speed_accuracy_meters: measure,
  course_heading_degrees: measure,
  course_heading_accuracy_degrees: measure,
  floor: z.int().nullish(),
  source_is_simulated_by_software: flag,
  source_is_produced_by_accessory: flag,
  sources,
}).transform((body) => ({
  id: body.id ?? body.uuid,
  start_time: body.timestamp,
  source: body.source,
  sources: body.sources,
  device: body.device,
  // Defaults here, because a transform per field would halve the speed of ingestion.
  kept: {
    latitude_degrees: body.latitude_degrees,
    longitude_degrees: body.longitude_degrees,
    altitude_meters: body.altitude_meters ?? null,
    ellipsoidal_altitude_meters: body.ellipsoidal_altitude_meters ?? null,
    horizontal_accuracy_meters: body.horizontal_accuracy_meters ?? -1,
    vertical_accuracy_meters: body.vertical_accuracy_meters ?? -1,
    speed: body.speed ?? -1,
    speed_accuracy_meters: body.speed_accuracy_meters ?? -1,
    course_heading_degrees: body.course_heading_degrees ?? -1,
    course_heading_accuracy_degrees: body.course_heading_accuracy_degrees ?? -1,
    floor: body.floor ?? null,
    source_is_simulated_by_software: body.source_is_simulated_by_software ?? false,
    source_is_produced_by_accessory: body.source_is_produced_by_accessory ?? false,
  },
}));

/** Body of a visit. */
export const LOCATION_VISIT: z.ZodType<RecordBody> = z.strictObject({
  ...identity,
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  horizontal_accuracy_meters: measure,
  arrival_date: time.nullish().meta({ description: `Unknown: ${UNKNOWN.arrival}.` }),
  departure_date: time.nullish().meta({ description: "Unknown: far in the future." }),
  sources,
}).transform((body, issues) => {
  const start_time = body.arrival_date ?? MIN_MICROS, end_time = body.departure_date ?? FAR;
  if (end_time < start_time) {
    issues.addIssue({
      code: "custom",
      path: ["departure_date"],
      message: "departure_date is before arrival_date",
    });
  }
  return {
    id: body.id ?? body.uuid,
    start_time,
    end_time,
    source: body.source,
    sources: body.sources,
    device: body.device,
    kept: {
      latitude_degrees: body.latitude_degrees,
      longitude_degrees: body.longitude_degrees,
      horizontal_accuracy_meters: body.horizontal_accuracy_meters ?? -1,
    },
  };
});
