import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** A named token for scripts (interface 2.16). */
export interface Session {
  /** Identifier. */
  id: string;
  /** Whose it is. */
  svc_userid: string;
  /** Its name. */
  name: string;
  /** When it was made. */
  created_at: string;
  /** When it was ended. */
  deleted_at: string | null;
  /** Accepted, without effect. */
  policy_id?: string | null;
}

/** Named tokens for scripts. */
export const sessions = {
  list: {
    route: "GET /user/v1alpha1/session",
    summary: "Lists named tokens, ended ones too, without the tokens themselves.",
    returns: oldJson<Session[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/session",
    summary: "Makes a named token, which is shown this once.",
    body: oldJson<{ session_name: string; state: string; policy_id?: string | null }>(),
    returns: oldJson<{ token: string }>(),
    split: "never",
  },
  deleteAll: {
    route: "DELETE /user/v1alpha1/session",
    summary:
      "Ends all your tokens at once: named, refresh and access tokens, also the one used here.",
    returns: { kind: "nothing" },
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1alpha1/session/{session_id}",
    summary: "Ends a named token at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
