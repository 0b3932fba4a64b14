import { type Group, type Membership, OPEN_TO_ALL, type ReadGroup } from "../../schema/groups.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import type { StoredGroup } from "../../store/groups.ts";
import { isoMicros, isoStamp } from "../../time/iso.ts";
import { readTime } from "../../schema/checks/timeForm.ts";
import { isCollectedType } from "../types/shareableTypes.ts";
import type { HandlersOf, Query } from "../http/handler.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";

/**
 * Stores groups. Everybody finds public groups in the list. A private group is only reachable by
 * its id, and only for invited users if it has any; for others, it does not exist. Everybody, even
 * the creator, can only join for themselves. Only the creator sees the participants, by ids that
 * are not user ids.
 */
export const groups: HandlersOf<"groups"> = {
  list: async ({ args, userid, context: { store } }) => {
    const all = await store.groups.list(userid);
    if (!args.subscribed_only) return all.map((group) => groupRow(group, userid));
    return all.flatMap((group) =>
      group.participant === null ? [] : [{
        ...groupRow(group, userid),
        participant_id: group.participant,
        joined_at: isoStamp(group.joined!),
      }]
    );
  },

  create: async ({ userid, body, context: { store } }) => {
    const { is_public, ...others } = await body();
    others.svc_data_types.forEach((type, i) => {
      if (isCollectedType(type)) return;
      const msg = `${JSON.stringify(type)} is not a data type that a group can collect`;
      throw invalid(["body", "svc_data_types", i], msg, "value_error");
    });
    const group = await store.groups.create(userid, JSON.stringify(others), is_public);
    const row = groupRow(group, userid);
    return { group: row, pool: row };
  },

  keys: ({ context: { groupKeys } }) => ({ keys: [groupKeys.publicKey] }),

  get: async (call) => groupRow(await groupOf(call), call.userid),

  update: async (call) => {
    const { userid, context: { store } } = call;
    const group = await ownGroup(call);
    const { description, ...changes } = await call.body();
    if (group.is_public === 1n && changes.invited?.length) {
      throw invalid(["body", "invited"], OPEN_TO_ALL, "value_error");
    }
    const body = {
      ...JSON.parse(group.body),
      ...changes,
      ...(description === null || description === undefined ? {} : { description }),
    };
    const changed = await store.groups.update(group.id, userid, JSON.stringify(body));
    if (changed === undefined) throw unknownGroup(group.id);
    return groupRow(changed, userid);
  },

  delete: async (call) => {
    const { id } = await ownGroup(call);
    await call.context.store.groups.delete(id);
  },

  join: async (call) => {
    const { args: { member_svc_userid: member = call.userid }, userid, context: { store } } = call;
    if (member !== userid) throw new Problem(403, "You can only join a group yourself");
    const group = await groupOf(call);
    return membership(group.id, await store.groups.join(group.id, userid));
  },

  leave: async (call) => {
    const { args: { member_svc_userid: member = call.userid }, userid, context: { store } } = call;
    const { id, userid: maker, participant } = await groupOf(call);
    if (member === userid || member === participant) {
      if (!await store.groups.leave(id, userid)) throw notFound("You are not in the group");
      return;
    }
    if (maker !== userid) throw notYours();
    // Accept only participant ids: the answer to a user id would reveal whether that user takes
    // part.
    const found = await store.groups.participant(id, member, maker);
    if (found === undefined || !await store.groups.leave(id, found.userid)) {
      throw noParticipant(member);
    }
  },

  token: async (call) => {
    const { id: group_id, participant, ...group } = await groupOf(call);
    if (participant === null) throw notFound("You are not in the group");
    const { group_url: aud } = rowBody(group);
    if (aud === null) throw new Problem(409, "The group has no page: its group_url is null");
    const { store, groupKeys } = call.context;
    const now = Number(microsOf(store.clock) / 1_000_000n);
    return await groupKeys.sign({ group_id, participant_id: participant, aud }, now);
  },

  participants: async (call) => {
    const { id } = await ownGroup(call);
    return (await call.context.store.groups.participants(id)).map((one) => one.id);
  },
};

/** Returns the 404 for a participant id that the group does not have. */
export function noParticipant(id: string): Problem {
  return notFound(`The group has no participant ${id}`);
}

type GroupCall = Query<{ readonly group_id: string }>;

async function groupOf({ args, userid, context: { store } }: GroupCall): Promise<StoredGroup> {
  const id = args.group_id.toLowerCase();
  const group = await store.groups.find(id, userid);
  // Do not reveal whether a hidden group exists.
  if (group === undefined || !isSeen(group, userid)) throw unknownGroup(id);
  return group;
}

/**
 * Returns a group that the caller created.
 *
 * @throws {Problem} 404 if the caller sees no such group, 403 if it belongs to another user
 */
export async function ownGroup(call: GroupCall): Promise<StoredGroup> {
  const group = await groupOf(call);
  if (group.userid !== call.userid) throw notYours();
  return group;
}

/** Returns whether a user who knows the id of a group may see and join it. */
export function isSeen(group: StoredGroup, userid: string): boolean {
  if (group.is_public === 1n || group.participant !== null || group.userid === userid) return true;
  const { invited } = rowBody(group);
  return invited.length === 0 || invited.includes(userid);
}

function unknownGroup(id: string): Problem {
  return notFound(`Unknown group ${JSON.stringify(id)}`);
}

function notYours(): Problem {
  return new Problem(403, "This group is not yours");
}

/** Empty contents of a group; groups of an earlier version only have a title and a description. */
const EMPTY = {
  responsible_entity: null,
  description: null,
  time_start: null,
  time_end: null,
  svc_data_types: [],
  group_url: null,
  detail_markdown: null,
  agreement_markdown: null,
  withdraw_markdown: null,
  header_image_url: null,
  preview_image_url: null,
  friendly_id: null,
  view_description: null,
  invited: [],
} as const;

function rowBody(
  { body, is_public }: Pick<StoredGroup, "body" | "is_public">,
): ReadGroup & { view_description: Group["view_description"] } {
  return { ...EMPTY, ...JSON.parse(body), is_public: is_public === 1n };
}

function groupRow(group: StoredGroup, userid: string): Group {
  const body = rowBody(group);
  return {
    id: group.id,
    svc_userid: group.userid,
    ...body,
    time_start: instantOf(body.time_start),
    time_end: instantOf(body.time_end),
    invited: group.userid === userid ? body.invited : [],
    created_at: isoStamp(group.created),
    updated_at: isoStamp(group.updated),
  };
}

function instantOf(text: string | null): string | null {
  return text === null ? null : isoMicros(readTime(text));
}

function membership(
  group_id: string,
  { id, joined }: { readonly id: string; readonly joined: bigint },
): Membership {
  return { group_id, participant_id: id, joined_at: isoStamp(joined) };
}
