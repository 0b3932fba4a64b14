import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** A message of the storage that an object changed (interface section 6). */
export interface StorageChange {
  /** The subscription that delivers it. */
  subscription?: string;
  /** The message. */
  message: {
    /** Its data. */
    data: string;
    /** Its identifier; a message that comes again changes nothing. */
    messageId: string;
    /** When it was published. */
    publishTime: string;
    /** What changed. */
    attributes: {
      bucketId: string;
      eventTime: string;
      eventType: string;
      notificationConfig: string;
      objectGeneration: string;
      /** The object: the identifier of a file's version. */
      objectId: string;
      payloadFormat: string;
      overwrittenByGeneration?: string | null;
      overwroteGeneration?: string | null;
    };
  };
}

/** What the storage tells the service. */
export const storage = {
  change: {
    route: "POST /events/v1/storage",
    summary: "Takes a message of the storage: a file's content has come.",
    body: oldJson<StorageChange>(),
    auth: "storage",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
