import { type Endpoints, json } from "./fields/endpoint.ts";
import { RANGE, RECORDS_OF, SCOPE } from "./fields/fields.ts";
import { RECORD } from "./metrics.ts";

/** Events: annotations and other records that have a time but no value. */
export const events = {
  /** Reads the events of a type that intersect a range. */
  list: {
    route: "GET /data/v1alpha1/event/{data_type}",
    summary: "Reads the events of a type that intersect a range.",
    query: { ...RANGE, ...SCOPE },
    returns: { kind: "records", model: "EventRecord", columns: RECORD },
    split: "records",
  },
  /** Counts events per window, in a time zone. */
  aggregate: {
    route: "GET /data/v1alpha1/event/{data_type}/agg/{resolution}",
    summary: "Counts events per window, in a time zone.",
    query: {
      ...RANGE,
      ...SCOPE,
      time_zone: { kind: "zone", default: "UTC", doc: "IANA time zone of the windows." },
      group: { kind: "text", list: true, default: [], doc: "Fields to group by." },
    },
    returns: { kind: "records", model: "EventWindow", columns: { time: "time", count: "int64" } },
    split: "never",
  },
  /**
   * Reads the latest event of a type.
   *
   * @deprecated Use `records.query` with a bare type.
   */
  latest: {
    route: "GET /data/v1alpha1/event/{data_type}/latest",
    summary: "Reads the latest event of a type.",
    query: { format: SCOPE.format, ...RECORDS_OF },
    returns: { kind: "records", model: "EventRecord", columns: RECORD },
    split: "never",
    deprecated: "Use `records.query` with a bare type.",
  },
  /**
   * Counts the events of a type.
   *
   * @deprecated Use `events.aggregate`.
   */
  summary: {
    route: "GET /data/v1alpha1/event/{data_type}/summary",
    summary: "Counts the events of a type.",
    query: { ...RANGE, ...RECORDS_OF },
    returns: json("EventSummary"),
    split: "never",
    deprecated: "Use `events.aggregate`.",
  },
} as const satisfies Endpoints;
