import { Hono } from "hono";
import type { Endpoint } from "../api/endpoint.ts";
import { BusyError } from "../store/access.ts";
import type { Clock } from "../store/clock.ts";
import type { Store } from "../store/openStore.ts";
import { answer } from "./answer.ts";
import { authorize } from "./authorize.ts";
import type { Call, Context } from "./handler.ts";
import { notFound, Problem } from "./problem.ts";
import { readArguments } from "./readArguments.ts";
import { UUID } from "./readValue.ts";
import { respondJson } from "./respond.ts";
import { type Route, routes, TYPE_ID } from "./routes.ts";
import { newSigningKey } from "./signingKey.ts";
import { Tokens } from "./tokens.ts";

/** What is known of a request once it is answered; never its query, its token or its body. */
export interface LogEntry {
  /** Identifier of the request, also in the header `X-Request-Id` of its answer. */
  readonly id: string;
  /** Method. */
  readonly method: string;
  /** Path. */
  readonly path: string;
  /** Status of the answer. */
  readonly status: number;
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
  /** What went wrong, of an answer 500. */
  readonly error?: unknown;
}

/** How a service is made. */
export interface ServiceOptions {
  /** Where everything is kept; the service closes it. */
  store: Store;
  /** Tells the present moment. @default the store's clock */
  clock?: Clock;
  /** The secret that access tokens are signed with. @default a new one, known to nobody */
  signingKey?: string;
  /** The claim of a token that holds the user's id. @default "svc_userid" */
  userClaim?: string;
  /** Names of sources from the highest to the lowest. @default none: in the order in which they came */
  sourcePriority?: readonly string[];
  /** Told of each request that was answered. @default nobody */
  onLog?: (entry: LogEntry) => void;
}

/** The service: a function from requests to responses. */
export interface Service {
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** A token for a user, whose account is made if there is none; throws `RangeError` where the id is no UUID. */
  issueToken(userid: string, options?: IssueTokenOptions): Promise<string>;
  /** The id of the user whose service it is: the oldest account, made if there is none. */
  owner(): Promise<string>;
  /** Closes the store when the requests under way are answered. */
  close(): Promise<void>;
}

/** How a token is issued. */
export interface IssueTokenOptions {
  /** For how many seconds it is good. @default 86400, a day */
  expiresIn?: number;
}

const DAY = 86_400;

/**
 * The embedded service: answers the interface's requests from a store. It opens no port and reads
 * no global state, so that client and service can meet in one process.
 */
export function createService(options: ServiceOptions): Service {
  const { store, clock = store.clock, onLog } = options;
  const { signingKey = newSigningKey(), userClaim = "svc_userid" } = options;
  const context: Context = { store, sourcePriority: options.sourcePriority ?? [] };
  const tokens = new Tokens({ signingKey, userClaim, clock });
  const known = new Set<string>();
  const underWay = new Set<Promise<unknown>>();

  const ensureUser = async (userid: string): Promise<void> => {
    if (known.has(userid)) return;
    await store.users.ensure(userid);
    known.add(userid);
  };
  const app = router(async ({ endpoint, handle }, path, request) => {
    const userid = await authorize(request, tokens);
    await ensureUser(userid);
    const args = readArguments(endpoint, path, new URL(request.url).searchParams);
    const call = { args, userid, request, context } as unknown as Call<Endpoint>;
    return answer(endpoint, await handle(call), args);
  });

  const respondTo = async (request: Request): Promise<Response> => {
    const id = crypto.randomUUID(), begun = performance.now();
    const { response, error } = await app(request);
    response.headers.set("X-Request-Id", id);
    onLog?.({
      id,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      milliseconds: performance.now() - begun,
      ...(error === undefined ? {} : { error }),
    });
    return response;
  };

  return {
    fetch: (request) => {
      const response = respondTo(request);
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
    issueToken: async (user, { expiresIn = DAY } = {}) => {
      if (!UUID.test(user)) {
        throw new RangeError(`Cannot issue a token: user id ${JSON.stringify(user)} is not a UUID`);
      }
      const userid = user.toLowerCase();
      await ensureUser(userid);
      return tokens.issue(userid, expiresIn);
    },
    owner: async () => {
      const user = await store.users.first() ?? await store.users.ensure(crypto.randomUUID());
      return user.userid;
    },
    close: async () => {
      await Promise.allSettled(underWay);
      await store.close();
    },
  };
}

/** Does what a route says. */
type Serve = (
  route: Route,
  path: { readonly [name: string]: string },
  request: Request,
) => Promise<Response>;

/** A response, and what went wrong if it is a 500. */
interface Outcome {
  readonly response: Response;
  readonly error?: unknown;
}

/** All routes as one function, which answers whatever happens. */
function router(serve: Serve): (request: Request) => Promise<Outcome> {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const route of routes()) {
    for (const path of route.paths) {
      app.on(route.method, path, (c) => serve(route, pathArguments(c.req.param()), c.req.raw));
      methods.set(path, [...methods.get(path) ?? [], ...allowed(route.method)]);
    }
  }
  for (const [path, names] of methods) {
    app.all(path, () => {
      throw new Problem(405, "Method not allowed", { Allow: names.join(", ") });
    });
  }
  app.notFound(() => {
    throw notFound("Not found");
  });
  app.onError((error) => {
    throw error;
  });
  return async (request) => {
    try {
      return { response: await app.fetch(request) };
    } catch (error) {
      if (error instanceof Problem) {
        const { status, detail, headers } = error;
        return { response: await respondJson({ detail }, { status, headers }) };
      }
      if (error instanceof BusyError) {
        const headers = { "Retry-After": "1" };
        return { response: await respondJson({ detail: error.message }, { status: 503, headers }) };
      }
      return {
        response: await respondJson({ detail: "Internal error" }, { status: 500 }),
        error,
      };
    }
  };
}

function allowed(method: string): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** A data type may come as one segment (`%2F`) or as two; its UUID is read in lower case. */
function pathArguments(path: { readonly [name: string]: string }): Record<string, string> {
  const { [TYPE_ID]: id, ...rest } = path;
  const type = rest["data_type"];
  if (type === undefined) return rest;
  const [base, ...segments] = id === undefined ? type.split("/") : [type, id];
  return { ...rest, data_type: [base, ...segments.map((part) => part.toLowerCase())].join("/") };
}
