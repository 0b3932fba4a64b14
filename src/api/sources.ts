import { type Endpoints, jsonList } from "./fields/endpoint.ts";

/** Sources of data, the first ranks highest. */
export const sources = {
  /** Lists where data comes from, the source that ranks highest first. */
  list: {
    route: "GET /data/v1alpha1/data_sources",
    summary: "Lists where data comes from, the source that ranks highest first.",
    returns: jsonList("DataSource"),
    split: "never",
  },
} as const satisfies Endpoints;
