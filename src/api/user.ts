import { type Endpoints, json } from "./fields/endpoint.ts";

/** The authenticated user. */
export const user = {
  /** Reads who the authenticated user is. */
  info: {
    route: "GET /user/v1alpha1/info",
    summary: "Reads who the authenticated user is.",
    query: { platform: { kind: "text", doc: "Accepted, without effect." } },
    returns: json("UserInfo"),
    split: "never",
  },
  /** Reads the preferences. */
  preferences: {
    route: "GET /user/v1alpha1/preferences",
    summary: "Reads the preferences.",
    returns: json("Preferences"),
    split: "never",
  },
  /** Changes the given preferences; null clears a preference. */
  setPreferences: {
    route: "POST /user/v1alpha1/preferences",
    summary: "Changes the given preferences; null clears a preference.",
    body: json("Preferences"),
    returns: json("Preferences"),
    split: "never",
  },
  /** Counts the user's data. */
  totals: {
    route: "GET /user/v1alpha1/totals",
    summary: "Counts the user's data.",
    returns: json("UserTotals"),
    split: "never",
  },
  /** Grants months of service; needs an operator's token. */
  grantService: {
    route: "POST /user/v1alpha1/grant_service",
    summary: "Grants months of service; needs an operator's token.",
    query: {
      svc_userid: {
        kind: "uuid",
        doc: "User who gets the months; by default the service's first user.",
      },
    },
    body: json("ServiceGrant"),
    auth: "operator",
    returns: json("ServiceStatus"),
    split: "never",
  },
} as const satisfies Endpoints;
