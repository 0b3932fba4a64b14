import { z } from "zod";
import { isInstant } from "./parts/parts.ts";

const text = z.string();

const storageChange = z.object({
  subscription: text.optional().describe("Subscription that delivers it."),
  message: z.object({
    data: text.describe("Its data."),
    messageId: text.min(1)
      .describe("Identifier; a repeated message has no effect."),
    publishTime: text.describe("Time of publication."),
    attributes: z.object({
      bucketId: text.describe("Bucket of the object."),
      eventTime: text.refine(isInstant, "is not a time").describe("Time of the change."),
      eventType: text.describe(
        "Kind of change: `OBJECT_FINALIZE` after the upload of its content.",
      ),
      notificationConfig: text.describe("Configuration of the notifications."),
      objectGeneration: text.describe("Version of the object."),
      objectId: text.describe("Name of the object: the identifier of a file's version."),
      payloadFormat: text.describe("Format of `data`."),
      overwrittenByGeneration: text.nullish().describe("Version that replaced it."),
      overwroteGeneration: text.nullish().describe("Version that it replaced."),
    }).describe("What changed."),
  }).describe("The message."),
}).meta({
  description: "Message of the storage about a changed object.",
  examples: [{
    message: {
      data: "",
      messageId: "1",
      publishTime: "2026-03-01T08:00:00Z",
      attributes: {
        bucketId: "files",
        eventTime: "2026-03-01T08:00:00Z",
        eventType: "OBJECT_FINALIZE",
        notificationConfig: "all",
        objectGeneration: "1",
        objectId: "an/object",
        payloadFormat: "NONE",
      },
    },
  }],
});

/** Message of the storage about a changed object. */
export interface StorageChange extends z.infer<typeof storageChange> {}
/** Schema of a message of the storage. */
export const StorageChange: z.ZodType<StorageChange, StorageChange> = storageChange;
