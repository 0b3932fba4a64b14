import { describeValue } from "../options/describeValue.ts";
import { type Every, every, MAX_LENGTH, meantLength, tooLong } from "./every.ts";

/**
 * Length of time: `"90m"`, `"1h30m"`, ISO 8601 `"PT90M"`, or a `Temporal.Duration`. Windows count days
 * and longer units on the calendar of a zone; elapsed time has days of 24 hours, and no weeks, months
 * or years.
 */
export type Length = ShortLength | IsoLength | Temporal.Duration;

/** Unit of elapsed time in short form. */
export type ClockUnit = "us" | "ms" | "s" | "m" | "h";

/** Length of time in short form, such as `30m`, `1h30m`, `1d` or `1mo`. */
export type ShortLength =
  | `${number}${ClockUnit | "d" | "w" | "mo" | "q" | "y"}`
  | `${number}${ClockUnit}${number}${ClockUnit}`
  | `${number}h${number}m${number}s`
  | `${number}d${number}h`
  | `${number}w${number}d`
  | `${number}y${number}mo`;

/** Length of time as an ISO 8601 duration, such as `PT1H30M` or `P1D`. */
export type IsoLength = `P${string}${"S" | "M" | "H" | "D" | "W" | "Y"}`;

const FIELDS = {
  us: "microseconds",
  ms: "milliseconds",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
  mo: "months",
  y: "years",
} as const;

const PART = /(\d+)(us|ms|mo|[smhdwqy])/g;
const SHORT = /^(?:\d+(?:us|ms|mo|[smhdwqy]))+$/;
const ISO = /^[-+]?P/i;

/**
 * Parses the length of a window, such as `"1d"`, `"P1D"` or `Temporal.Duration.from({ days: 1 })`.
 *
 * @throws {TypeError} if it is neither text nor a duration
 * @throws {RangeError} if the text is not a length, combines clock and calendar units, or is zero
 */
export function windowLength(length: Length | string): Every {
  return every(shortLength(length));
}

/**
 * Parses elapsed time as microseconds, such as `"30m"`, `"PT30M"` or a `Temporal.Duration`. Days
 * have 24 hours.
 *
 * @param what Name of the option, for messages.
 * @throws {TypeError} if it is neither text nor a duration
 * @throws {RangeError} if the text is not a length, is negative, or counts weeks, months or years
 */
export function elapsedMicros(length: Length | string, what: string): bigint {
  return durationMicros(isoLength(length, what), what);
}

/**
 * Formats a length in short form, `"1h30m"`; returns text unchanged if it is not ISO 8601.
 *
 * @throws {TypeError} if it is neither text nor a duration
 */
export function shortLength(length: Length | string): string {
  check(length, "window length");
  if (typeof length === "string" && !ISO.test(length)) return length;
  let duration: Temporal.Duration;
  try {
    duration = Temporal.Duration.from(length);
  } catch {
    return String(length); // the later parser explains what is wrong
  }
  if (duration.sign < 0) return String(length);
  if (duration.sign === 0) return "0s";
  const short = Object.entries(FIELDS).reverse()
    .map(([unit, field]) => duration[field] === 0 ? "" : `${duration[field]}${unit}`);
  return short.join("");
}

/**
 * Formats a length as an ISO 8601 duration, `"PT1H30M"`, as the interface expects it.
 *
 * @param what Name of the option, for messages.
 * @throws {TypeError} if it is neither text nor a duration
 * @throws {RangeError} if the text is not a length
 */
export function isoLength(length: Length | string, what: string): string {
  check(length, what);
  const text = String(length);
  if (ISO.test(text)) return text;
  if (!SHORT.test(text)) {
    throw new RangeError(
      `Cannot read ${what}: ${JSON.stringify(text)} is not a length of time; write 30m or PT30M${
        meantLength(text)
      }`,
    );
  }
  const total: Record<string, number> = {};
  for (const [, count, unit] of text.matchAll(PART)) {
    const field = unit === "q" ? "months" : FIELDS[unit as keyof typeof FIELDS];
    total[field] = (total[field] ?? 0) + Number(count) * (unit === "q" ? 3 : 1);
  }
  try {
    return Temporal.Duration.from(total).toString();
  } catch (cause) {
    throw tooLong(`${what} ${JSON.stringify(text)}`, cause);
  }
}

function check(length: unknown, what: string): void {
  if (typeof length === "string" || length instanceof Temporal.Duration) return;
  throw new TypeError(
    `Cannot use ${what}: it is ${describeValue(length)}; write a length such as "30m" or "PT30M"${
      typeof length === "number" && length > 0 ? `, or "${length}d" for days` : ""
    }`,
  );
}

/**
 * Parses an ISO 8601 duration of elapsed time, such as `PT2H` or `PT30S`, as microseconds. Days
 * have 24 hours; weeks, months and years have no fixed length and are rejected.
 *
 * @throws {RangeError} if the text is not a duration, is negative, or counts weeks, months or years
 */
export function durationMicros(text: string, what = "duration"): bigint {
  let duration: Temporal.Duration;
  try {
    duration = Temporal.Duration.from(text);
  } catch (cause) {
    throw new RangeError(
      `Cannot read ${what}: ${JSON.stringify(text)} is not an ISO 8601 duration such as PT2H`,
      { cause },
    );
  }
  if (duration.years !== 0 || duration.months !== 0 || duration.weeks !== 0) {
    throw new RangeError(
      `Cannot use ${what} ${JSON.stringify(text)}: weeks, months and years have no fixed length`,
    );
  }
  if (duration.sign < 0) {
    throw new RangeError(`Cannot use ${what} ${JSON.stringify(text)}: it is negative`);
  }
  const micros = BigInt(Math.round(duration.total({ unit: "microseconds" })));
  if (micros > MAX_LENGTH) throw tooLong(`${what} ${JSON.stringify(text)}`);
  return micros;
}
