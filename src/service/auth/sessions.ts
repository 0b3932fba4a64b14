import { isoStamp } from "../../time/iso.ts";
import type { HandlersOf } from "../http/handler.ts";
import { invalid, notFound } from "../http/problem.ts";
import { readTime } from "../../schema/checks/timeForm.ts";
import type { Policy } from "../../store/sessions.ts";
import type { ReadAs } from "../../api/fields/endpoint.ts";
import type { Api } from "../../api/api.ts";
import { newSessionToken } from "./sessionToken.ts";

type ReadBody = ReadAs<Api["sessions"]["create"]["body"]>;

/** Lists, creates and revokes named tokens. */
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
    const { session_name: name, policy_id = null, policy = null } = await body();
    if (policy !== null && policy_id !== null) {
      throw invalid(["body", "policy"], "policy and policy_id are both given; choose one");
    }
    const token = newSessionToken();
    const limits = policy === null ? policy_id : policyOf(policy);
    if (await store.sessions.add({ userid, name, policy: limits, token })) return { token };
    throw invalid(["body", "policy_id"], "You have no policy with this id");
  },

  deleteAll: async ({ userid, context: { store } }) => {
    await store.users.endTokens(userid);
  },

  delete: async ({ args, userid, context: { store } }) => {
    if (await store.sessions.end(userid, args.session_id)) return;
    throw notFound(`Unknown session ${args.session_id}`);
  },
};

/**
 * Returns the limits of a token as the store keeps them.
 *
 * @throws {Problem} 422 if a time is invalid, or the limits contradict each other
 */
function policyOf(given: NonNullable<ReadBody["policy"]>): Policy {
  const time = (name: "time_start" | "time_end" | "ends_at"): bigint | null => {
    const text = given[name];
    if (text === null || text === undefined) return null;
    try {
      return readTime(text);
    } catch (error) {
      throw invalid(["body", "policy", name], (error as Error).message);
    }
  };
  const start = time("time_start"), end = time("time_end"), ends = time("ends_at");
  if (start !== null && end !== null && end < start) {
    throw invalid(["body", "policy", "time_end"], "time_end is before time_start");
  }
  if (given.write && (start !== null || end !== null)) {
    throw invalid(["body", "policy", "write"], "A token with time_start or time_end cannot write");
  }
  return { types: given.svc_data_types ?? undefined, start, end, ends, write: given.write };
}
