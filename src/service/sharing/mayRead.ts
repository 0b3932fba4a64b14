import type { Interval } from "../../time/interval.ts";
import { Grants } from "./grants.ts";
import type { Context, Participation, Query } from "../http/handler.ts";
import { forbidden } from "../http/problem.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

/** A request to read data. */
export interface Reading {
  /** Reader. */
  readonly userid: string;
  readonly owner: string;
  /** Data type; null for data without one, for which any share is enough. */
  readonly dataType: string | null;
  /** Range; null for data without a time. */
  readonly interval: Interval | null;
}

/**
 * Returns whether a user may read data: their own, or data shared with them or with a group that
 * they joined. Shares must cover the whole range, so that no reader has to cut it.
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

type GrantContext = Pick<Context, "store" | "onReading" | "participation">;

/**
 * Returns everything that an owner currently lets a user read. For a participant of a group, that
 * is the data that the group collects, even if its creator takes part.
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

/** Parameters that select the owner of the data. */
export interface OwnerArguments {
  readonly svc_userid?: string | undefined;
  readonly pool_id?: string | undefined;
  readonly participant_id?: string | undefined;
}

/**
 * Returns the owner of the data that a call reads: a group's participant, `svc_userid`, or by
 * default the caller.
 *
 * @throws {Problem} 403 if the caller may not read it, or the user or participant does not exist
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
 * Returns the user that a call names, who may share nothing with the caller.
 *
 * @throws {Problem} 403 if a participant is in no group of the caller's, or is combined with a
 * user: comparing the two would reveal to a creator who takes part
 */
export function namedOwner({ args, userid, context }: Query<OwnerArguments>): string {
  const { svc_userid: owner, pool_id: group, participant_id: participant } = args;
  if (group === undefined && participant === undefined) return owner ?? userid;
  const found = context.participation?.owner;
  if (found === undefined || owner !== undefined) throw forbidden();
  return found;
}

/**
 * Finds the participant that a call names. Returns `undefined` if it names none, or one in no group
 * of the caller's.
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

/** Catalog names of data types that have another name in groups. */
const GROUP_TYPES: Readonly<Record<string, string>> = { mobile_workouts: "MobileWorkout" };

/**
 * Returns the data that a group's creator may read of its participants, from the group's stored
 * contents.
 */
function groupTerms(body: string): Participation["terms"] {
  const { svc_data_types = [], time_start = null, time_end = null } = JSON.parse(body) as {
    svc_data_types?: string[];
    time_start?: string | null;
    time_end?: string | null;
  };
  return {
    body: JSON.stringify({
      svc_data_types: svc_data_types.map((type) => GROUP_TYPES[type] ?? type),
    }),
    allData: false,
    start: time_start === null ? null : readTime(time_start),
    end: time_end === null ? null : readTime(time_end),
  };
}
