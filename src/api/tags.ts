import { type Endpoints, json } from "./fields/endpoint.ts";

/** A tag (interface 2.12). */
export interface Tag {
  /** Identifier. */
  id: string;
  /** Its name, 1 to 30 characters. */
  name: string;
}

/** Tags, which mark annotations and records. */
export const tags = {
  list: {
    route: "GET /user/v1alpha1/tag",
    summary: "Lists tags.",
    returns: json<Tag[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/tag",
    summary: "Makes a tag; a name that is taken is refused with 409.",
    body: json<Pick<Tag, "name">>(),
    returns: json<Tag>(),
    split: "never",
  },
  get: {
    route: "GET /user/v1alpha1/tag/id/{tag_id}",
    summary: "Reads a tag.",
    returns: json<Tag>(),
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1alpha1/tag/id/{tag_id}",
    summary: "Deletes a tag.",
    returns: { kind: "nothing" },
    split: "never",
  },
  byName: {
    route: "GET /user/v1alpha1/tag/name/{tag_name}",
    summary: "Reads the tag of a name.",
    returns: json<Tag>(),
    split: "never",
  },
} as const satisfies Endpoints;
