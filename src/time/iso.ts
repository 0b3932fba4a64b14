import { NO_ZONE, zonedTime } from "./zones.ts";
/**
 * Formats microseconds since 1970-01-01T00:00:00Z as ISO 8601 text with as many decimals of the
 * second as necessary: `2024-01-24T00:00:00Z`, or with the offset of a zone,
 * `2024-01-24T01:00:00+01:00`.
 */
export function isoMicros(micros: bigint, tz = "UTC"): string {
  if (tz === "UTC" || tz === NO_ZONE) {
    const millis = micros >= 0n ? micros / 1000n : (micros - 999n) / 1000n;
    const rest = Number(micros - millis * 1000n);
    const text = new Date(Number(millis)).toISOString();
    if (rest === 0) return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : trimZeros(text);
    return trimZeros(`${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`);
  }
  const local = zonedTime(micros, tz);
  return `${local.toPlainDateTime()}${local.offset}`; // offsets before standard time have seconds
}

function trimZeros(text: string): string {
  return text.replace(/0+Z$/, "Z");
}

/**
 * Formats microseconds since 1970-01-01T00:00:00Z with six decimals of the second:
 * `2024-01-24T00:00:00.000000Z`. The texts sort like the instants.
 */
export function isoStamp(micros: bigint): string {
  return new Temporal.Instant(micros * 1000n).toString({ fractionalSecondDigits: 6 });
}
