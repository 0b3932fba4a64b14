import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { OWNER, RANGE } from "./fields/fields.ts";

/** What there is and what changed. */
export const changes = {
  /** Describes the records and files that were processed in a range. */
  updates: {
    route: "GET /data/v1/updates",
    summary: "Describes the records and files that were processed in a range.",
    query: { ...RANGE, ...OWNER },
    returns: json("Updates"),
    split: "never",
  },
  /** Lists the data types that have data in a range; no check of access. */
  available: {
    route: "GET /data/v1alpha1/data_available",
    summary: "Lists the data types that have data in a range; no check of access.",
    query: { ...RANGE, ...OWNER },
    returns: jsonList("Availability"),
    split: "never",
  },
  /** Compares the latest whole day with the 30 before it. */
  insight: {
    route: "GET /data/v1alpha1/insight",
    summary: "Compares the latest whole day with the 30 before it.",
    query: {
      timestamp: {
        kind: "time",
        doc: "The latest instant that counts, inclusive; without it, now.",
      },
      version: { kind: "text", oneOf: ["v0"], default: "v0", doc: "Version of the report." },
    },
    returns: json("Insight"),
    split: "never",
  },
} as const satisfies Endpoints;
