import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";

/** Shares: who may read which data. */
export const shares = {
  /** Lists the data that you share. */
  list: {
    route: "GET /user/v1/datashare",
    older: "GET /user/v1alpha1/datashares",
    summary: "Lists the data that you share.",
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
  /** Reads one of your shares. */
  get: {
    route: "GET /user/v1/datashare/{datashare_id}",
    older: "GET /user/v1alpha1/datashare/{datashare_id}",
    summary: "Reads one of your shares.",
    returns: json("Share"),
    split: "never",
  },
  /** Changes the given fields of a share; null removes a time bound. */
  update: {
    route: "PUT /user/v1/datashare/{datashare_id}",
    older: "PUT /user/v1alpha1/datashare/{datashare_id}",
    summary: "Changes the given fields of a share; null removes a time bound.",
    body: json("ShareUpdate"),
    returns: json("Share"),
    split: "never",
  },
  /** Revokes a share at once. */
  delete: {
    route: "DELETE /user/v1/datashare/{datashare_id}",
    older: "DELETE /user/v1alpha1/datashare/{datashare_id}",
    summary: "Revokes a share at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Lists who read which of your data in a range, latest first. */
  reads: {
    route: "GET /user/v1alpha1/access/reads",
    summary: "Lists who read which of your data in a range, latest first.",
    query: RANGE,
    returns: jsonList("ShareRead"),
    split: "never",
  },
  /** Lists the data that others share with you. */
  datasets: {
    route: "GET /user/v1alpha1/datasets",
    summary: "Lists the data that others share with you.",
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
  /** Lists the data that you may read, one entry per grant, your own data first. */
  received: {
    route: "GET /user/v1/dataset",
    summary: "Lists the data that you may read, one entry per grant, your own data first.",
    returns: jsonList("Grant"),
    split: "never",
  },
  /** Revokes a grant to you, or one that you gave to a group. */
  endGrant: {
    route: "DELETE /user/v1/dataset/{grant_id}",
    summary: "Revokes a grant to you, or one that you gave to a group.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Reads which data types of a user you may read throughout a range. */
  sharedTypes: {
    route: "GET /user/v1/shared/{svc_userid}/data_types",
    summary: "Reads which data types of a user you may read throughout a range.",
    query: RANGE,
    returns: json("SharedTypes"),
    split: "never",
  },
} as const satisfies Endpoints;

const OLDER = { deprecated: "Use the same method of `shares`." } as const;

/** The operations of `shares` under older paths; other services may only have these. */
export const olderShares = {
  /**
   * Lists the data that you share.
   *
   * @deprecated Use the same method of `shares`.
   */
  list: {
    route: "GET /user/v1alpha1/datashares",
    summary: "Lists the data that you share.",
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
   * Reads one of your shares.
   *
   * @deprecated Use the same method of `shares`.
   */
  get: {
    route: "GET /user/v1alpha1/datashare/{datashare_id}",
    summary: "Reads one of your shares.",
    returns: json("Share"),
    split: "never",
    ...OLDER,
  },
  /**
   * Changes the given fields of a share; null clears a field.
   *
   * @deprecated Use the same method of `shares`.
   */
  update: {
    route: "PUT /user/v1alpha1/datashare/{datashare_id}",
    summary: "Changes the given fields of a share; null clears a field.",
    body: json("ShareChange"),
    seeOther: "/user/v1alpha1/datashare/{datashare_id}",
    returns: json("Share"),
    split: "never",
    ...OLDER,
  },
  /**
   * Revokes a share at once.
   *
   * @deprecated Use the same method of `shares`.
   */
  delete: {
    route: "DELETE /user/v1alpha1/datashare/{datashare_id}",
    summary: "Revokes a share at once.",
    returns: { kind: "nothing" },
    split: "never",
    ...OLDER,
  },
} as const satisfies Endpoints;
