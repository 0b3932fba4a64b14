import { createHash } from "node:crypto";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { annotationRow } from "../types/annotationRow.ts";
import { annotationTypeId } from "../types/annotationTypes.ts";
import type { Context } from "../http/handler.ts";
import { grantsOf } from "./mayRead.ts";
import { typesSharedBy } from "./sharedTypes.ts";

/**
 * Returns a text that changes whenever anything of a user changes except records and files. For
 * another user's lists, it covers what the user may read. It is a hash, so it reveals nothing.
 *
 * @param userid The caller.
 * @param owner The owner of the lists.
 */
export async function listsTag(context: Context, userid: string, owner: string): Promise<string> {
  const hash = createHash("sha256").update(`${userid} ${owner}\n`);
  const lists = owner === userid ? ownLists(context, userid) : sharedLists(context, userid, owner);
  for await (const list of lists) {
    hash.update(JSON.stringify(list, (_, value) => typeof value === "bigint" ? `${value}` : value));
  }
  return hash.digest("base64url").slice(0, 22);
}

async function* ownLists({ store, sourcePriority }: Context, userid: string) {
  yield await store.users.ensure(userid);
  yield await store.users.preferences(userid);
  yield sourcePriority;
  for (const kind of ["annotations", "dataTypes", "reflections", "customInputs"] as const) {
    yield await store[kind].list(userid);
  }
  for (const kind of ["sources", "tags", "sessions", "shares"] as const) {
    yield await store[kind].list(userid);
  }
  yield await store.shares.permissions(userid);
  const groups = await store.groups.list(userid);
  yield groups;
  for (const { id } of groups) yield await store.groups.participants(id);
  yield await store.shareReads.list(userid, { start: MIN_MICROS, end: MAX_MICROS });
}

async function* sharedLists(context: Context, userid: string, owner: string) {
  const grants = await grantsOf(context, userid, owner);
  yield grants.dataTypes;
  yield await typesSharedBy(context, userid, owner);
  yield (await context.store.annotations.list(owner)).map(annotationRow)
    .filter((row) => grants.covers(annotationTypeId(row), null));
}
