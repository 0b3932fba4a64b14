import type { Interval } from "../../time/interval.ts";
import { Grants } from "./grants.ts";
import type { Context, Query } from "../http/handler.ts";
import { forbidden } from "../http/problem.ts";

/** What somebody wants to read. */
export interface Reading {
  /** Who wants it. */
  readonly userid: string;
  /** Whose it is. */
  readonly owner: string;
  /** Of which data type; null where it is of none, for which any share does. */
  readonly dataType: string | null;
  /** In which range; null where it has no time at all. */
  readonly interval: Interval | null;
}

/**
 * Whether somebody may read data: their own, and what others share with them or with a group that
 * they are in. A range must lie within the windows of the shares as a whole; of one that reaches
 * beyond them, nothing may be read, so that no reader has to cut it.
 */
export async function mayRead(
  context: Pick<Context, "store" | "onReading">,
  reading: Reading,
): Promise<boolean> {
  const { userid, owner, dataType, interval } = reading;
  const grants = await grantsOf(context, userid, owner);
  return dataType === null ? !grants.isEmpty : grants.covers(dataType, interval);
}

/** All that an owner lets somebody read, as it is at this moment. */
export async function grantsOf(
  { store, onReading }: Pick<Context, "store" | "onReading">,
  userid: string,
  owner: string,
): Promise<Grants> {
  if (userid === owner) return new Grants("everything");
  onReading?.(owner);
  return new Grants(await store.shares.permissions(userid, owner));
}

/** The parameters that say whose data is meant. */
export interface OwnerArguments {
  readonly svc_userid?: string | undefined;
  readonly pool_id?: string | undefined;
  readonly participant_id?: string | undefined;
}

/**
 * Whose data a call reads: that of a group's participant, of `svc_userid` or, without them, that of
 * who asks.
 *
 * @throws {Problem} 403 if it may not be read, or there is no such user or participant
 */
export async function ownerOf(
  call: Query<OwnerArguments>,
  dataType: string | null,
  interval: Interval | null,
): Promise<string> {
  const { userid, context } = call;
  const owner = await namedOwner(call);
  if (!await mayRead(context, { userid, owner, dataType, interval })) throw forbidden();
  return owner;
}

/**
 * The user that a call names, who may share nothing with who asks.
 *
 * @throws {Problem} 403 if a participant is named whom who asks does not share a group with
 */
export async function namedOwner(
  { args, userid, context }: Query<OwnerArguments>,
): Promise<string> {
  const { svc_userid: owner, pool_id: group, participant_id: participant } = args;
  if (group === undefined && participant === undefined) return owner ?? userid;
  if (group === undefined || participant === undefined) throw forbidden();
  const found = await context.store.groups.participant(group, participant, userid);
  if (found === undefined || (owner !== undefined && owner !== found)) throw forbidden();
  return found;
}
