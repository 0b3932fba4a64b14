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
import { limitedCall } from "./sharing/limitedCall.ts";
import { noteReads, type ReadLog } from "./sharing/readLog.ts";
import { readerContext } from "./sharing/readerContext.ts";
import type { Store } from "../store/openStore.ts";
import type { RequestRate } from "./http/requestRate.ts";
import type { Accounts } from "./auth/accounts.ts";
import { authorize, authorizeOperator, authorizeStorage, type Caller } from "./auth/authorize.ts";
import type { Tokens } from "./auth/tokens.ts";
import { SchemaSteps } from "./http/schemaSteps.ts";
import { jsonBody } from "./http/jsonBody.ts";

/** Dependencies of all operations. */
export interface ServeOptions {
  readonly context: Context;
  readonly caller: CallerOptions;
  readonly clock: Clock;
  /** Vocabulary of the deployment; `undefined` if all names are canonical. */
  readonly vocabulary: Vocabulary | undefined;
  readonly readLog: ReadLog;
  /** Escape formulas in CSV. */
  readonly csvSafe: boolean;
}

/**
 * Performs operations: identifies the caller, parses the parameters, calls the handler with the
 * data that the caller may see, and encodes the result.
 */
export function serveOperation(options: ServeOptions): Serve {
  const { context, caller, clock, vocabulary, readLog, csvSafe } = options;
  const steps = new SchemaSteps();
  return async ({ endpoint, handle }, path, request) => {
    const { userid, session } = await callerOf(endpoint, request, caller);
    if (splitRoute(endpoint.route).method !== "GET") await rejectOfMirror(context.store, userid);
    const reads = new Map<string, Set<string>>();
    const perform: Perform = async (query, request) => {
      const given = { args: readArguments(endpoint, path, query), context };
      const limited = session === undefined
        ? { ...given, userid }
        : limitedCall(session, endpoint, given);
      const { args } = limited, { store } = limited.context;
      const participation = await participationOf(store, args, limited.userid);
      const onReading = (owner: string, dataType?: string) => {
        const types = reads.get(owner) ?? new Set();
        reads.set(owner, dataType === undefined ? types : types.add(dataType));
      };
      const seen = readerContext(
        { ...limited.context, onReading, participation },
        limited.userid,
      );
      const body = () => endpointBody(endpoint, request);
      const call = { args, userid: limited.userid, body, request, context: seen };
      const accounts = steps.accounts(request.headers.get("authorization") ?? "");
      const result = await payingSteps(accounts, () => handle(call as unknown as Call<Endpoint>));
      return { args, result: csvSafe ? withoutFormulas(result) : result };
    };
    const { args, result } = vocabulary === undefined
      ? await perform(new URL(request.url).searchParams, request)
      : await performInVocabulary(vocabulary, { endpoint, path, request }, perform);
    noteReads(readLog, { endpoint, reads, reader: session?.id ?? userid }, microsOf(clock));
    return answer(endpoint, result, args);
  };
}

/**
 * Rejects changes of a mirror, which the next synchronization would undo.
 *
 * @throws {Problem} 403 if the user's data mirrors another service
 */
async function rejectOfMirror({ mirrors }: Store, userid: string): Promise<void> {
  const mirror = await mirrors.find(userid);
  if (mirror === undefined) return;
  throw new Problem(403, `This is a mirror of ${mirror.origin}. Write there instead`);
}

/** Removes formulas from CSV; returns other results unchanged. */
function withoutFormulas<T>(result: T): T {
  const { inert } = (result ?? {}) as Partial<TextBody>;
  return inert === undefined ? result : inert() as T;
}

/** Dependencies of {@linkcode callerOf}. */
interface CallerOptions {
  readonly tokens: Tokens;
  readonly store: Pick<Store, "sessions">;
  /** Accounts; each caller gets one with the first request. */
  readonly accounts: Accounts;
  readonly storageSecret: string;
  /** Operator's token; `undefined` without an operator. */
  readonly operatorToken: string | undefined;
  /** Counts the requests of each token; `undefined` without a limit. */
  readonly rate: RequestRate | undefined;
}

/** Caller of the storage's messages, which is not a user. */
const STORAGE = "storage";

/**
 * Returns the caller: the user of the token, or the service's owner for the operator's token.
 *
 * @throws {Problem} 401 if the token is missing or invalid, 429 for too many requests
 */
async function callerOf(
  endpoint: Endpoint,
  request: Request,
  { tokens, store, accounts, storageSecret, operatorToken, rate }: CallerOptions,
): Promise<Caller> {
  if (endpoint.auth === "storage") {
    authorizeStorage(request, storageSecret);
    return { userid: STORAGE };
  }
  if (endpoint.auth === "operator") {
    authorizeOperator(request, operatorToken);
    return { userid: await accounts.owner() };
  }
  const caller = await authorize(request, tokens, store.sessions);
  rate?.count(request.headers.get("authorization")!);
  await accounts.ensure(caller.userid);
  return caller;
}

/**
 * Parses the JSON body of a request by the schema of its operation.
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
