import { z } from "zod";
import type { Tag } from "../../api/tags.ts";
import type { HandlersOf } from "../http/handler.ts";
import { jsonBody } from "../http/jsonBody.ts";
import { notFound, Problem } from "../http/problem.ts";

/** The most characters of a name. */
const LONGEST = 30;

/** What is written. */
export const BODY = z.strictObject({
  name: z.string().min(1)
    // Counted in characters, as JSON Schema does, not in UTF-16 units.
    .refine((name) => [...name].length <= LONGEST, `has more than ${LONGEST} characters`)
    .meta({ maxLength: LONGEST }),
});

/** Keeps tags. */
export const tags: HandlersOf<"tags"> = {
  list: ({ userid, context: { store } }) => store.tags.list(userid),

  create: async ({ userid, request, context: { store } }) => {
    const { name } = await jsonBody(request, BODY);
    const tag = await store.tags.add(userid, name);
    if (tag === undefined) throw new Problem(409, `There is a tag ${JSON.stringify(name)} already`);
    return tag;
  },

  get: async ({ args, userid, context: { store } }) =>
    found(await store.tags.find(userid, args.tag_id), args.tag_id),

  delete: async ({ args, userid, context: { store } }) => {
    if (!await store.tags.remove(userid, args.tag_id)) found(undefined, args.tag_id);
  },

  byName: async ({ args, userid, context: { store } }) =>
    found(await store.tags.named(userid, args.tag_name), args.tag_name),
};

function found(tag: Tag | undefined, name: string): Tag {
  if (tag === undefined) throw notFound(`There is no tag ${JSON.stringify(name)}`);
  return tag;
}
