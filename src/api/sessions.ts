import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Named tokens for scripts. */
export const sessions = {
  /** Lists named tokens, including ended ones, without the tokens themselves. */
  list: {
    route: "GET /user/v1alpha1/session",
    summary: "Lists named tokens, including ended ones, without the tokens themselves.",
    returns: jsonList("Session"),
    split: "never",
  },
  /** Creates a named token, which is shown only once. */
  create: {
    route: "POST /user/v1alpha1/session",
    summary: "Creates a named token, which is shown only once.",
    body: json("SessionBody"),
    returns: json("SessionToken"),
    split: "never",
  },
  /** Revokes all your tokens at once: named, refresh and access tokens, including the one in use. */
  deleteAll: {
    route: "DELETE /user/v1alpha1/session",
    summary:
      "Revokes all your tokens at once: named, refresh and access tokens, including the one in use.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Revokes a named token at once. */
  delete: {
    route: "DELETE /user/v1alpha1/session/{session_id}",
    summary: "Revokes a named token at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
