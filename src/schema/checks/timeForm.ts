import { MIN_MICROS, toMicros } from "../../time/instant.ts";

/** Matches the days that a month has in every year, and 29 February of leap years. */
const MONTH_DAY = "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|" +
  "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
// No lookahead, which RE2 lacks: a client may send the pattern back in its own schema.
const YEAR = "(?:000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)";
const DATE = `(?:${YEAR}-${MONTH_DAY}|${LEAP_YEAR}-02-29)`;
const HOURS = "(?:[01]\\d|2[0-3])";
const TIME = `[Tt ]${HOURS}(?::[0-5]\\d(?::(?:[0-5]\\d|60)(?:[.,]\\d{1,9})?)?)?`;
const ZONE = `(?:[Zz]|[+-]${HOURS}(?::?[0-5]\\d)?)`;
const NAME = "(?:\\[[A-Za-z][\\w+/-]*\\])?";

/**
 * Matches the times that records may have: ISO 8601 with a space or a `T`, optionally without
 * seconds, minutes or a time of day, followed by `Z`, an offset, a zone name or nothing, which
 * means UTC. The pattern is part of the schema of records, so both accept the same times.
 */
export const TIME_FORM = `^${DATE}(?:${TIME}${ZONE}?)?${NAME}$`;

const FORM = new RegExp(TIME_FORM, "u");

/**
 * Reads the time of a record as microseconds UTC.
 *
 * @throws {RangeError} if it has another format, or is not an instant of the years 1 to 9999
 */
export function readRecordTime(text: string): bigint {
  const micros = readTime(text); // throws for most invalid times
  if (FORM.test(text)) return micros;
  throw new RangeError(`Cannot read time: ${JSON.stringify(text)} is not an ISO 8601 time`);
}

/** Matches an unescaped offset: `+` in a query means a space, so it arrives as ` 02:00`. */
const LOST_PLUS = /^(\d{4}-\d\d-\d\d[T ]\d\d:?\d\d.*) (\d\d(?::?\d\d)?)$/i;

/** Matches most times, on days that every month has: `Date` parses these exactly, and faster. */
const PLAIN =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/;

const FIRST = Number(MIN_MICROS / 1000n);

/**
 * Reads an instant in any accepted format as microseconds UTC; a time without a zone is UTC.
 *
 * @throws {RangeError} if the text is not an instant of the years 1 to 9999
 */
export function readTime(text: string): bigint {
  const millis = PLAIN.test(text) ? Date.parse(text) : NaN;
  if (millis >= FIRST) return BigInt(millis) * 1000n;
  return toMicros(text.replace(LOST_PLUS, "$1+$2"), { tz: "UTC" });
}
