import { z } from "zod";
import type { StorageChange } from "../../api/storage.ts";
import type { HandlersOf } from "../http/handler.ts";
import { jsonBody } from "../http/jsonBody.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

/** The event that says that an object's content has come as a whole. */
const FINALIZED = "OBJECT_FINALIZE";

const time = z.string().refine((text) => {
  try {
    readTime(text);
    return true;
  } catch {
    return false;
  }
}, "is no time");

/** A message of the storage (interface section 6). */
export const MESSAGE: z.ZodType<StorageChange> = z.object({
  subscription: z.string().optional(),
  message: z.object({
    data: z.string(),
    messageId: z.string().min(1),
    publishTime: z.string(),
    attributes: z.object({
      bucketId: z.string(),
      eventTime: time,
      eventType: z.string(),
      notificationConfig: z.string(),
      objectGeneration: z.string(),
      objectId: z.string(),
      payloadFormat: z.string(),
      overwrittenByGeneration: z.string().nullish(),
      overwroteGeneration: z.string().nullish(),
    }),
  }),
}) as z.ZodType<StorageChange>;

/**
 * Takes the storage's messages. All that are well-formed are answered 204, also those of objects and
 * events that mean nothing here: anything else would make the sender send them again for ever.
 */
export const storage: HandlersOf<"storage"> = {
  change: async ({ request, context: { store } }) => {
    const { message } = await jsonBody(request, MESSAGE);
    const { eventType, objectId } = message.attributes;
    if (eventType !== FINALIZED) return;
    await store.files.received(objectId, message.messageId);
  },
};
