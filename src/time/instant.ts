import { localInstant, NO_ZONE, zoneAt } from "./zones.ts";

/**
 * Instant: text needs an offset, a zone or the option `tz`. A date without a time is the first
 * instant of that day.
 */
export type TimeLike =
  | Date
  | Temporal.Instant
  | Temporal.ZonedDateTime
  | Temporal.PlainDate
  | string;

/** Options for reading instants. */
export interface ToMicrosOptions {
  /** IANA zone for text without a zone. @default none: such text is rejected */
  tz?: string | undefined;
  /** Name of the value in error messages. @default "time" */
  what?: string | undefined;
}

/** First accepted instant: 0001-01-01T00:00:00Z, in microseconds. */
export const MIN_MICROS = -62_135_596_800_000_000n;
/** First instant after the accepted range: 10000-01-01T00:00:00Z, in microseconds. */
export const MAX_MICROS = 253_402_300_800_000_000n;

const ZONED = /(?:[zZ]|[+-]\d\d(?::?\d\d(?::?\d\d(?:\.\d+)?)?)?)(?:\[[^\]]+\])*$/;
const BRACKETED = /\[[^\]]+\]$/;
const DATE_ONLY = /^\d{4}-?\d\d-?\d\d$/;

/**
 * Converts an instant to microseconds since 1970-01-01T00:00:00Z.
 *
 * Text is ISO 8601 (RFC 3339, or with a space instead of `T`, or without seconds). Text without a
 * zone or offset is rejected unless `tz` is given; a date is then the first instant of that day in
 * the zone. A local time that the zone skips or repeats is rejected. Nanoseconds are truncated.
 *
 * @throws {TypeError} if the value is not an instant, or has no zone and `tz` is not given
 * @throws {RangeError} if the text is not a date, is ambiguous in `tz`, or is outside the years 1
 * to 9999
 */
export function toMicros(value: TimeLike, options: ToMicrosOptions = {}): bigint {
  const { tz, what = "time" } = options;
  const micros = floorMicros(nanoseconds(value, tz === NO_ZONE ? undefined : tz, what));
  if (micros < MIN_MICROS || micros >= MAX_MICROS) {
    throw new RangeError(
      `Cannot read ${what}: ${describeTime(value)} is outside the years 1 to 9999`,
    );
  }
  return micros;
}

/** Converts microseconds since 1970-01-01T00:00:00Z to an instant. */
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
  // Clocks in a zone that the person has left do not repeat times: the zone of the nearer stay
  // counts.
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
