import { Hono } from "hono";
import { BusyError, FullError } from "../store/sqlite/storeError.ts";
import { notFound, Problem } from "./http/problem.ts";
import { hasProblemJson, respondProblem } from "./http/problemJson.ts";
import { respondJson } from "./http/respond.ts";
import { type Route, TYPE_ID } from "./routes.ts";
import type { Extra } from "./http/extra.ts";

/** Performs a route. */
export type Serve = (
  route: Route,
  path: { readonly [name: string]: string },
  request: Request,
) => Promise<Response>;

/** A response, and the error behind a 500. */
export interface Outcome {
  readonly response: Response;
  readonly error?: unknown;
}

export interface RouterOptions {
  readonly routes: readonly Route[];
  /** Performs an operation. */
  readonly serve: Serve;
  /** Endpoints other than operations. @default none */
  readonly extras?: readonly Extra[];
  /** Checks a request before routing; it may throw the answer. @default none */
  readonly before?: (request: Request) => void;
  /** Returns the public address of a request, without secrets. */
  readonly addressOf: (request: Request) => string;
}

/**
 * Routes all requests in one function that always answers: a problem with its status, a busy store with
 * 503, a full disk with 507, and any other error with a 500 without details.
 */
export function router(options: RouterOptions): (request: Request) => Promise<Outcome> {
  const { before = () => {}, addressOf } = options;
  const app = new Hono();
  for (const [path, all] of byPath(options)) {
    for (const { methods, answer } of all) {
      app.on([...methods], path, (c) => answer(c.req.raw, pathArguments(c.req.param())));
    }
    const names = all.flatMap(({ methods }) => methods.flatMap(allowedMethods)).join(", ");
    app.all(path, () => {
      throw new Problem(405, "Method not allowed", { Allow: names });
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
      before(request);
      return { response: await app.fetch(request) };
    } catch (error) {
      const problem = problemOf(error);
      const { status, detail, headers } = problem;
      return {
        response: hasProblemJson(new URL(request.url).pathname)
          ? await respondProblem(problem, request, addressOf(request))
          : await respondJson({ detail }, { status, headers }),
        ...(status === 500 ? { error } : {}),
      };
    }
  };
}

/** Returns the handlers of each path; literal paths come before paths with a parameter. */
function byPath({ routes, serve, extras = [] }: RouterOptions): [string, Extra[]][] {
  const all = new Map<string, Extra[]>();
  const add = (extra: Extra): void => {
    all.set(extra.path, [...all.get(extra.path) ?? [], extra]);
  };
  for (const route of routes) {
    for (const path of route.paths) {
      add({
        methods: [route.method],
        path,
        answer: (request, args) => serve(route, args, request),
      });
    }
  }
  extras.forEach(add);
  const rank = (path: string): string => path.replaceAll("/:", "/\uffff");
  return [...all].sort(([a], [b]) => rank(a) < rank(b) ? -1 : 1);
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof FullError) return new Problem(507, error.message);
  if (error instanceof BusyError) return new Problem(503, error.message, { "Retry-After": "1" });
  return new Problem(500, "Internal error");
}

function allowedMethods(method: string): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Joins a data type that came as one segment (`%2F`) or two; its UUID becomes lowercase. */
function pathArguments(path: { readonly [name: string]: string }): Record<string, string> {
  const { [TYPE_ID]: id, ...rest } = path;
  const type = rest["data_type"];
  if (type === undefined) return rest;
  const [base, ...segments] = id === undefined ? type.split("/") : [type, id];
  return { ...rest, data_type: [base, ...segments.map((part) => part.toLowerCase())].join("/") };
}
