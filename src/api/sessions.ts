import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Named tokens for scripts. */
export const sessions = {
  /** Lists named tokens, ended ones too, without the tokens themselves. */
  list: {
    route: "GET /user/v1alpha1/session",
    summary: "Lists named tokens, ended ones too, without the tokens themselves.",
    returns: jsonList("Session"),
    split: "never",
  },
  /** Makes a named token, which is shown this once. */
  create: {
    route: "POST /user/v1alpha1/session",
    summary: "Makes a named token, which is shown this once.",
    body: json("SessionBody"),
    returns: json("SessionToken"),
    split: "never",
  },
  /** Ends all your tokens at once: named, refresh and access tokens, also the one used here. */
  deleteAll: {
    route: "DELETE /user/v1alpha1/session",
    summary:
      "Ends all your tokens at once: named, refresh and access tokens, also the one used here.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Ends a named token at once. */
  delete: {
    route: "DELETE /user/v1alpha1/session/{session_id}",
    summary: "Ends a named token at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;
