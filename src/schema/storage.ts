import { z } from "zod";
import { isInstant } from "./parts/parts.ts";

const text = z.string();

const storageChange = z.object({
  subscription: text.optional().describe("The subscription that delivers it."),
  message: z.object({
    data: text.describe("Its data."),
    messageId: text.min(1)
      .describe("Its identifier; a message that comes again changes nothing."),
    publishTime: text.describe("When it was published."),
    attributes: z.object({
      bucketId: text.describe("The bucket of the object."),
      eventTime: text.refine(isInstant, "is not a time").describe("When it changed."),
      eventType: text.describe("How it changed: `OBJECT_FINALIZE` where its content has come."),
      notificationConfig: text.describe("What the storage sends messages of."),
      objectGeneration: text.describe("The version of the object."),
      objectId: text.describe("The object: the identifier of a file's version."),
      payloadFormat: text.describe("The form of `data`."),
      overwrittenByGeneration: text.nullish().describe("The version that replaced it."),
      overwroteGeneration: text.nullish().describe("The version that it replaced."),
    }).describe("What changed."),
  }).describe("The message."),
}).meta({
  description: "A message of the storage that an object changed.",
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

/** A message of the storage that an object changed. */
export interface StorageChange extends z.infer<typeof storageChange> {}
/** The schema of a message of the storage. */
export const StorageChange: z.ZodType<StorageChange, StorageChange> = storageChange;
