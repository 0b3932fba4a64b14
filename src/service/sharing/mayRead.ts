import type { Interval } from "../../time/interval.ts";
import { Grants } from "./grants.ts";
import { groupTerms } from "./groupTerms.ts";
import type { Context, Participation, Query } from "../http/handler.ts";
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
  context: GrantContext,
  reading: Reading,
): Promise<boolean> {
  const { userid, owner, dataType, interval } = reading;
  const grants = await grantsOf(context, userid, owner);
  if (dataType === null) return !grants.isEmpty;
  const isCovered = grants.covers(dataType, interval);
  if (isCovered && owner !== userid) context.onReading?.(owner, dataType);
  return isCovered;
}

/** The part of the context that says what may be read. */
type GrantContext = Pick<Context, "store" | "onReading" | "participation">;

/**
 * All that an owner lets somebody read, as it is at this moment. Of a participant of a group that is
 * what the group collects, also if its maker takes part.
 */
export async function grantsOf(
  { store, onReading, participation }: GrantContext,
  userid: string,
  owner: string,
): Promise<Grants> {
  if (participation?.owner === owner) {
    if (owner !== userid) onReading?.(owner);
    return new Grants([participation.terms]);
  }
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
  const owner = namedOwner(call);
  if (!await mayRead(context, { userid, owner, dataType, interval })) throw forbidden();
  return owner;
}

/**
 * The user that a call names, who may share nothing with who asks.
 *
 * @throws {Problem} 403 if a participant is named that is in no group of the caller's, or a user in
 * addition: comparing the two would tell a maker who takes part
 */
export function namedOwner({ args, userid, context }: Query<OwnerArguments>): string {
  const { svc_userid: owner, pool_id: group, participant_id: participant } = args;
  if (group === undefined && participant === undefined) return owner ?? userid;
  const found = context.participation?.owner;
  if (found === undefined || owner !== undefined) throw forbidden();
  return found;
}

/**
 * Finds the participant that a call names. Returns `undefined` if it names none, or one that is in no
 * group of the caller's.
 */
export async function participationOf(
  { groups }: Context["store"],
  { pool_id: group, participant_id: participant }: { readonly [name: string]: unknown },
  userid: string,
): Promise<Participation | undefined> {
  if (typeof group !== "string" || typeof participant !== "string") return undefined;
  const found = await groups.participant(group, participant, userid);
  return found && { owner: found.userid, terms: groupTerms(found.body) };
}
