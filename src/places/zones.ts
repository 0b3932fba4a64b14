import tzLookup from "@photostructure/tz-lookup";
import type { FrameLike } from "../frame/open.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import { isoMicros } from "../time/iso.ts";
import { zone, type Zones } from "../time/zone.ts";
import { POINTS_OPTIONS, type PointsOptions, readPoints } from "./readPoints.ts";

/** Options of {@linkcode zones}. */
export interface ZonesOptions extends PointsOptions {
  /** Zone in which times without one are read. @default none: they are rejected */
  tz?: Zones;
  /** Shortest stay in a zone. Shorter ones, such as zones under a flight, are ignored. @default "PT3H" */
  minStay?: Length;
}

/** Zone with the instant of arrival, as text. */
export interface VisitedZone {
  /** Instant of the first location in the zone, as ISO 8601 text in UTC. */
  readonly from: string;
  /** IANA zone. */
  readonly tz: string;
}

const ACTION = "find time zones";

const OPTIONS = optionNames<ZonesOptions>()(POINTS_OPTIONS, "tz minStay");

/**
 * Derives the time zones of a person's locations, in the format that `tz` options accept. It needs
 * no network.
 *
 * Zones come from `@photostructure/tz-lookup` 11.7, whose map is coarse: within some kilometres of
 * a border it may return the neighbour's zone. A zone counts if the person stays in it for at least
 * `minStay`. At sea, where the map only has nautical zones, the previous zone continues.
 *
 * @param locations a grid (`slice_time`, `lat`, `long`) or samples (`timestamp` or `time`,
 * `latitude_degrees`, `longitude_degrees`, optional `horizontal_accuracy_meters`)
 * @returns the zones in order; an empty list if no location on land is known
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if a location is not on Earth, or an option is invalid
 *
 * @example From Berlin to New York
 * ```ts
 * import { places, sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const tz = places.zones([
 *   { time: "2024-01-14T08:00Z", latitude_degrees: 52.52, longitude_degrees: 13.4 },
 *   { time: "2024-01-15T20:00Z", latitude_degrees: 40.71, longitude_degrees: -74.01 },
 *   { time: "2024-01-16T20:00Z", latitude_degrees: 40.71, longitude_degrees: -74.01 },
 * ]);
 * assertEquals(tz, [
 *   { from: "2024-01-14T08:00:00Z", tz: "Europe/Berlin" },
 *   { from: "2024-01-15T20:00:00Z", tz: "America/New_York" },
 * ]);
 * const nights = sleep.sessions([
 *   { start_time: "2024-01-14T22:00Z", end_time: "2024-01-15T06:00Z", sleep_stage: 1 },
 *   { start_time: "2024-01-16T04:00Z", end_time: "2024-01-16T12:00Z", sleep_stage: 1 },
 * ], { tz });
 * assertEquals(sleep.timing(nights).wake, 7);
 * ```
 */
export function zones(locations: FrameLike, options: ZonesOptions = {}): VisitedZone[] {
  checkOptions(ACTION, options, OPTIONS);
  const shortest = elapsedMicros(options.minStay ?? "PT3H", "minStay");
  const { time, where } = readPoints(locations, ACTION, options);
  const runs: { start: bigint; end: bigint; tz: string }[] = [];
  let isAtSea = false;
  time.forEach((at, i) => {
    const point = where[i] ?? null;
    if (point === null) return;
    const name = tzLookup(point.latitude, point.longitude);
    // A zone ends with the first location in another zone or at sea.
    const last = runs.at(-1);
    if (last !== undefined && !isAtSea) last.end = at;
    isAtSea = name.startsWith("Etc/");
    if (!isAtSea && last?.tz !== name) runs.push({ start: at, end: at, tz: name });
  });
  const long = runs.filter(({ start, end }) => end - start >= shortest);
  return (long.length > 0 ? long : runs.slice(0, 1))
    .filter(({ tz }, i, all) => tz !== all[i - 1]?.tz)
    .map(({ start, tz }) => ({ from: isoMicros(start), tz: zone(tz) }));
}
