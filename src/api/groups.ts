import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** What a group is written as. */
export interface GroupBody {
  /** Its title. */
  title: string;
  /** What it is for. */
  description?: string | null;
  /** Whether anybody may see and join it. @default false */
  is_public?: boolean;
  /** Users who may see and join it although it is private; only its maker sees them. @default none */
  invited?: string[];
}

/** A stored group. */
export interface Group extends Required<GroupBody> {
  /** Identifier. */
  id: string;
  /** Who made it. */
  svc_userid: string;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

/** Somebody who is in a group. */
export interface Participant {
  /** Identifier of the participant within the group. */
  participant_id: string;
  /** When they joined. */
  joined_at: string;
}

const MEMBER = {
  member_svc_userid: { kind: "uuid", doc: "Who is meant; you unless told otherwise." },
} as const;

/** Groups of users, with whom data can be shared. */
export const groups = {
  list: {
    route: "GET /user/v1/group",
    summary: "Lists the groups that you made, are in, or may join.",
    returns: oldJson<Group[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1/group",
    summary: "Makes a group.",
    body: oldJson<GroupBody>(),
    returns: oldJson<{ pool: Group }>(),
    split: "never",
  },
  get: {
    route: "GET /user/v1/group/{group_id}",
    summary: "Reads a group.",
    returns: oldJson<{ pool: Group }>(),
    split: "never",
  },
  update: {
    route: "PUT /user/v1/group/{group_id}",
    summary: "Changes the fields of a group that are given.",
    body: oldJson<Partial<GroupBody>>(),
    returns: oldJson<{ pool: Group }>(),
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1/group/{group_id}",
    summary: "Deletes a group, and with it what is shared with it.",
    returns: { kind: "nothing" },
    split: "never",
  },
  join: {
    route: "POST /user/v1/group/{group_id}/membership",
    summary: "Joins a group; a private one's maker puts others into it.",
    query: MEMBER,
    returns: oldJson<Participant>(),
    split: "never",
  },
  leave: {
    route: "DELETE /user/v1/group/{group_id}/membership",
    summary: "Leaves a group, and ends what you share with it; its maker may take others out.",
    query: MEMBER,
    returns: { kind: "nothing" },
    split: "never",
  },
  participants: {
    route: "GET /user/v1/group/{group_id}/participants",
    summary: "Lists who is in a group.",
    returns: oldJson<Participant[]>(),
    split: "never",
  },
} as const satisfies Endpoints;
