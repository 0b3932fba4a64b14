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
  return types.flat().filter((entry) => sharers.includes(entry.svc_userid));
}

/** The types of one user that somebody may read; those that the user defined are marked as shared. */
export async function typesSharedBy(
  context: Context,
  userid: string,
  sharer: string,
): Promise<DataType[]> {
  const grants = await grantsOf(context, userid, sharer);
  return (await typesOf(context, sharer))
    .filter(({ entry }) => grants.covers(entry.id, null))
    .map((type) => markShared(type, sharer));
}

/** The entry of a user's type; one that they defined is marked as shared. */
export function markShared({ entry }: KnownType, sharer: string): DataType {
  if (entry.svc_userid !== sharer) return entry;
  return { ...entry, categories: [...entry.categories, "shared_type"] };
}
