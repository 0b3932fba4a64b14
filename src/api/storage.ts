import { type Endpoints, json } from "./fields/endpoint.ts";

/** Messages from the storage to the service. */
export const storage = {
  /** Receives the storage's message that a file's content has arrived. */
  change: {
    route: "POST /events/v1/storage",
    summary: "Receives the storage's message that a file's content has arrived.",
    body: json("StorageChange"),
    auth: "storage",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
