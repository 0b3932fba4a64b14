import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import type { FileChange } from "./files.ts";
import { OWNER, RANGE } from "./fields/fields.ts";

/** What changed in a range, by when it was processed. */
export interface Updates {
  /** Number of records by data type. */
  data_types: { [data_type: string]: number };
  /** Files. */
  file_changes: FileChange[];
}

/** What data there is of a type. */
export interface Availability {
  /** The data type. */
  data_type: string;
  /** Number of records. */
  count: number;
  /** The first time that is known; null where none is. */
  start_time: string | null;
  /** The last time that is known: an unknown departure is none; null where none is. */
  end_time: string | null;
}

/** What a day was like against those before it. */
export interface Insight {
  /** Version of the report. */
  version: "v0";
  /** The end of the day. */
  timestamp: string;
  /** One for each metric with data. */
  insights: {
    /** The metric. */
    metric: string;
    /** Its unit. */
    unit: string;
    /** Its value on the day: the sum of a cumulative metric, the mean of a discrete one. */
    value: number;
    /** The mean of those of the 30 days before that have data; null where none has. */
    mean: number | null;
    /** The value less the mean. */
    difference: number | null;
    /** Number of days before with data. */
    days: number;
  }[];
}

/** What there is and what changed. */
export const changes = {
  updates: {
    route: "GET /data/v1/updates",
    summary: "Describes the records and files that were processed in a range.",
    query: { ...RANGE, ...OWNER },
    returns: oldJson<Updates>(),
    split: "never",
  },
  available: {
    route: "GET /data/v1alpha1/data_available",
    summary: "Lists the data types that have data in a range; no check of access.",
    query: { ...RANGE, ...OWNER },
    returns: oldJson<Availability[]>(),
    split: "never",
  },
  insight: {
    route: "GET /data/v1alpha1/insight",
    summary: "Compares the latest whole day with the 30 before it.",
    query: {
      timestamp: {
        kind: "time",
        doc: "The latest moment that counts, inclusive; without it, now.",
      },
      version: { kind: "text", oneOf: ["v0"], default: "v0", doc: "Version of the report." },
    },
    returns: oldJson<Insight>(),
    split: "never",
  },
} as const satisfies Endpoints;
