import type { Interval } from "../time/interval.ts";
import type { Context } from "./handler.ts";
import { forbidden } from "./problem.ts";

/** What somebody wants to read. */
export interface Reading {
  /** Who wants it. */
  readonly userid: string;
  /** Whose it is. */
  readonly owner: string;
  /** Of which data type; null where it is of none. */
  readonly dataType: string | null;
  /** In which range; null where it has none. */
  readonly interval: Interval | null;
}

/** Whether somebody may read data: their own. */
export function mayRead(_context: Context, { userid, owner }: Reading): Promise<boolean> {
  return Promise.resolve(userid === owner);
}

/** The parameters that say whose data is meant. */
interface OwnerArguments {
  readonly svc_userid?: string | undefined;
  readonly pool_id?: string | undefined;
  readonly participant_id?: string | undefined;
}

/** The part of a call that says who asks for whose data. */
interface OwnerCall {
  readonly args: OwnerArguments;
  readonly userid: string;
  readonly context: Context;
}

/**
 * Whose data a call reads: that of `svc_userid` or, without it, that of who asks.
 *
 * @throws {Problem} 403 if it may not be read, or there is no such user
 */
export async function ownerOf(
  { args, userid, context }: OwnerCall,
  dataType: string | null,
  interval: Interval | null,
): Promise<string> {
  if (args.pool_id !== undefined || args.participant_id !== undefined) throw forbidden();
  const owner = args.svc_userid ?? userid;
  if (!await mayRead(context, { userid, owner, dataType, interval })) throw forbidden();
  return owner;
}
