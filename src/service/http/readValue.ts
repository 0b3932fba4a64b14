import type { Kind } from "../../api/fields/endpoint.ts";
import { durationMicros } from "../../time/duration.ts";
import { MIN_MICROS, toMicros } from "../../time/instant.ts";
import { zone } from "../../time/zone.ts";

/** Matches the text of a UUID of any version. */
export const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  false: false,
  "0": false,
};
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** A query's `+` is a space, so an offset that was not escaped arrives as ` 02:00`. */
const LOST_PLUS = /^(\d{4}-\d\d-\d\d[T ]\d\d:?\d\d.*) (\d\d(?::?\d\d)?)$/i;

/** The form of most times, on days that every month has: Date reads those exactly, and faster. */
const PLAIN =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/;
const FIRST = Number(MIN_MICROS / 1000n);

type Reading = string | number | boolean | bigint;

/** How the text of each kind of parameter is read; a throw says what is wrong with it. */
const READERS: Readonly<Record<Kind, (text: string) => Reading>> = {
  text: (text) => text,
  time: readTime,
  uuid: (text) => {
    if (!UUID.test(text)) throw new RangeError(`${shown(text)} is not a UUID`);
    return text.toLowerCase();
  },
  zone,
  duration: (text) => {
    durationMicros(text);
    return text;
  },
  number: (text) => {
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    if (!Number.isFinite(value)) throw new RangeError(`${shown(text)} is not a number`);
    return value;
  },
  integer: (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw new RangeError(`${shown(text)} is not an integer`);
    const value = Number(text);
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`${shown(text)} is not within 2^53 of 0`);
  },
  boolean: (text) => {
    const value = BOOLEANS[text.toLowerCase()];
    if (value === undefined) {
      throw new RangeError(`${shown(text)} is not one of true, false, 1 and 0`);
    }
    return value;
  },
};

/**
 * Reads the text of a parameter by its kind: moments as microseconds UTC, UUIDs in lower case.
 *
 * @throws {RangeError} if the text is not of that kind, and says so
 */
export function readValue(kind: Kind, text: string): Reading {
  return READERS[kind](text);
}

/**
 * Reads a moment in any of the forms in which it arrives; without a zone it is UTC.
 *
 * @throws {RangeError} if the text is no moment of the years 1 to 9999
 */
export function readTime(text: string): bigint {
  const millis = PLAIN.test(text) ? Date.parse(text) : NaN;
  if (millis >= FIRST) return BigInt(millis) * 1000n;
  return toMicros(text.replace(LOST_PLUS, "$1+$2"), { tz: "UTC" });
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}
