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
  /** Creates a tag; answers 409 if the name is taken. */
  create: {
    route: "POST /user/v1alpha1/tag",
    summary: "Creates a tag; answers 409 if the name is taken.",
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
  /** Reads a tag by its name. */
  byName: {
    route: "GET /user/v1alpha1/tag/name/{tag_name}",
    summary: "Reads a tag by its name.",
    returns: json("Tag"),
    split: "never",
  },
} as const satisfies Endpoints;
