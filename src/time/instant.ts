import { localInstant, zoneAt } from "./zones.ts";

/**
 * An instant as callers give it: text must carry a zone or an offset, or a `tz` must be named. A day
 * without a time is its first instant in that zone.
 */
export type TimeLike =
  | Date
  | Temporal.Instant
  | Temporal.ZonedDateTime
  | Temporal.PlainDate
  | string;

/** How an instant is read. */
export interface ToMicrosOptions {
  /** The IANA zone in which text without a zone is read. @default none: such text is rejected */
  tz?: string | undefined;
  /** What the instant is, for the error message. @default "time" */
  what?: string | undefined;
}

/** The first instant that is accepted: 0001-01-01T00:00:00Z, in microseconds. */
export const MIN_MICROS = -62_135_596_800_000_000n;
/** The first instant that is no longer accepted: 10000-01-01T00:00:00Z, in microseconds. */
export const MAX_MICROS = 253_402_300_800_000_000n;

const ZONED = /(?:[zZ]|[+-]\d\d(?::?\d\d(?::?\d\d(?:\.\d+)?)?)?)(?:\[[^\]]+\])*$/;
const BRACKETED = /\[[^\]]+\]$/;
const DATE_ONLY = /^\d{4}-?\d\d-?\d\d$/;

/**
 * Reads an instant as microseconds since 1970-01-01T00:00:00Z.
 *
 * Text is ISO 8601 (RFC 3339 with the usual freedoms: a space for the `T`, no seconds). Text with
 * neither zone nor offset is rejected unless `tz` is given; a date alone is then its first instant in
 * that zone. A local time that a zone skips or has twice is rejected. Nanoseconds are cut off.
 *
 * @throws {TypeError} if the value is not an instant at all, or has no zone and `tz` is not given
 * @throws {RangeError} if the text is not a date, is ambiguous in `tz`, or lies outside years 1 to 9999
 */
export function toMicros(value: TimeLike, options: ToMicrosOptions = {}): bigint {
  const { tz, what = "time" } = options;
  const micros = floorMicros(nanoseconds(value, tz, what));
  if (micros < MIN_MICROS || micros >= MAX_MICROS) {
    throw new RangeError(
      `Cannot read ${what}: ${describeTime(value)} lies outside the years 1 to 9999`,
    );
  }
  return micros;
}

/** The instant of a number of microseconds since 1970-01-01T00:00:00Z. */
export function fromMicros(micros: bigint): Temporal.Instant {
  return new Temporal.Instant(micros * 1000n);
}

function nanoseconds(value: TimeLike, tz: string | undefined, what: string): bigint {
  if (value instanceof Temporal.Instant || value instanceof Temporal.ZonedDateTime) {
    return value.epochNanoseconds;
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) {
      throw new RangeError(`Cannot read ${what}: the Date is invalid`);
    }
    return BigInt(value.getTime()) * 1_000_000n;
  }
  if (value instanceof Temporal.PlainDate) {
    return parseText(value.withCalendar("iso8601").toString(), tz, what);
  }
  if (typeof value !== "string") {
    throw new TypeError(
      `Cannot read ${what}: expected a Date, Temporal.Instant, Temporal.ZonedDateTime or ISO text, got ${
        describeTime(value)
      }`,
    );
  }
  return parseText(value.trim(), tz, what);
}

function parseText(text: string, tz: string | undefined, what: string): bigint {
  try {
    if (BRACKETED.test(text)) return Temporal.ZonedDateTime.from(text).epochNanoseconds;
    if (!DATE_ONLY.test(text) && ZONED.test(text)) {
      return Temporal.Instant.from(text).epochNanoseconds;
    }
  } catch (cause) {
    throw new RangeError(`Cannot read ${what}: ${JSON.stringify(text)} is not an ISO 8601 time`, {
      cause,
    });
  }
  let local: Temporal.PlainDateTime;
  try {
    local = Temporal.PlainDateTime.from(text);
  } catch (cause) {
    throw new RangeError(`Cannot read ${what}: ${JSON.stringify(text)} is not an ISO 8601 time`, {
      cause,
    });
  }
  if (tz === undefined) {
    throw new TypeError(
      `Cannot read ${what}: ${
        JSON.stringify(text)
      } has no zone; end it with Z or an offset, or name a tz`,
    );
  }
  if (DATE_ONLY.test(text)) {
    return localInstant(local.toPlainDate(), tz) * 1000n;
  }
  // A clock that the person left does not show times again: the zone of the nearer stay counts.
  tz = zoneAt(localInstant(local, tz), tz);
  const earlier = local.toZonedDateTime(tz, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(tz, { disambiguation: "later" });
  if (earlier.epochNanoseconds !== later.epochNanoseconds) {
    const twice = earlier.toPlainDateTime().equals(local);
    throw new RangeError(
      `Cannot read ${what}: ${JSON.stringify(text)} ${
        twice ? "happens twice" : "does not exist"
      } in ${tz}; ` +
        (twice
          ? `give the offset, ${earlier.offset} or ${later.offset}`
          : "its clock skips that time"),
    );
  }
  return earlier.epochNanoseconds;
}

function floorMicros(nanos: bigint): bigint {
  const micros = nanos / 1000n;
  return nanos < 0n && nanos % 1000n !== 0n ? micros - 1n : micros;
}

function describeTime(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null && !("epochNanoseconds" in value)
    ? Object.prototype.toString.call(value)
    : String(value);
}
