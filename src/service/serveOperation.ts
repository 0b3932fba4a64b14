import type { z } from "zod";
import { payingSteps } from "../schema/checks/checkBudget.ts";
import * as models from "../schema/models.ts";
import { type Endpoint, splitRoute } from "../api/fields/endpoint.ts";
import { type Clock, microsOf } from "../store/sqlite/clock.ts";
import { answer } from "./encode/answer.ts";
import type { Call, Context, TextBody } from "./http/handler.ts";
import { readArguments } from "./http/readArguments.ts";
import { Problem } from "./http/problem.ts";
import { type Perform, performInVocabulary } from "./names/performInVocabulary.ts";
import type { Vocabulary } from "./names/vocabulary.ts";
import type { Serve } from "./router.ts";
import { participationOf } from "./sharing/mayRead.ts";
import { noteReads, type ReadLog } from "./sharing/readLog.ts";
import { readerContext } from "./sharing/readerContext.ts";
import type { Store } from "../store/openStore.ts";
import type { RequestRate } from "./http/requestRate.ts";
import type { Accounts } from "./auth/accounts.ts";
import { authorize, authorizeOperator, authorizeStorage } from "./auth/authorize.ts";
import type { Tokens } from "./auth/tokens.ts";
import { SchemaSteps } from "./http/schemaSteps.ts";
import { jsonBody } from "./http/jsonBody.ts";

/** What every operation is done with. */
export interface ServeOptions {
  /** What handlers share. */
  readonly context: Context;
  /** How the caller is recognised. */
  readonly caller: CallerOptions;
  /** Tells the present moment. */
  readonly clock: Clock;
  /** The deployment's vocabulary; undefined where all its names are canonical. */
  readonly vocabulary: Vocabulary | undefined;
  /** Where readings of others' data are noted down. */
  readonly readLog: ReadLog;
  /** Whether formulas in CSV are made inert. */
  readonly csvSafe: boolean;
}

/**
 * Does operations: finds out who asks, reads the parameters, hands them to the operation's handler
 * with what this user may see, and encodes what it gives back.
 */
export function serveOperation(options: ServeOptions): Serve {
  const { context, caller, clock, vocabulary, readLog, csvSafe } = options;
  const steps = new SchemaSteps();
  return async ({ endpoint, handle }, path, request) => {
    const userid = await callerOf(endpoint, request, caller);
    if (splitRoute(endpoint.route).method !== "GET") await rejectOfMirror(context.store, userid);
    const reads = new Map<string, Set<string>>();
    const perform: Perform = async (query, request) => {
      const args = readArguments(endpoint, path, query);
      const participation = await participationOf(context.store, args, userid);
      const onReading = (owner: string, dataType?: string) => {
        const types = reads.get(owner) ?? new Set();
        reads.set(owner, dataType === undefined ? types : types.add(dataType));
      };
      const seen = readerContext({ ...context, onReading, participation }, userid);
      const body = () => endpointBody(endpoint, request);
      const call = { args, userid, body, request, context: seen } as unknown as Call<Endpoint>;
      const accounts = steps.accounts(request.headers.get("authorization") ?? "");
      const result = await payingSteps(accounts, () => handle(call));
      return { args, result: csvSafe ? withoutFormulas(result) : result };
    };
    const { args, result } = vocabulary === undefined
      ? await perform(new URL(request.url).searchParams, request)
      : await performInVocabulary(vocabulary, { endpoint, path, request }, perform);
    noteReads(readLog, { endpoint, reads, reader: userid }, microsOf(clock));
    return answer(endpoint, result, args);
  };
}

/**
 * Rejects what would change a copy: the next time that it is brought up to date, that would be gone.
 *
 * @throws {Problem} 403 if the user's data is a copy of what a service holds
 */
async function rejectOfMirror({ mirrors }: Store, userid: string): Promise<void> {
  const mirror = await mirrors.find(userid);
  if (mirror === undefined) return;
  throw new Problem(403, `This is a mirror of ${mirror.origin}: write there, it comes from there`);
}

/** CSV without formulas; anything else as it is. */
function withoutFormulas<T>(result: T): T {
  const { inert } = (result ?? {}) as Partial<TextBody>;
  return inert === undefined ? result : inert() as T;
}

/** How a caller is recognised. */
interface CallerOptions {
  /** Signed tokens. */
  readonly tokens: Tokens;
  /** Tokens of sessions. */
  readonly store: Pick<Store, "sessions">;
  /** The accounts, one of which a caller has from the first request on. */
  readonly accounts: Accounts;
  /** The secret of the storage's messages. */
  readonly storageSecret: string;
  /** The operator's token; undefined where there is none. */
  readonly operatorToken: string | undefined;
  /** Counts the requests of each token; undefined where any number is allowed. */
  readonly rate: RequestRate | undefined;
}

/** Who asks where it is the storage and not a user. */
const STORAGE = "storage";

/**
 * Who makes a request: the user of its token; of the operator's, the service's owner.
 *
 * @throws {Problem} 401 if the token is missing or wrong, 429 if it makes too many requests
 */
async function callerOf(
  endpoint: Endpoint,
  request: Request,
  { tokens, store, accounts, storageSecret, operatorToken, rate }: CallerOptions,
): Promise<string> {
  if (endpoint.auth === "storage") {
    authorizeStorage(request, storageSecret);
    return STORAGE;
  }
  if (endpoint.auth === "operator") {
    authorizeOperator(request, operatorToken);
    return accounts.owner();
  }
  const userid = await authorize(request, tokens, store.sessions);
  rate?.count(request.headers.get("authorization")!);
  await accounts.ensure(userid);
  return userid;
}

/**
 * The JSON body of a request as the schema of its operation's row reads it.
 *
 * @throws {Problem} as `jsonBody()` does
 */
function endpointBody({ body }: Endpoint, request: Request): Promise<unknown> {
  if (typeof body !== "object") {
    throw new TypeError("Cannot read the body: the operation has no JSON body");
  }
  const schema: z.ZodType = models[body.model];
  return jsonBody(request, body.isList ? schema.array() : schema);
}
