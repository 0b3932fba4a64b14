import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { OWNER, RANGE } from "./fields/fields.ts";

/** Available data and recent changes. */
export const changes = {
  /** Describes the records and files processed in a range. */
  updates: {
    route: "GET /data/v1/updates",
    summary: "Describes the records and files processed in a range.",
    query: { ...RANGE, ...OWNER },
    returns: json("Updates"),
    split: "never",
  },
  /** Lists the data types that have data in a range, without checking access. */
  available: {
    route: "GET /data/v1alpha1/data_available",
    summary: "Lists the data types that have data in a range, without checking access.",
    query: { ...RANGE, ...OWNER },
    returns: jsonList("Availability"),
    split: "never",
  },
  /** Compares the latest full day with the 30 days before it. */
  insight: {
    route: "GET /data/v1alpha1/insight",
    summary: "Compares the latest full day with the 30 days before it.",
    query: {
      timestamp: {
        kind: "time",
        doc: "Latest instant to include; by default now.",
      },
      version: { kind: "text", oneOf: ["v0"], default: "v0", doc: "Version of the report." },
    },
    returns: json("Insight"),
    split: "never",
  },
} as const satisfies Endpoints;
