import { MIN_MICROS, toMicros } from "../../time/instant.ts";

/** Days that a month has in every year, and the 29 February of leap years. */
const MONTH_DAY = "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|" +
  "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
// Without lookahead, which RE2 lacks: a client may send the pattern back in a schema of its own.
const YEAR = "(?:000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)";
const DATE = `(?:${YEAR}-${MONTH_DAY}|${LEAP_YEAR}-02-29)`;
const HOURS = "(?:[01]\\d|2[0-3])";
const TIME = `[Tt ]${HOURS}(?::[0-5]\\d(?::(?:[0-5]\\d|60)(?:[.,]\\d{1,9})?)?)?`;
const ZONE = `(?:[Zz]|[+-]${HOURS}(?::?[0-5]\\d)?)`;
const NAME = "(?:\\[[A-Za-z][\\w+/-]*\\])?";

/**
 * Matches the times that records may have: ISO 8601 with a space or a `T`, without seconds, minutes or
 * a time of day, with `Z`, an offset, a zone's name behind it, or none of these, which is UTC. It is
 * in the schema of records, so that what the one accepts the other does.
 */
export const TIME_FORM = `^${DATE}(?:${TIME}${ZONE}?)?${NAME}$`;

const FORM = new RegExp(TIME_FORM, "u");

/**
 * Reads the time of a record as microseconds UTC.
 *
 * @throws {RangeError} if it has not that form, or is not an instant of the years 1 to 9999
 */
export function readRecordTime(text: string): bigint {
  const micros = readTime(text); // says what is wrong with most
  if (FORM.test(text)) return micros;
  throw new RangeError(`Cannot read time: ${JSON.stringify(text)} is not an ISO 8601 time`);
}

/** A query's `+` is a space, so an offset that was not escaped arrives as ` 02:00`. */
const LOST_PLUS = /^(\d{4}-\d\d-\d\d[T ]\d\d:?\d\d.*) (\d\d(?::?\d\d)?)$/i;

/** The form of most times, on days that every month has: Date reads those exactly, and faster. */
const PLAIN =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/;

const FIRST = Number(MIN_MICROS / 1000n);

/**
 * Reads an instant in any of the forms in which it arrives as microseconds UTC; without a zone it is UTC.
 *
 * @throws {RangeError} if the text is not an instant of the years 1 to 9999
 */
export function readTime(text: string): bigint {
  const millis = PLAIN.test(text) ? Date.parse(text) : NaN;
  if (millis >= FIRST) return BigInt(millis) * 1000n;
  return toMicros(text.replace(LOST_PLUS, "$1+$2"), { tz: "UTC" });
}
