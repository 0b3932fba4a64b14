import { isoMicros } from "../time/iso.ts";
import type { HandlersOf } from "./handler.ts";

/** The last day there is: the embedded service never runs out. */
const NEVER = "9999-12-31T00:00:00Z";

/** Reads who asks. */
export const user: HandlersOf<"user"> = {
  info: async ({ userid, context: { store } }) => {
    const { created } = await store.users.ensure(userid);
    return {
      created: isoMicros(created),
      userid,
      status: "active",
      tier: "embedded",
      preferences: {},
      service_status: {
        is_active: true,
        active_until: NEVER,
        grace_period_ends: NEVER,
        manage_url: null,
        service_type: "free_service",
      },
      chat_token: null,
    };
  },
};
