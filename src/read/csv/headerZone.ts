import { isZone } from "../../time/zone.ts";

/** `UTC` or `GMT` as the last word of a header, also with an offset in hours. */
const WORD = /(?<![\p{L}\d])(?:utc|gmt)(?:([+-]\d{1,2})(?::?([0-5]\d))?)?[)\]]?\s*$/iu;
const CAMEL = /(?<=\p{Ll})(?:UTC|GMT|Utc|Gmt)\s*$/u;
const NAMED = /[([]([A-Z][A-Za-z_]+(?:\/[A-Za-z_+-]+)+)[)\]]\s*$/;

/**
 * Returns the zone that a header names, such as `UTC` of `Start (UTC)`, `start_utc` and
 * `startTimeGMT`, `+02:00` of `Time (UTC+2)` and `Europe/Berlin` of `Time [Europe/Berlin]`;
 * `undefined` if it names none.
 */
export function headerZone(header: string): string | undefined {
  const name = NAMED.exec(header)?.[1];
  if (name !== undefined) return isZone(name) ? name : undefined;
  const found = WORD.exec(header) ?? CAMEL.exec(header);
  if (found === null) return undefined;
  const [, hours, minutes = "00"] = found;
  if (hours === undefined) return "UTC";
  return `${hours[0]}${hours.slice(1).padStart(2, "0")}:${minutes}`;
}
