import type { HandlersOf } from "../http/handler.ts";

/** The event that says that an object's content has come as a whole. */
const FINALIZED = "OBJECT_FINALIZE";

/**
 * Takes the storage's messages. All that are well-formed are answered 204, also those of objects and
 * events that mean nothing here: anything else would make the sender send them again for ever.
 */
export const storage: HandlersOf<"storage"> = {
  change: async ({ body, context: { store } }) => {
    const { message } = await body();
    const { eventType, objectId } = message.attributes;
    if (eventType !== FINALIZED) return;
    await store.files.received(objectId, message.messageId);
  },
};
