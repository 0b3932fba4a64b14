import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";

/** Shares: who may read what. */
export const shares = {
  /** Lists what you share. */
  list: {
    route: "GET /user/v1/datashare",
    older: "GET /user/v1alpha1/datashares",
    summary: "Lists what you share.",
    returns: jsonList("Share"),
    split: "never",
  },
  /** Shares data with users or groups. */
  create: {
    route: "POST /user/v1/datashare",
    older: "POST /user/v1alpha1/datashares",
    summary: "Shares data with users or groups.",
    body: json("NewShareBody"),
    returns: json("ShareAnswer"),
    split: "never",
  },
  /** Reads a share of yours. */
  get: {
    route: "GET /user/v1/datashare/{datashare_id}",
    older: "GET /user/v1alpha1/datashare/{datashare_id}",
    summary: "Reads a share of yours.",
    returns: json("Share"),
    split: "never",
  },
  /** Changes the fields of a share that are given; null opens a time bound. */
  update: {
    route: "PUT /user/v1/datashare/{datashare_id}",
    older: "PUT /user/v1alpha1/datashare/{datashare_id}",
    summary: "Changes the fields of a share that are given; null opens a time bound.",
    body: json("ShareUpdate"),
    returns: json("Share"),
    split: "never",
  },
  /** Ends a share at once. */
  delete: {
    route: "DELETE /user/v1/datashare/{datashare_id}",
    older: "DELETE /user/v1alpha1/datashare/{datashare_id}",
    summary: "Ends a share at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Lists who has read your data in a range, and what; the latest first. */
  reads: {
    route: "GET /user/v1alpha1/access/reads",
    summary: "Lists who has read your data in a range, and what; the latest first.",
    query: RANGE,
    returns: jsonList("ShareRead"),
    split: "never",
  },
  /** Lists what others share with you. */
  datasets: {
    route: "GET /user/v1alpha1/datasets",
    summary: "Lists what others share with you.",
    returns: jsonList("Dataset"),
    split: "never",
  },
  /** Gives up a permission to read another user's data. */
  deletePermission: {
    route: "DELETE /user/v1alpha1/dataset/permission/{permission_id}",
    summary: "Gives up a permission to read another user's data.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Lists the data types that a user shares with you in a range. */
  access: {
    route: "GET /user/v1alpha1/access/{sharer_svc_userid}/data_types",
    summary: "Lists the data types that a user shares with you in a range.",
    query: RANGE,
    returns: jsonList("SharedType"),
    split: "never",
  },
  /** Lists what you may read, an entry for each grant: first your own data, then what is shared. */
  received: {
    route: "GET /user/v1/dataset",
    summary:
      "Lists what you may read, an entry for each grant: first your own data, then what is shared.",
    returns: jsonList("Grant"),
    split: "never",
  },
  /** Ends a grant: one to you, or one that you gave to a group. */
  endGrant: {
    route: "DELETE /user/v1/dataset/{grant_id}",
    summary: "Ends a grant: one to you, or one that you gave to a group.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Reads which data types of a user you may read in the whole of a range. */
  sharedTypes: {
    route: "GET /user/v1/shared/{svc_userid}/data_types",
    summary: "Reads which data types of a user you may read in the whole of a range.",
    query: RANGE,
    returns: json("SharedTypes"),
    split: "never",
  },
} as const satisfies Endpoints;

const OLDER = { deprecated: "Use the same method of `shares`." } as const;

/** The same as `shares` under the older paths, which other services may have alone. */
export const olderShares = {
  /**
   * Lists what you share.
   *
   * @deprecated Use the same method of `shares`.
   */
  list: {
    route: "GET /user/v1alpha1/datashares",
    summary: "Lists what you share.",
    returns: jsonList("Share"),
    split: "never",
    ...OLDER,
  },
  /**
   * Shares data with users or groups.
   *
   * @deprecated Use the same method of `shares`.
   */
  create: {
    route: "POST /user/v1alpha1/datashares",
    summary: "Shares data with users or groups.",
    body: json("ShareBody"),
    returns: json("ShareAnswer"),
    split: "never",
    ...OLDER,
  },
  /**
   * Reads a share of yours.
   *
   * @deprecated Use the same method of `shares`.
   */
  get: {
    route: "GET /user/v1alpha1/datashare/{datashare_id}",
    summary: "Reads a share of yours.",
    returns: json("Share"),
    split: "never",
    ...OLDER,
  },
  /**
   * Changes the fields of a share that are given; null clears.
   *
   * @deprecated Use the same method of `shares`.
   */
  update: {
    route: "PUT /user/v1alpha1/datashare/{datashare_id}",
    summary: "Changes the fields of a share that are given; null clears.",
    body: json("ShareChange"),
    seeOther: "/user/v1alpha1/datashare/{datashare_id}",
    returns: json("Share"),
    split: "never",
    ...OLDER,
  },
  /**
   * Ends a share at once.
   *
   * @deprecated Use the same method of `shares`.
   */
  delete: {
    route: "DELETE /user/v1alpha1/datashare/{datashare_id}",
    summary: "Ends a share at once.",
    returns: { kind: "nothing" },
    split: "never",
    ...OLDER,
  },
} as const satisfies Endpoints;
