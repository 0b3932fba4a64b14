import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Tags, which mark annotations and records. */
export const tags = {
  /** Lists tags. */
  list: {
    route: "GET /user/v1alpha1/tag",
    summary: "Lists tags.",
    returns: jsonList("Tag"),
    split: "never",
  },
  /** Makes a tag; a name that is taken is rejected with 409. */
  create: {
    route: "POST /user/v1alpha1/tag",
    summary: "Makes a tag; a name that is taken is rejected with 409.",
    body: json("TagBody"),
    conflict: true,
    returns: json("Tag"),
    split: "never",
  },
  /** Reads a tag. */
  get: {
    route: "GET /user/v1alpha1/tag/id/{tag_id}",
    summary: "Reads a tag.",
    returns: json("Tag"),
    split: "never",
  },
  /** Deletes a tag. */
  delete: {
    route: "DELETE /user/v1alpha1/tag/id/{tag_id}",
    summary: "Deletes a tag.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Reads the tag of a name. */
  byName: {
    route: "GET /user/v1alpha1/tag/name/{tag_name}",
    summary: "Reads the tag of a name.",
    returns: json("Tag"),
    split: "never",
  },
} as const satisfies Endpoints;
