import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";

/** What a share lets others read. */
export interface ShareBody {
  /** Its name. */
  datashare_name: string;
  /** The name that is shown to the others; null where none is shown any more. */
  svc_user_name: string | null;
  /** Data types; a base type covers those defined on it, `file:/path/` the files below a path. */
  svc_data_types: string[];
  /** Whether all data is shared. */
  share_all_data: boolean;
  /** Inclusive start of what is shared; null for no start. */
  time_start?: string | null;
  /** Exclusive end of what is shared; null for no end. */
  time_end?: string | null;
  /** Who may read. */
  permissions: { allowed_svc_userid: string }[];
  /** Which groups may read. */
  group_permissions: { allowed_group_id: string }[];
}

/** A stored share. */
export interface Share extends ShareBody {
  /** Identifier. */
  id: string;
  /** The same identifier. */
  datashare_id: string;
  /** Who shares. */
  svc_userid: string;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

/** Data of another user that may be read. */
export interface Dataset {
  /** Identifier of the permission. */
  permission_id: string;
  /** When it was given. */
  created_at: string;
  /** Inclusive start. */
  time_start: string | null;
  /** Exclusive end. */
  time_end: string | null;
  /** Who shares. */
  svc_userid: string;
  /** The name they show. */
  svc_user_name: string | null;
  /** The picture they show. */
  svc_user_picture: string | null;
  /** Name of the share. */
  datashare_name: string;
}

/** That somebody has read data of yours, so often on a day (UTC). */
export interface ShareRead {
  /** Who has read. */
  svc_userid: string;
  /** By which operation: its method and path. */
  operation: string;
  /** Of which data type; null where of several, or of none. */
  data_type: string | null;
  /** How often on that day. */
  count: number;
  /** When first. */
  first_at: string;
  /** When last. */
  last_at: string;
}

/** Shares: who may read what. */
export const shares = {
  list: {
    route: "GET /user/v1alpha1/datashares",
    summary: "Lists what you share.",
    returns: oldJson<Share[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/datashares",
    summary: "Shares data with users or groups.",
    body: oldJson<
      Pick<ShareBody, "datashare_name"> & { svc_user_name: string } & Partial<ShareBody>
    >(),
    returns: oldJson<{ datashare: Share }>(),
    split: "never",
  },
  get: {
    route: "GET /user/v1alpha1/datashare/{datashare_id}",
    summary: "Reads a share of yours.",
    returns: oldJson<Share>(),
    split: "never",
  },
  update: {
    route: "PUT /user/v1alpha1/datashare/{datashare_id}",
    summary: "Changes the fields of a share that are given; null clears.",
    body: oldJson<Partial<ShareBody>>(),
    seeOther: "/user/v1alpha1/datashare/{datashare_id}",
    returns: oldJson<Share>(),
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1alpha1/datashare/{datashare_id}",
    summary: "Ends a share at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
  reads: {
    route: "GET /user/v1alpha1/access/reads",
    summary: "Lists who has read your data in a range, and what; the latest first.",
    query: RANGE,
    returns: oldJson<ShareRead[]>(),
    split: "never",
  },
  datasets: {
    route: "GET /user/v1alpha1/datasets",
    summary: "Lists what others share with you.",
    returns: oldJson<Dataset[]>(),
    split: "never",
  },
  deletePermission: {
    route: "DELETE /user/v1alpha1/dataset/permission/{permission_id}",
    summary: "Gives up a permission to read another user's data.",
    returns: { kind: "nothing" },
    split: "never",
  },
  access: {
    route: "GET /user/v1alpha1/access/{sharer_svc_userid}/data_types",
    summary: "Lists the data types that a user shares with you in a range.",
    query: RANGE,
    returns: oldJson<string[]>(),
    split: "never",
  },
} as const satisfies Endpoints;
