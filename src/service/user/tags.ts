import type { Tag } from "../../schema/tags.ts";
import type { HandlersOf } from "../http/handler.ts";
import { notFound, Problem } from "../http/problem.ts";

export const tags: HandlersOf<"tags"> = {
  list: ({ userid, context: { store } }) => store.tags.list(userid),

  create: async ({ userid, body, context: { store } }) => {
    const { name } = await body();
    const tag = await store.tags.add(userid, name);
    if (tag === undefined) throw new Problem(409, `Tag ${JSON.stringify(name)} already exists`);
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
  if (tag === undefined) throw notFound(`Tag ${JSON.stringify(name)} does not exist`);
  return tag;
}
