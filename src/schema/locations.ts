import { z } from "zod";
import { LOCATION_SAMPLE_SOURCES } from "./enums.ts";
import { EXAMPLE_ID, id, instant, integer, sourceList, textOrNull } from "./parts/parts.ts";

/** Returns a schema of a measured value that may be unknown. */
const measure = (text: string): z.ZodNumber => z.number().describe(`${text} -1 if unknown.`);
const number = z.number().nullable();
const latitude = z.number().describe("Latitude in degrees, north is positive.");
const longitude = z.number().describe("Longitude in degrees, east is positive.");

const UPDATE = {
  uuid: EXAMPLE_ID,
  timestamp: "2026-03-01T08:00:00Z",
  latitude_degrees: 52.52,
  longitude_degrees: 13.405,
  altitude_meters: 34,
  ellipsoidal_altitude_meters: null,
  horizontal_accuracy_meters: 8,
  vertical_accuracy_meters: -1,
  speed: -1,
  speed_accuracy_meters: -1,
  course_heading_degrees: -1,
  course_heading_accuracy_degrees: -1,
  floor: null,
  source_is_simulated_by_software: false,
  source_is_produced_by_accessory: false,
};

const update = z.object({
  uuid: id.describe("Identifier."),
  timestamp: instant.describe("Time of the sample."),
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  altitude_meters: number.describe("Height above sea level in meters."),
  ellipsoidal_altitude_meters: number.describe("Height above the ellipsoid WGS 84 in meters."),
  horizontal_accuracy_meters: measure("Radius of uncertainty in meters."),
  vertical_accuracy_meters: measure("Uncertainty of the height in meters."),
  speed: measure("Speed in meters per second."),
  speed_accuracy_meters: measure("Uncertainty of the speed in meters per second."),
  course_heading_degrees: measure("Direction of travel in degrees, clockwise from north."),
  course_heading_accuracy_degrees: measure("Uncertainty of the direction in degrees."),
  floor: integer.nullable().describe("Floor of the building."),
  source_is_simulated_by_software: z.boolean().describe("`true` if software simulated it."),
  source_is_produced_by_accessory: z.boolean().describe("`true` if an accessory recorded it."),
  sources: sourceList,
});

const locationUpdate = update.meta({
  description: "Raw location sample.",
  examples: [UPDATE],
});

/** Raw location sample. */
export interface LocationUpdate extends z.infer<typeof locationUpdate> {}
/** Schema of a raw location sample. */
export const LocationUpdate: z.ZodType<LocationUpdate, LocationUpdate> = locationUpdate;

const sourced = update.extend({
  location_source: z.enum(LOCATION_SAMPLE_SOURCES).describe("Source of the sample."),
});

const sourcedLocationUpdate = sourced.meta({
  description: "Raw location sample with its source.",
  examples: [{ ...UPDATE, location_source: "mobile" }],
});

/** Raw location sample with its source. */
export interface SourcedLocationUpdate extends z.infer<typeof sourcedLocationUpdate> {}
/** Schema of a raw location sample with its source. */
export const SourcedLocationUpdate: z.ZodType<SourcedLocationUpdate, SourcedLocationUpdate> =
  sourcedLocationUpdate;

const details = z.object({
  city: z.string().describe("The city."),
  country: z.string().describe("Its country."),
  country_code: z.string().describe("The country's code (ISO 3166-1 alpha-2)."),
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  distance_m: z.number().describe("Distance in meters."),
}).nullable().exactOptional()
  .describe("Nearest city, with reverse_geocode; null if no city is near.");

const locationAtTime = sourced.extend({ location_details: details }).meta({
  description: "Location at an instant.",
  examples: [{ ...UPDATE, location_source: "mobile" }],
});

/** Location at an instant. */
export interface LocationAtTime extends z.infer<typeof locationAtTime> {}
/** Schema of a location at an instant. */
export const LocationAtTime: z.ZodType<LocationAtTime, LocationAtTime> = locationAtTime;

const locationSlice = z.object({
  slice_time: instant.describe("Instant of the row."),
  time: instant.exactOptional().describe("Time of the sample."),
  lat: latitude.exactOptional(),
  long: longitude.exactOptional(),
  distance_change_m: number.exactOptional()
    .describe("Distance from the previous row in meters; null in the first row."),
  address: textOrNull.exactOptional().describe("Nearest city and its country."),
  location_details: details,
}).meta({
  description: "Row of a location time series; a row without a sample only has `slice_time`.",
  examples: [{
    slice_time: "2026-03-01T08:00:00Z",
    time: "2026-03-01T07:58:12Z",
    lat: 52.52,
    long: 13.405,
    distance_change_m: null,
  }],
});

/** Row of a location time series; a row without a sample only has `slice_time`. */
export interface LocationSlice extends z.infer<typeof locationSlice> {}
/** Schema of a row of a location time series. */
export const LocationSlice: z.ZodType<LocationSlice, LocationSlice> = locationSlice;

const visit = z.object({
  uuid: id.describe("Identifier."),
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  horizontal_accuracy_meters: measure("Radius of uncertainty in meters."),
  arrival_date: instant.describe("Start; in the year 1 if unknown."),
  departure_date: instant
    .describe("End; far in the future if unknown."),
  sources: sourceList,
}).meta({
  description: "Visit: a stay at one place, detected by a mobile device.",
  examples: [{
    uuid: EXAMPLE_ID,
    latitude_degrees: 52.52,
    longitude_degrees: 13.405,
    horizontal_accuracy_meters: 30,
    arrival_date: "2026-03-01T08:00:00Z",
    departure_date: "2026-03-01T12:30:00Z",
  }],
});

/** Visit: a stay at one place, detected by a mobile device. */
export interface Visit extends z.infer<typeof visit> {}
/** Schema of a visit. */
export const Visit: z.ZodType<Visit, Visit> = visit;

const bounds = z.object({
  start_date: instant.nullable().describe("First instant; null without data."),
  end_date: instant.nullable().describe("Last instant; null without data."),
}).meta({
  description: "Time span of the available data.",
  examples: [{ start_date: "2025-03-01T08:00:00Z", end_date: "2026-03-01T08:00:00Z" }],
});

/** Time span of the available data. */
export interface Bounds extends z.infer<typeof bounds> {}
/** Schema of the time span of the available data. */
export const Bounds: z.ZodType<Bounds, Bounds> = bounds;
