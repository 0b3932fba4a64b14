import { api } from "../../api/api.ts";
import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { Permission } from "../../store/shares.ts";
import type { LimitedSession, Policy } from "../../store/sessions.ts";
import type { ReadArguments } from "../http/readArguments.ts";
import type { Context } from "../http/handler.ts";
import { forbidden } from "../http/problem.ts";
import { Grants } from "./grants.ts";

/** Reads of the user's own data that every limited session may make. */
const OWN_READS = routes(api.user.info, api.metrics.catalog, api.sources.list);

/** Further reads of a session that may read all data types of all times. */
const WHOLE_READS = routes(api.tags.list, api.user.totals, api.user.preferences);

/** Operations with which a session may add data if its policy has `write`. */
const WRITES = routes(api.ingest.record, api.annotations.create, api.tags.create);

function routes(...endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ route }) => route));
}

/** A call as a limited session may make it. */
export interface LimitedCall {
  /** Reader: the user, or the session itself as if the data were shared with it. */
  readonly userid: string;
  readonly args: ReadArguments;
  readonly context: Context;
}

/**
 * Returns a call as a limited session may make it. A session for some data types or times reads as
 * if its user shared them with it, so that every rule of shares holds. It reaches nobody else's data.
 *
 * @throws {Problem} 403 if the session may not make it
 */
export function limitedCall(
  { id, userid: owner, policy }: LimitedSession,
  endpoint: Endpoint,
  { args, context }: { readonly args: ReadArguments; readonly context: Context },
): LimitedCall {
  const { route } = endpoint, isWhole = allows(policy, "everything");
  const own = { userid: owner, args, context };
  if (WRITES.has(route)) {
    if (policy.write && mayWrite(policy, args["data_type"])) return own;
    throw forbidden();
  }
  if (splitRoute(route).method !== "GET") throw forbidden();
  if (OWN_READS.has(route) || (isWhole && WHOLE_READS.has(route))) return own;
  const names = ownerNames(endpoint);
  const isOwners = names.length > 0 &&
    names.every((name) => args[name] === undefined || args[name] === owner) &&
    args["pool_id"] === undefined && args["participant_id"] === undefined;
  if (!isOwners) throw forbidden();
  if (isWhole) return own;
  const permission: Permission = {
    permission: id,
    id,
    userid: owner,
    body: JSON.stringify({ datashare_name: "", svc_data_types: policy.types ?? [] }),
    allData: policy.types === undefined,
    start: policy.start,
    end: policy.end,
    created: 0n,
  };
  const permissions = (reader: string, sharer?: string): Promise<Permission[]> =>
    Promise.resolve(reader === id && (sharer ?? owner) === owner ? [permission] : []);
  // Only reads of data reach this point, and they need nothing else from the shares.
  const shares = { permissions } as Context["store"]["shares"];
  return {
    userid: id,
    args: { ...args, ...Object.fromEntries(names.map((name) => [name, owner])) },
    context: { ...context, store: { ...context.store, shares } },
  };
}

/** Returns the parameters of an operation that name the owner of the data. */
function ownerNames({ route, query }: Endpoint): string[] {
  const path = [...route.matchAll(/\{(\w+)\??\}/g)].map(([, name = ""]) => name);
  return [...path, ...Object.keys(query ?? {})]
    .filter((name) => name === "svc_userid" || name === "sharer_svc_userid");
}

/** Returns whether a policy has no limits of types and times, or covers a data type. */
function allows({ types, start, end }: Policy, dataType: string): boolean {
  if (types === undefined) return start === null && end === null;
  if (dataType === "everything") return false;
  const body = JSON.stringify({ svc_data_types: types });
  return new Grants([{ body, allData: false, start, end }]).covers(dataType, null);
}

/** Returns whether a policy covers a record's data type; annotations and tags need those types. */
function mayWrite(policy: Policy, dataType: unknown): boolean {
  if (typeof dataType === "string") return allows(policy, dataType);
  return policy.types?.some((type) => /^[A-Z]\w+Annotation$/.test(type)) ?? true;
}
