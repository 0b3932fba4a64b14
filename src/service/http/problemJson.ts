import { STATUS_CODES } from "node:http";
import type { Issue, Problem } from "./problem.ts";
import { respond } from "./respond.ts";

/** Paths with problem documents (RFC 9457). */
const FAMILY = /^\/input\/v1\/file(_upload|_content)?(\/|$)/;

/** Values in a body that issues refer to. */
const VALUES = new WeakMap<Issue, unknown>();

/** Returns whether errors of a path are problem documents, as for files. */
export function hasProblemJson(path: string): boolean {
  return FAMILY.test(path);
}

/** Stores the value in a body that an issue refers to. */
export function noteValue(issue: Issue, json: unknown): void {
  let value = json;
  for (const key of issue.loc.slice(1)) {
    value = typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string | number, unknown>)[key]
      : undefined;
  }
  VALUES.set(issue, value);
}

/**
 * Returns a problem as a problem document (RFC 9457).
 *
 * @param instance Full address of the request.
 */
export function respondProblem(
  problem: Problem,
  request: Request,
  instance: string,
): Promise<Response> {
  const { status, detail, headers } = problem;
  const title = STATUS_CODES[status] ?? "Error";
  const issues = typeof detail === "string" ? null : detail;
  const document = {
    type: "about:blank",
    title,
    status,
    detail: problem.message,
    instance,
    errors: issues && issues.map((issue) => ({
      location: issue.loc.join("."),
      message: issue.msg,
      value: valueAt(issue, request) ?? null,
    })),
  };
  return respond([new TextEncoder().encode(JSON.stringify(document))], {
    status,
    headers,
    contentType: "application/problem+json",
  });
}

function valueAt(issue: Issue, request: Request): unknown {
  const [place, name] = issue.loc;
  switch (place) {
    case "query":
      return new URL(request.url).searchParams.getAll(String(name)).at(-1);
    case "header":
      return request.headers.get(String(name));
    default:
      return VALUES.get(issue);
  }
}
