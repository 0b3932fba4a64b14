import { isoStamp } from "../../time/iso.ts";
import type { HandlersOf } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";
import { newSessionToken } from "./sessionToken.ts";

export const sessions: HandlersOf<"sessions"> = {
  list: async ({ userid, context: { store } }) =>
    (await store.sessions.list(userid)).map(({ id, name, policy, created, deleted }) => ({
      id,
      svc_userid: userid,
      name,
      created_at: isoStamp(created),
      deleted_at: deleted === null ? null : isoStamp(deleted),
      policy_id: policy,
    })),

  create: async ({ userid, body, context: { store } }) => {
    const { session_name: name, policy_id = null } = await body();
    const token = newSessionToken();
    await store.sessions.add({ userid, name, policy: policy_id, token });
    return { token };
  },

  deleteAll: async ({ userid, context: { store } }) => {
    await store.users.endTokens(userid);
  },

  delete: async ({ args, userid, context: { store } }) => {
    if (await store.sessions.end(userid, args.session_id)) return;
    throw notFound(`Unknown session ${args.session_id}`);
  },
};
