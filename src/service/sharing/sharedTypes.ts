import type { DataType } from "../../schema/catalog.ts";
import { typesOf } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { grantsOf } from "./mayRead.ts";
import type { KnownType } from "../types/knownType.ts";

/** Returns the user-defined types that are shared with a user. */
export async function sharedTypes(context: Context, userid: string): Promise<DataType[]> {
  const permissions = await context.store.shares.permissions(userid);
  const sharers = [...new Set(permissions.map((permission) => permission.userid))];
  const types = await Promise.all(sharers.map((sharer) => typesSharedBy(context, userid, sharer)));
  return types.flat().filter(({ id }) => id.includes("/"));
}

/** Returns the types of one user that another may read, marked as shared. */
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

/** Returns the entry of another user's type, which cannot be recorded. */
export function markShared({ entry }: KnownType): DataType {
  return { ...entry, categories: [...entry.categories, "shared_type"], recordable: false };
}
