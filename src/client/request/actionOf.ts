import { describeValue } from "../../options/describeValue.ts";
import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { ArgumentValues } from "./argumentValues.ts";

const VERBS = {
  GET: "read",
  POST: "send",
  PUT: "change",
  PATCH: "change",
  DELETE: "delete",
} as const;

/**
 * Returns what a call does, for messages: a verb and the tail of the path, such as `read
 * metric_samples`, `read event/Annotation` or `send record/HeartRate`.
 */
export function actionOf(endpoint: Endpoint, args: ArgumentValues): string {
  const { method, path } = splitRoute(endpoint.route);
  const [, group, , ...rest] = path.split("/");
  const tail = rest.filter((segment) => segment !== "{svc_userid}").map((segment) => {
    const value = segment.startsWith("{") ? args[segment.slice(1, -1)] : segment;
    return typeof value === "string" ? value : segment;
  });
  return `${VERBS[method]} ${group === "user" ? "user " : ""}${tail.join("/")}`;
}

/**
 * Rejects arguments that are not an object, such as a promise that was not awaited.
 *
 * @throws {TypeError} if they are not an object
 */
export function rejectNonObject(endpoint: Endpoint, args: unknown): void {
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args) &&
    !(args instanceof Promise);
  if (isObject) return;
  throw new TypeError(
    `Cannot ${actionOf(endpoint, {})}: the arguments are ${
      describeValue(args)
    }, expected an object`,
  );
}
