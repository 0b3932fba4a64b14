import { NO_ZONE, zonedTime } from "./zones.ts";
/**
 * Formats microseconds since 1970-01-01T00:00:00Z as ISO 8601 text with as many decimals of the
 * second as necessary: `2024-01-24T00:00:00Z`, or with the offset of a zone,
 * `2024-01-24T01:00:00+01:00`.
 */
export function isoMicros(micros: bigint, tz = "UTC"): string {
  if (tz === "UTC" || tz === NO_ZONE) {
    const number = Number(micros);
    if (Number.isSafeInteger(number)) return isoNumber(number); // until the year 2255
    const day = floorDay(micros), rest = Number(micros - BigInt(day) * BigInt(DAY));
    return dayText(day) + clockText(rest);
  }
  const local = zonedTime(micros, tz);
  return `${local.toPlainDateTime()}${local.offset}`; // offsets before standard time have seconds
}

/** Microseconds of a day. */
const DAY = 86_400_000_000;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

function isoNumber(micros: number): string {
  const day = Math.floor(micros / DAY);
  return dayText(day) + clockText(micros - day * DAY);
}

let lastDay = NaN, lastText = "";

/** Returns the date of a day and `T`. Records are in order, so most calls repeat the last day. */
function dayText(day: number): string {
  if (day !== lastDay) {
    lastText = new Date(day * (DAY / 1000)).toISOString().slice(0, -"00:00:00.000Z".length);
    lastDay = day;
  }
  return lastText;
}

/** Returns the time of a day with as many decimals as necessary, and `Z`. */
function clockText(micros: number): string {
  const seconds = Math.floor(micros / 1e6), minutes = Math.floor(seconds / 60);
  const decimals = micros - seconds * 1e6, hour = Math.floor(minutes / 60);
  const text = `${TWO_DIGITS[hour]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  if (decimals === 0) return `${text}Z`;
  return `${text}.${String(decimals).padStart(6, "0").replace(/0+$/, "")}Z`;
}

function floorDay(micros: bigint): number {
  const day = micros / BigInt(DAY);
  return Number(micros < 0n && micros % BigInt(DAY) !== 0n ? day - 1n : day);
}

/**
 * Formats microseconds since 1970-01-01T00:00:00Z with six decimals of the second:
 * `2024-01-24T00:00:00.000000Z`. The texts sort like the instants.
 */
export function isoStamp(micros: bigint): string {
  return new Temporal.Instant(micros * 1000n).toString({ fractionalSecondDigits: 6 });
}
