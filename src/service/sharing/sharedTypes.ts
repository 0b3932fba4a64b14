import type { DataType } from "../../schema/catalog.ts";
import { typesOf } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { grantsOf } from "./mayRead.ts";
import type { KnownType } from "../types/knownType.ts";

/** The types that users defined and share with somebody. */
export async function sharedTypes(context: Context, userid: string): Promise<DataType[]> {
  const permissions = await context.store.shares.permissions(userid);
  const sharers = [...new Set(permissions.map((permission) => permission.userid))];
  const types = await Promise.all(sharers.map((sharer) => typesSharedBy(context, userid, sharer)));
  return types.flat().filter(({ id }) => id.includes("/"));
}

/** The types of one user that somebody else may read, marked as shared. */
export async function typesSharedBy(
  context: Context,
  userid: string,
  sharer: string,
): Promise<DataType[]> {
  const grants = await grantsOf(context, userid, sharer);
  return (await typesOf(context, sharer))
    .filter(({ entry }) => grants.covers(entry.id, null))
    .map(markShared);
}

/** The entry of another user's type: it can be read, but not recorded. */
export function markShared({ entry }: KnownType): DataType {
  return { ...entry, categories: [...entry.categories, "shared_type"], recordable: false };
}
