import { zone } from "../../time/zone.ts";

/** Returns a function that looks up the offset of a zone in seconds, once per season. */
export function zoneOffsets(): (tz: string, seconds: number) => number {
  const seasons = new Map<string, { from: number; until: number; offset: number }>();
  return (tz, seconds) => {
    const known = seasons.get(tz);
    if (known !== undefined && seconds >= known.from && seconds < known.until) return known.offset;
    const at = new Temporal.ZonedDateTime(BigInt(seconds) * 1_000_000_000n, tz);
    const next = at.getTimeZoneTransition("next");
    const until = next === null ? Infinity : next.epochMilliseconds / 1000;
    const last = at.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
    const from = last === null ? -Infinity : last.epochMilliseconds / 1000;
    const offset = at.offsetNanoseconds / 1e9;
    seasons.set(tz, { from, until, offset });
    return offset;
  };
}

/** Returns whether a text is the exact name of a zone. */
export function isZone(name: string): boolean {
  try {
    return zone(name) === name;
  } catch {
    return false;
  }
}
