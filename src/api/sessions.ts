import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Named tokens for scripts. */
export const sessions = {
  list: {
    route: "GET /user/v1alpha1/session",
    summary: "Lists named tokens, ended ones too, without the tokens themselves.",
    returns: jsonList("Session"),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/session",
    summary: "Makes a named token, which is shown this once.",
    body: json("SessionBody"),
    returns: json("SessionToken"),
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
