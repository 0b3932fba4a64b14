import { MAX_SPAN } from "./fields/bounds.ts";
import { type Endpoints, json, type RecordColumns } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";
import { LOCATION_SAMPLE_SOURCES } from "../schema/enums.ts";

/** Columns of a location sample; what is -1 on the wire is unknown, and null here. */
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

/** Of those, the columns in which -1 is unknown. */
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
    doc: "Sources to read; without it, all.",
  },
} as const;

const GEOCODE = {
  reverse_geocode: {
    kind: "boolean",
    default: false,
    doc: "Add where that is, as well as it can be told without a network.",
  },
} as const;

/** Locations: raw samples, visits, and where one was at a time. */
export const locations = {
  /** Reads the raw location samples of the mobile platform. */
  mobileUpdates: {
    route: "GET /data/v0/{svc_userid?}/mobile_location_updates",
    summary: "Reads the raw location samples of the mobile platform.",
    query: RANGE,
    returns: { kind: "records", model: "LocationUpdate", columns: UPDATE, unknown: UNKNOWN },
    split: "records",
  },
  /** Reads the visits that the mobile platform noticed; an unknown arrival or departure is null. */
  mobileVisits: {
    route: "GET /data/v0/{svc_userid?}/mobile_location_visits",
    summary:
      "Reads the visits that the mobile platform noticed; an unknown arrival or departure is null.",
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
  /** Reads from when to when there are location samples of the map provider. */
  mapBounds: {
    route: "GET /data/v0/{svc_userid?}/map_location_updates/bounds",
    summary: "Reads from when to when there are location samples of the map provider.",
    query: { source: { kind: "text", doc: "Only samples of this source." } },
    returns: json("Bounds"),
    split: "never",
  },
  /** Reads the location sample closest to an instant, or none. */
  atTime: {
    route: "GET /data/v0/{svc_userid?}/location_at_time",
    summary: "Reads the location sample closest to an instant, or none.",
    query: {
      time: { kind: "time", required: true, doc: "The instant." },
      window_size: {
        kind: "integer",
        min: 0,
        max: MAX_SPAN,
        default: 14_400,
        doc: "How many seconds earlier a sample may be.",
      },
      include_after: {
        kind: "boolean",
        default: false,
        doc: "Whether a sample may be as much later.",
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
  /** Reads where one was at regular instants. */
  timeSeries: {
    route: "GET /data/v0/{svc_userid?}/location_time_series",
    summary: "Reads where one was at regular instants.",
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
        doc: "How many seconds earlier a row's sample may be.",
      },
      change_meters: {
        kind: "number",
        min: 0,
        doc: "Leave out a sample closer than so many meters to the last one that is included.",
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
