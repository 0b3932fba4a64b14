import { MAX_SPAN } from "./fields/bounds.ts";
import { type Endpoints, json, type RecordColumns } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";
import { LOCATION_SAMPLE_SOURCES } from "../schema/enums.ts";

/** Columns of a location sample; -1 on the wire means unknown, and becomes null. */
const UPDATE = {
  uuid: "text",
  timestamp: "time",
  latitude_degrees: "float64",
  longitude_degrees: "float64",
  altitude_meters: "float64",
  ellipsoidal_altitude_meters: "float64",
  horizontal_accuracy_meters: "float64",
  vertical_accuracy_meters: "float64",
  speed: "float64",
  speed_accuracy_meters: "float64",
  course_heading_degrees: "float64",
  course_heading_accuracy_degrees: "float64",
  floor: "int64",
  source_is_simulated_by_software: "bool",
  source_is_produced_by_accessory: "bool",
} as const satisfies RecordColumns;

/** Columns in which -1 means unknown. */
const UNKNOWN = {
  horizontal_accuracy_meters: -1,
  vertical_accuracy_meters: -1,
  speed: -1,
  speed_accuracy_meters: -1,
  course_heading_degrees: -1,
  course_heading_accuracy_degrees: -1,
} as const;

const SOURCES = {
  location_sources: {
    kind: "text",
    list: true,
    oneOf: LOCATION_SAMPLE_SOURCES,
    doc: "Sources to read; by default all.",
  },
} as const;

const GEOCODE = {
  reverse_geocode: {
    kind: "boolean",
    default: false,
    doc: "Add the address, as far as it is known without a network.",
  },
} as const;

/** Locations: raw samples, visits, and positions over time. */
export const locations = {
  /** Reads the raw location samples of the mobile platform. */
  mobileUpdates: {
    route: "GET /data/v0/{svc_userid?}/mobile_location_updates",
    summary: "Reads the raw location samples of the mobile platform.",
    query: RANGE,
    returns: { kind: "records", model: "LocationUpdate", columns: UPDATE, unknown: UNKNOWN },
    split: "records",
  },
  /** Reads the visits detected by the mobile platform; an unknown arrival or departure is null. */
  mobileVisits: {
    route: "GET /data/v0/{svc_userid?}/mobile_location_visits",
    summary:
      "Reads the visits detected by the mobile platform; an unknown arrival or departure is null.",
    query: RANGE,
    returns: {
      kind: "records",
      model: "Visit",
      columns: {
        uuid: "text",
        latitude_degrees: "float64",
        longitude_degrees: "float64",
        horizontal_accuracy_meters: "float64",
        arrival_date: "time",
        departure_date: "time",
      },
      unknown: { horizontal_accuracy_meters: -1, arrival_date: "far", departure_date: "far" },
    },
    split: "records",
  },
  /** Reads the raw location samples of the map provider. */
  mapUpdates: {
    route: "GET /data/v0/{svc_userid?}/map_location_updates",
    summary: "Reads the raw location samples of the map provider.",
    query: { ...RANGE, svc_source_id: { kind: "text", doc: "Only samples of this source." } },
    returns: { kind: "records", model: "LocationUpdate", columns: UPDATE, unknown: UNKNOWN },
    split: "records",
  },
  /** Reads the times of the first and last location samples of the map provider. */
  mapBounds: {
    route: "GET /data/v0/{svc_userid?}/map_location_updates/bounds",
    summary: "Reads the times of the first and last location samples of the map provider.",
    query: { source: { kind: "text", doc: "Only samples of this source." } },
    returns: json("Bounds"),
    split: "never",
  },
  /** Reads the location sample closest to an instant, if any. */
  atTime: {
    route: "GET /data/v0/{svc_userid?}/location_at_time",
    summary: "Reads the location sample closest to an instant, if any.",
    query: {
      time: { kind: "time", required: true, doc: "The instant." },
      window_size: {
        kind: "integer",
        min: 0,
        max: MAX_SPAN,
        default: 14_400,
        doc: "Maximum age of a sample in seconds.",
      },
      include_after: {
        kind: "boolean",
        default: false,
        doc: "Accept samples that are later, by the same number of seconds.",
      },
      ...GEOCODE,
    },
    returns: {
      kind: "records",
      model: "LocationAtTime",
      columns: {
        ...UPDATE,
        location_source: "text",
        location_details: { json: "location_details" },
      },
      unknown: UNKNOWN,
    },
    split: "never",
  },
  /** Reads positions at regular instants. */
  timeSeries: {
    route: "GET /data/v0/{svc_userid?}/location_time_series",
    summary: "Reads positions at regular instants.",
    query: {
      ...RANGE,
      sample_rate: {
        kind: "integer",
        min: 1,
        max: MAX_SPAN,
        default: 900,
        doc: "Seconds between rows, counted from `start_time`.",
      },
      look_back: {
        kind: "integer",
        min: 0,
        max: MAX_SPAN,
        default: 14_400,
        doc: "Maximum age of a row's sample in seconds.",
      },
      change_meters: {
        kind: "number",
        min: 0,
        doc: "Leave out samples closer than this many meters to the last included one.",
      },
      ...GEOCODE,
      ...SOURCES,
    },
    returns: {
      kind: "records",
      model: "LocationSlice",
      columns: {
        slice_time: "time",
        time: "time",
        lat: "float64",
        long: "float64",
        distance_change_m: "float64",
        address: "text",
        location_details: { json: "location_details" },
      },
    },
    split: "never",
  },
  /** Reads the raw location samples of all sources. */
  updates: {
    route: "GET /data/v0/{svc_userid?}/location_updates",
    summary: "Reads the raw location samples of all sources.",
    query: { ...RANGE, ...SOURCES },
    returns: {
      kind: "records",
      model: "SourcedLocationUpdate",
      columns: { ...UPDATE, location_source: "text" },
      unknown: UNKNOWN,
    },
    split: "records",
  },
} as const satisfies Endpoints;
