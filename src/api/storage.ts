import { type Endpoints, json } from "./fields/endpoint.ts";

/** What the storage tells the service. */
export const storage = {
  /** Receives a message of the storage: a file's content has come. */
  change: {
    route: "POST /events/v1/storage",
    summary: "Receives a message of the storage: a file's content has come.",
    body: json("StorageChange"),
    auth: "storage",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
