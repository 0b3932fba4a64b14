import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

const MEMBER = {
  member_svc_userid: { kind: "uuid", doc: "Who is meant; you unless told otherwise." },
} as const;

/** Groups of users, with whom data can be shared. */
export const groups = {
  /** Lists the groups that you made, are in, or may join. */
  list: {
    route: "GET /user/v1/group",
    summary: "Lists the groups that you made, are in, or may join.",
    returns: jsonList("Group"),
    split: "never",
  },
  /** Makes a group. */
  create: {
    route: "POST /user/v1/group",
    summary: "Makes a group.",
    body: json("GroupBody"),
    returns: json("GroupAnswer"),
    split: "never",
  },
  /** Reads a group. */
  get: {
    route: "GET /user/v1/group/{group_id}",
    summary: "Reads a group.",
    returns: json("GroupAnswer"),
    split: "never",
  },
  /** Changes the fields of a group that are given. */
  update: {
    route: "PUT /user/v1/group/{group_id}",
    summary: "Changes the fields of a group that are given.",
    body: json("GroupChange"),
    returns: json("GroupAnswer"),
    split: "never",
  },
  /** Deletes a group, and with it what is shared with it. */
  delete: {
    route: "DELETE /user/v1/group/{group_id}",
    summary: "Deletes a group, and with it what is shared with it.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Joins a group; a private one's maker puts others into it. */
  join: {
    route: "POST /user/v1/group/{group_id}/membership",
    summary: "Joins a group; a private one's maker puts others into it.",
    query: MEMBER,
    returns: json("Participant"),
    split: "never",
  },
  /** Leaves a group, and ends what you share with it; its maker may take others out. */
  leave: {
    route: "DELETE /user/v1/group/{group_id}/membership",
    summary: "Leaves a group, and ends what you share with it; its maker may take others out.",
    query: MEMBER,
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Lists who is in a group. */
  participants: {
    route: "GET /user/v1/group/{group_id}/participants",
    summary: "Lists who is in a group.",
    returns: jsonList("Participant"),
    split: "never",
  },
} as const satisfies Endpoints;
