import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** Where data comes from (interface 2.5). */
export interface DataSource {
  /** Identifier. */
  id: string;
  /** The vendor's identifier. */
  vendor_id: string;
  /** Its name. */
  name: string | null;
  /** The source that it belongs to. */
  parent_id: string | null;
  /** What else is known. */
  metadata: { [name: string]: unknown } | null;
}

/** Sources of data, the first ranks highest. */
export const sources = {
  list: {
    route: "GET /data/v1alpha1/data_sources",
    summary: "Lists where data comes from, the source that ranks highest first.",
    returns: oldJson<DataSource[]>(),
    split: "never",
  },
} as const satisfies Endpoints;
