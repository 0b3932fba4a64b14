import type { HandlersOf } from "../http/handler.ts";

/** Event of an object whose content is complete. */
const FINALIZED = "OBJECT_FINALIZE";

/**
 * Accepts the storage's messages. It answers 204 to every well-formed message, even about unknown
 * objects and events, because otherwise the sender would retry forever.
 */
export const storage: HandlersOf<"storage"> = {
  change: async ({ body, context: { store } }) => {
    const { message } = await body();
    const { eventType, objectId } = message.attributes;
    if (eventType !== FINALIZED) return;
    await store.files.received(objectId, message.messageId);
  },
};
