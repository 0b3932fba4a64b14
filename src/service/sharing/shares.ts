import { type Dataset, type Grant, type Share, StoredShareBody } from "../../schema/shares.ts";
import { must } from "../../options/must.ts";
import type { Audience, NewShare, StoredShare } from "../../store/shares.ts";
import { isoMicros, isoStamp } from "../../time/iso.ts";
import { typesOf } from "../types/dataTypes.ts";
import { isSharedType } from "../types/shareableTypes.ts";
import type { Context, HandlersOf, Query } from "../http/handler.ts";
import { isSeen } from "./groups.ts";
import { grantsOf } from "./mayRead.ts";
import { forbidden, invalid, notFound, Problem } from "../http/problem.ts";

/** Stores shares under the older paths, where null clears any field. */
export const olderShares: HandlersOf<"olderShares"> = {
  list: async ({ userid, context: { store } }) => (await store.shares.list(userid)).map(shareRow),

  create: async ({ userid, body, context }) => {
    const share = newShare(await body());
    await checkGroups(context, userid, share.audience);
    return { datashare: shareRow(await context.store.shares.create(userid, share)) };
  },

  get: async (call) => shareRow(await ownShare(call)),

  update: async (call) => {
    const old = await ownShare(call);
    const changes = await call.body();
    return changeShare(call, old, changes);
  },

  delete: async (call) => {
    const { id } = await ownShare(call);
    await call.context.store.shares.delete(id);
  },
};

/** Names in shares that are not data types with records: files and custom inputs. */
const NOT_RECORDS = /^(?:file|filehistory|input):/;

/** Stores shares. */
export const shares: HandlersOf<"shares"> = {
  list: olderShares.list as HandlersOf<"shares">["list"],
  get: olderShares.get as HandlersOf<"shares">["get"],
  delete: olderShares.delete as HandlersOf<"shares">["delete"],

  create: async ({ userid, body, context }) => {
    const given = await body();
    checkTypes(given.svc_data_types);
    const share = newShare(given);
    await checkGroups(context, userid, share.audience);
    return { datashare: shareRow(await context.store.shares.create(userid, share)) };
  },

  update: async (call) => {
    const old = await ownShare(call), changes = await call.body();
    const said = Object.entries(changes).filter(([name, value]) =>
      value !== null || name === "time_start" || name === "time_end"
    );
    if (changes.svc_data_types) checkTypes(changes.svc_data_types);
    return changeShare(call, old, Object.fromEntries(said));
  },

  received: async ({ userid, context: { store } }) => [
    { ...OWN_DATA, sharing_svc_userid: userid },
    ...(await store.shares.grants(userid)).map((grant): Grant => {
      const { datashare_name, svc_user_name = null, svc_data_types } = JSON.parse(grant.body);
      return {
        grant_id: grant.permission,
        grant_type: grant.group === null ? "user" : "group",
        datashare_id: grant.id,
        datashare_name,
        group_id: grant.group,
        sharing_svc_userid: grant.userid,
        sharing_svc_user_name: svc_user_name,
        sharing_svc_user_picture: null,
        svc_data_types,
        share_all_data: grant.allData,
        time_start: iso(grant.start),
        time_end: iso(grant.end),
        created_at: isoStamp(grant.created),
      };
    }),
  ],

  endGrant: async ({ args: { grant_id }, userid, context: { store } }) => {
    if (await store.shares.endGrant(grant_id, userid)) return;
    throw notFound(`You have no grant ${grant_id} to revoke`);
  },

  sharedTypes: async ({ args, userid, context: { store } }) => {
    const { svc_userid: owner, start_time, end_time } = args;
    if (owner === userid) return { all_data_types: true, svc_data_types: [] };
    const covering = (await store.shares.permissions(userid, owner)).filter(({ start, end }) =>
      (start === null || start <= start_time) && (end === null || end_time < end)
    );
    if (covering.some(({ allData }) => allData)) {
      return { all_data_types: true, svc_data_types: [] };
    }
    const types = covering.flatMap(({ body }): string[] => JSON.parse(body).svc_data_types);
    const records = types.filter((type) => !NOT_RECORDS.test(type));
    return { all_data_types: false, svc_data_types: [...new Set(records)].sort() };
  },

  reads: async ({ args, userid, context: { store } }) => {
    const interval = { start: args.start_time, end: args.end_time };
    return (await store.shareReads.list(userid, interval)).map((read) => ({
      svc_userid: read.reader,
      operation: read.operation,
      data_type: read.dataType || null,
      count: read.count,
      first_at: isoStamp(read.first),
      last_at: isoStamp(read.last),
    }));
  },

  datasets: async ({ userid, context: { store } }) =>
    (await store.shares.permissions(userid)).map((permission): Dataset => {
      const { datashare_name, svc_user_name = null } = JSON.parse(permission.body);
      return {
        permission_id: permission.permission,
        created_at: isoStamp(permission.created),
        time_start: iso(permission.start),
        time_end: iso(permission.end),
        svc_userid: permission.userid,
        svc_user_name,
        svc_user_picture: null,
        datashare_name,
      };
    }),

  deletePermission: async ({ args, userid, context: { store } }) => {
    const id = args.permission_id.toLowerCase();
    const sharer = await store.shares.sharerOf(id);
    const unknown = () => notFound(`Unknown permission ${JSON.stringify(id)}`);
    if (sharer === undefined) throw unknown();
    if (sharer === userid) return store.shares.revoke(id);
    const held = await store.shares.permissions(userid, sharer);
    if (!held.some((one) => one.permission === id)) throw unknown();
    await store.shares.decline(id, userid);
  },

  access: async ({ args, userid, context }) => {
    const sharer = args.sharer_svc_userid.toLowerCase();
    const grants = await grantsOf(context, userid, sharer);
    if (grants.isEmpty) throw forbidden();
    const interval = { start: args.start_time, end: args.end_time };
    const types = (await typesOf(context, sharer)).map((type) => type.entry)
      .filter((entry) => entry.queryable).map((entry) => entry.id);
    const candidates = new Set([...types, ...UNLISTED, ...grants.dataTypes]);
    return [...candidates].filter((type) => grants.covers(type, interval));
  },
};

/** Entry of a user's own data in the list of readable data. */
const OWN_DATA = {
  grant_id: null,
  grant_type: "self",
  datashare_id: null,
  datashare_name: null,
  group_id: null,
  sharing_svc_user_name: null,
  sharing_svc_user_picture: null,
  svc_data_types: [],
  share_all_data: true,
  time_start: null,
  time_end: null,
  created_at: null,
} as const satisfies Omit<Grant, "sharing_svc_userid" | "svc_data_types"> & { svc_data_types: [] };

function checkTypes(types: readonly string[]): void {
  types.forEach((type, i) => {
    if (isSharedType(type)) return;
    const msg = `${JSON.stringify(type)} is not a data type that can be shared`;
    throw invalid(["body", "svc_data_types", i], msg);
  });
}

/** Types that can be shared but are missing in the catalog. */
const UNLISTED = ["calendars", "calendar_events", "file:/"];

/** Writes the changed fields of a share. */
async function changeShare(
  { userid, context }: Pick<Query<unknown>, "userid" | "context">,
  old: StoredShare,
  changes: object,
): Promise<Share> {
  const share = newShare(checkedShare({ ...bodyOf(old), ...changes }));
  const known = old.audience.flatMap((one) => "group" in one ? [one.group] : []);
  await checkGroups(context, userid, share.audience, known);
  const changed = await context.store.shares.update(old.id, share);
  if (changed === undefined) throw unknownShare(old.id);
  return shareRow(changed);
}

async function ownShare(
  { args, userid, context: { store } }: Query<{ readonly datashare_id: string }>,
): Promise<StoredShare> {
  const id = args.datashare_id.toLowerCase();
  const share = await store.shares.find(id);
  // Do not reveal whether somebody else's share has this id.
  if (share?.userid !== userid) throw unknownShare(id);
  return share;
}

function unknownShare(id: string): ReturnType<typeof notFound> {
  return notFound(`Unknown share ${JSON.stringify(id)}`);
}

/** Rejects groups that the sharer does not see; groups that already have access may stay. */
async function checkGroups(
  { store }: Pick<Context, "store">,
  userid: string,
  audience: readonly Audience[],
  known: readonly string[] = [],
): Promise<void> {
  const asked = audience.flatMap((one) => "group" in one ? [one.group] : []);
  for (const id of asked) {
    if (known.includes(id)) continue;
    const group = await store.groups.find(id, userid);
    if (group === undefined || !isSeen(group, userid)) {
      throw new Problem(400, `Unknown group ${id}`);
    }
  }
}

function checkedShare(body: unknown): StoredShareBody {
  const result = StoredShareBody.safeParse(body);
  if (result.success) return result.data;
  const { path, message } = must(result.error.issues[0], "zod rejects without an issue");
  throw invalid(["body", ...path.map(String)], message);
}

function newShare(body: StoredShareBody): NewShare {
  const { datashare_name, svc_user_name, svc_data_types } = body;
  return {
    body: JSON.stringify({ datashare_name, svc_user_name, svc_data_types }),
    allData: body.share_all_data,
    start: body.time_start,
    end: body.time_end,
    audience: [
      ...body.permissions.map((one) => ({ userid: one.allowed_svc_userid })),
      ...body.group_permissions.map((one) => ({ group: one.allowed_group_id })),
    ],
  };
}

function shareRow(share: StoredShare): Share {
  return {
    id: share.id,
    datashare_id: share.id,
    svc_userid: share.userid,
    ...bodyOf(share),
    created_at: isoStamp(share.created),
    updated_at: isoStamp(share.updated),
  };
}

/** Contents of a share, without author and dates. */
type SharedData = Omit<Share, "id" | "datashare_id" | "svc_userid" | "created_at" | "updated_at">;

function bodyOf(share: StoredShare): SharedData {
  return {
    ...JSON.parse(share.body) as Pick<
      Share,
      "datashare_name" | "svc_user_name" | "svc_data_types"
    >,
    share_all_data: share.allData,
    time_start: iso(share.start),
    time_end: iso(share.end),
    permissions: share.audience
      .flatMap((one) => "userid" in one ? [{ allowed_svc_userid: one.userid }] : []),
    group_permissions: share.audience
      .flatMap((one) => "group" in one ? [{ allowed_group_id: one.group }] : []),
  };
}

function iso(micros: bigint | null): string | null {
  return micros === null ? null : isoMicros(micros);
}
