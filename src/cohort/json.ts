import { describeValue } from "../options/describeValue.ts";

/** Value that can be sent to a worker. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/**
 * Converts an argument of a verb to JSON. Instants (`Date`, `Temporal`) become ISO text, which
 * every verb accepts; undefined members are omitted.
 *
 * @param path Path of the argument for the error message: `options.priority`.
 * @throws {TypeError} if a part cannot be sent, such as a function or NaN; the message has its path
 */
export function toJson(action: string, value: unknown, path: string): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (
    value instanceof Temporal.Instant || value instanceof Temporal.ZonedDateTime ||
    value instanceof Temporal.PlainDate
  ) {
    return value.toString();
  }
  if (Array.isArray(value)) {
    return value.map((item, i) => toJson(action, item, `${path}[${i}]`));
  }
  if (isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, toJson(action, member, `${path}.${name}`)]),
    );
  }
  throw new TypeError(
    `Cannot ${action}: ${path} is ${
      describeValue(value)
    }, which cannot be sent to a worker. Pass plain data only.`,
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ||
    Object.getPrototypeOf(prototype) === null;
}
