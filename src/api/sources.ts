import { type Endpoints, jsonList } from "./fields/endpoint.ts";

/** Sources of data, highest rank first. */
export const sources = {
  /** Lists sources of data, highest rank first. */
  list: {
    route: "GET /data/v1alpha1/data_sources",
    summary: "Lists sources of data, highest rank first.",
    returns: jsonList("DataSource"),
    split: "never",
  },
} as const satisfies Endpoints;
