import type { Group, Participant, ReadGroup } from "../../schema/groups.ts";
import type { StoredGroup, StoredParticipant } from "../../store/groups.ts";
import { isoStamp } from "../../time/iso.ts";
import type { HandlersOf, Query } from "../http/handler.ts";
import { notFound, Problem } from "../http/problem.ts";

/**
 * Keeps groups. A public one is seen and joined by anybody; a private one by who made it, by whom its
 * maker has invited and by who is in it; for all others it is not there. Nobody is put into a group by
 * another: everybody joins for themselves. Who is in a group sees its participants,
 * but not which users they are.
 */
export const groups: HandlersOf<"groups"> = {
  list: async ({ userid, context: { store } }) =>
    (await store.groups.list(userid)).map((group) => groupRow(group, userid)),

  create: async ({ userid, body, context: { store } }) => {
    const { is_public, ...others } = await body();
    const group = await store.groups.create(userid, JSON.stringify(others), is_public);
    return { pool: groupRow(group, userid) };
  },

  get: async (call) => {
    return { pool: groupRow(await groupOf(call), call.userid) };
  },

  update: async (call) => {
    const { userid, context: { store } } = call;
    const group = await ownGroup(call);
    const changes = await call.body();
    const { is_public: wasPublic, ...old } = rowBody(group);
    const { is_public = wasPublic, ...others } = changes;
    const body = JSON.stringify({ ...old, ...others });
    const changed = await store.groups.update(group.id, userid, body, is_public);
    if (changed === undefined) throw unknownGroup(group.id);
    return { pool: groupRow(changed, userid) };
  },

  delete: async (call) => {
    const { id } = await ownGroup(call);
    await call.context.store.groups.delete(id);
  },

  join: async (call) => {
    const { args: { member_svc_userid: member = call.userid }, userid, context: { store } } = call;
    if (member !== userid) throw new Problem(403, "Everybody joins a group for themselves");
    const group = await groupOf(call);
    return participant(await store.groups.join(group.id, userid));
  },

  leave: async (call) => {
    const { args: { member_svc_userid: member = call.userid }, userid, context: { store } } = call;
    const group = await groupOf(call);
    if (member !== userid && group.userid !== userid) throw notYours();
    if (!await store.groups.leave(group.id, member)) {
      throw notFound(`User ${member} is not in the group`);
    }
  },

  participants: async (call) => {
    const group = await groupOf(call);
    if (group.is_member !== 1n && group.userid !== call.userid) throw notYours();
    return (await call.context.store.groups.participants(group.id)).map(participant);
  },
};

/** A call that names a group. */
type GroupCall = Query<{ readonly group_id: string }>;

async function groupOf({ args, userid, context: { store } }: GroupCall): Promise<StoredGroup> {
  const id = args.group_id.toLowerCase();
  const group = await store.groups.find(id, userid);
  // Whether there is a group that one does not see is not told.
  if (group === undefined || !isSeen(group, userid)) throw unknownGroup(id);
  return group;
}

async function ownGroup(call: GroupCall): Promise<StoredGroup> {
  const group = await groupOf(call);
  if (group.userid !== call.userid) throw notYours();
  return group;
}

function isSeen(group: StoredGroup, userid: string): boolean {
  return group.is_public === 1n || group.is_member === 1n || group.userid === userid ||
    rowBody(group).invited.includes(userid);
}

function unknownGroup(id: string): Problem {
  return notFound(`There is no group ${JSON.stringify(id)}`);
}

function notYours(): Problem {
  return new Problem(403, "This group is not yours to change");
}

function rowBody({ body, is_public }: StoredGroup): ReadGroup {
  return { invited: [], ...JSON.parse(body), is_public: is_public === 1n };
}

function groupRow(group: StoredGroup, userid: string): Group {
  const body = rowBody(group);
  return {
    id: group.id,
    svc_userid: group.userid,
    ...body,
    invited: group.userid === userid ? body.invited : [],
    created_at: isoStamp(group.created),
    updated_at: isoStamp(group.updated),
  };
}

function participant({ id, joined }: StoredParticipant): Participant {
  return { participant_id: id, joined_at: isoStamp(joined) };
}
