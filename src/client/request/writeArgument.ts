import { labelZone } from "../../time/zones.ts";
import { boundsFault } from "../../api/fields/bounds.ts";
import type { Field, Kind } from "../../api/fields/endpoint.ts";
import { elapsedMicros, isoLength, type Length } from "../../time/length.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import { zone, type Zones } from "../../time/zone.ts";
import { isUuid } from "./isUuid.ts";
import { nearest } from "../../options/suggestions/nearest.ts";

export interface WriteArgumentOptions {
  name: string;
  /** Action for messages, such as `read metric_samples`. */
  action: string;
  /** Zone of times without one. @default none: such times are rejected */
  tz?: string | undefined;
}

type Writer = (value: unknown, options: WriteArgumentOptions) => string;

/** @throws {RangeError} if the zone does not exist, or there are several */
function oneZone(tz: Zones): string {
  const name = zone(tz);
  if (labelZone(name) === name) return name;
  throw new RangeError(
    `Cannot send zones that change (${name}): a service computes in one zone. Request each stay separately, or read the records and aggregate them locally.`,
  );
}

/** Checks and writes each kind of argument. Booleans are `1` and `0`, which every service reads. */
const WRITERS: Readonly<Record<Kind, Writer>> = {
  time: (value, { name, tz }) => isoMicros(toMicros(value as TimeLike, { what: name, tz })),
  text: writeText,
  metric: writeText,
  uuid: (value, options) =>
    isUuid(value) ? value : reject(TypeError, "is not a UUID", value, options),
  zone: (value, options) =>
    typeof value === "string" || Array.isArray(value)
      ? oneZone(value as Zones)
      : reject(TypeError, "is not a zone", value, options),
  number: (value, options) =>
    typeof value === "number" && Number.isFinite(value)
      ? String(value)
      : reject(TypeError, "is not a number", value, options),
  integer: (value, options) =>
    Number.isSafeInteger(value)
      ? String(value)
      : reject(TypeError, "is not an integer", value, options),
  boolean: (value, options) =>
    typeof value === "boolean"
      ? (value ? "1" : "0")
      : reject(TypeError, "is not true or false", value, options),
  duration: (value, options) => {
    elapsedMicros(value as Length, options.name);
    return isoLength(value as Length, options.name);
  },
};

function writeText(value: unknown, options: WriteArgumentOptions): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return reject(TypeError, "is not text", value, options);
  if (value === "") return reject(RangeError, "is empty", undefined, options);
  return value.isWellFormed()
    ? value
    : reject(TypeError, "is not well-formed text", value, options);
}

/**
 * Writes a value of an argument as text for the wire: instants as ISO 8601 in UTC, booleans as `1`
 * or `0`.
 *
 * @throws {TypeError} if the value is of the wrong kind
 * @throws {RangeError} if the value is not one of the allowed values, or out of range
 */
export function writeArgument(field: Field, value: unknown, options: WriteArgumentOptions): string {
  const text = WRITERS[field.kind](value, options);
  const fault = boundsFault(field, typeof value === "number" ? value : text);
  if (fault !== undefined) {
    throw new RangeError(`Cannot ${options.action}: ${options.name} ${quote(value)} ${fault}`);
  }
  if (field.oneOf === undefined || field.oneOf.includes(text)) return text;
  const near = nearest(text, field.oneOf);
  throw new RangeError(
    `Cannot ${options.action}: ${options.name} ${JSON.stringify(text)} is not one of ${
      field.oneOf.join(", ")
    }${near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`}`,
  );
}

function reject(
  type: TypeErrorConstructor | RangeErrorConstructor,
  reason: string,
  value: unknown,
  { name, action }: WriteArgumentOptions,
): never {
  throw new type(
    `Cannot ${action}: ${name} ${value === undefined ? "" : `${quote(value)} `}${reason}`,
  );
}

function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "[...]" : Object.prototype.toString.call(value);
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
