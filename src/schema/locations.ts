import { z } from "zod";
import { LOCATION_SAMPLE_SOURCES } from "./enums.ts";
import { EXAMPLE_ID, id, instant, integer, sourceList, textOrNull } from "./parts/parts.ts";

/** A measure that may be unknown. */
const measure = (text: string): z.ZodNumber => z.number().describe(`${text} -1 is unknown.`);
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
  timestamp: instant.describe("When it was taken."),
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
  source_is_simulated_by_software: z.boolean().describe("Whether software made it up."),
  source_is_produced_by_accessory: z.boolean().describe("Whether an accessory took it."),
  sources: sourceList,
});

const locationUpdate = update.meta({
  description: "A raw location sample.",
  examples: [UPDATE],
});

/** A raw location sample. */
export interface LocationUpdate extends z.infer<typeof locationUpdate> {}
/** The schema of a raw location sample. */
export const LocationUpdate: z.ZodType<LocationUpdate, LocationUpdate> = locationUpdate;

const sourced = update.extend({
  location_source: z.enum(LOCATION_SAMPLE_SOURCES).describe("Where the sample comes from."),
});

const sourcedLocationUpdate = sourced.meta({
  description: "A raw location sample with where it comes from.",
  examples: [{ ...UPDATE, location_source: "mobile" }],
});

/** A raw location sample with where it comes from. */
export interface SourcedLocationUpdate extends z.infer<typeof sourcedLocationUpdate> {}
/** The schema of a raw location sample with where it comes from. */
export const SourcedLocationUpdate: z.ZodType<SourcedLocationUpdate, SourcedLocationUpdate> =
  sourcedLocationUpdate;

const details = z.object({
  city: z.string().describe("The city."),
  country: z.string().describe("Its country."),
  country_code: z.string().describe("The country's code (ISO 3166-1 alpha-2)."),
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  distance_m: z.number().describe("How far away it is in meters."),
}).nullable().exactOptional()
  .describe("The nearest city, with reverse_geocode; null where no large city is near.");

const locationAtTime = sourced.extend({ location_details: details }).meta({
  description: "Where somebody was at an instant.",
  examples: [{ ...UPDATE, location_source: "mobile" }],
});

/** Where somebody was at an instant. */
export interface LocationAtTime extends z.infer<typeof locationAtTime> {}
/** The schema of where somebody was at an instant. */
export const LocationAtTime: z.ZodType<LocationAtTime, LocationAtTime> = locationAtTime;

const locationSlice = z.object({
  slice_time: instant.describe("The instant of the row."),
  time: instant.exactOptional().describe("When the sample was taken."),
  lat: latitude.exactOptional(),
  long: longitude.exactOptional(),
  distance_change_m: number.exactOptional()
    .describe("Distance from the row before in meters; null on the first."),
  address: textOrNull.exactOptional().describe("The nearest city and its country."),
  location_details: details,
}).meta({
  description: "A row of a series of locations: one without a sample has its `slice_time` alone.",
  examples: [{
    slice_time: "2026-03-01T08:00:00Z",
    time: "2026-03-01T07:58:12Z",
    lat: 52.52,
    long: 13.405,
    distance_change_m: null,
  }],
});

/** A row of a series of locations: one without a sample has its `slice_time` alone. */
export interface LocationSlice extends z.infer<typeof locationSlice> {}
/** The schema of a row of a series of locations. */
export const LocationSlice: z.ZodType<LocationSlice, LocationSlice> = locationSlice;

const visit = z.object({
  uuid: id.describe("Identifier."),
  latitude_degrees: latitude,
  longitude_degrees: longitude,
  horizontal_accuracy_meters: measure("Radius of uncertainty in meters."),
  arrival_date: instant.describe("When it began; in the year 1 where that is unknown."),
  departure_date: instant
    .describe("When it ended; far in the future where that is unknown."),
  sources: sourceList,
}).meta({
  description: "A stay at one place that a mobile device noticed.",
  examples: [{
    uuid: EXAMPLE_ID,
    latitude_degrees: 52.52,
    longitude_degrees: 13.405,
    horizontal_accuracy_meters: 30,
    arrival_date: "2026-03-01T08:00:00Z",
    departure_date: "2026-03-01T12:30:00Z",
  }],
});

/** A stay at one place that a mobile device noticed. */
export interface Visit extends z.infer<typeof visit> {}
/** The schema of a visit. */
export const Visit: z.ZodType<Visit, Visit> = visit;

const bounds = z.object({
  start_date: instant.nullable().describe("The first instant; null where it is empty."),
  end_date: instant.nullable().describe("The last instant; null where it is empty."),
}).meta({
  description: "From when to when there is data.",
  examples: [{ start_date: "2025-03-01T08:00:00Z", end_date: "2026-03-01T08:00:00Z" }],
});

/** From when to when there is data. */
export interface Bounds extends z.infer<typeof bounds> {}
/** The schema of from when to when there is data. */
export const Bounds: z.ZodType<Bounds, Bounds> = bounds;
