import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { float64Column, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { describeValue } from "../options/describeValue.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";
import { checkPoint, haversine } from "./metersBetween.ts";
import type { Point } from "./vectors.ts";
import { nearestCity } from "./nearestCity.ts";
import { POINTS_OPTIONS, type PointsOptions, readPoints } from "./readPoints.ts";
import { type Stay, stays } from "./stays.ts";
import { type Track, tracks } from "./tracks.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode visits}. */
export interface VisitsOptions extends PointsOptions {
  /** IANA zone of the returned times. @default the zone of the frame */
  tz?: Zones;
  /** Minimum length of a visit. @default "PT10M" */
  minStay?: Length;
  /** Maximum distance in metres from the first location of a visit. @default 150 */
  radius?: number;
  /**
   * Longest time without a location that does not end a visit or move; a longer one is a gap.
   * @default "PT1H"
   */
  bridge?: Length;
  /** Longest interruption of a visit that counts as a measurement error. @default "PT2M" */
  jitter?: Length;
  /** Adds the column `city`, by `nearestCity()` within 50 km. @default false */
  city?: boolean;
  /**
   * Your own places by name, such as `{ home: { latitude: 52.48, longitude: 13.35 } }`. Adds the
   * column `name`: the nearest one within `radius` of the visit, or null. @default none
   */
  names?: Readonly<Record<string, Point>>;
}

const OPTIONS = optionNames<VisitsOptions>()(
  POINTS_OPTIONS,
  "tz minStay radius bridge jitter city names",
);

interface Piece {
  readonly kind: "visit" | "move" | "gap";
  readonly start: number;
  readonly end: number;
  readonly middle: Point | null;
  readonly distance: number | null;
  readonly n: number;
}

/**
 * Divides locations into visits, moves and gaps. They follow each other without overlap from the
 * first known location to the last.
 *
 * A visit is a stay point (Li et al., "Mining user similarity based on location history", 2008,
 * after Hariharan and Toyama, "Project Lachesis", 2004): consecutive locations within `radius` of
 * the first one that last for at least `minStay`. The time between two visits is one move. Further
 * rules are our own choice: a row of a grid holds until the next row, a raw sample is an instant; a
 * time without locations of up to `bridge` belongs to the visit or move around it, a longer one is
 * a gap; two visits to one place at most `jitter` apart are one visit. The mean location of a visit
 * is computed on the sphere, so it is correct at the date line and at the poles.
 *
 * @param frame `slice_time`, `lat`, `long` as from `me.api.locations.timeSeries` (a sample rate of
 * 60 works well), or raw samples: `timestamp`, `latitude_degrees`, `longitude_degrees` and
 * optionally `horizontal_accuracy_meters`. Null is an unknown location. Rows may be in any order.
 * @returns `kind` `str` (`visit`, `move` or `gap`), `start_time`, `end_time` `datetime[us, tz]`
 * (half-open), `duration_ms` `i64`, `lat`, `long` `f64` (degrees, for visits), `distance_m` `f64`
 * (length of the path in metres, for moves), `n` `i64` (locations), `place` `i64` (for visits: from
 * 0, the same number if their mean locations are within `radius`), and `city` and `name` `str` if requested
 * @throws {TypeError} if a column is missing or of another type, a time is null, or `names` has no points
 * @throws {RangeError} if a location is not on Earth, or an option is invalid or not above 0
 *
 * @example An hour at one place, then a move to another
 * ```ts
 * import { places } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const frame = places.visits([
 *   { timestamp: "2024-03-30T08:00Z", latitude_degrees: 52.52, longitude_degrees: 13.40 },
 *   { timestamp: "2024-03-30T09:00Z", latitude_degrees: 52.52, longitude_degrees: 13.40 },
 *   { timestamp: "2024-03-30T09:20Z", latitude_degrees: 52.50, longitude_degrees: 13.45 },
 *   { timestamp: "2024-03-30T09:40Z", latitude_degrees: 52.50, longitude_degrees: 13.45 },
 * ]);
 * assertEquals(frame.getColumn("kind").toArray(), ["visit", "move", "visit"]);
 * ```
 */
export function visits(frame: FrameLike, options: VisitsOptions = {}): Frame {
  const action = "find visits";
  checkOptions(action, options, OPTIONS);
  const { minStay = "PT10M", radius = 150, bridge = "PT1H", jitter = "PT2M" } = options;
  const { city, names } = options;
  if (!(radius > 0)) {
    throw new RangeError(`Cannot ${action}: expected radius above 0, got ${radius}`);
  }
  const rules = {
    radius,
    minStay: Number(elapsedMicros(minStay, "minStay")),
    jitter: Number(elapsedMicros(jitter, "jitter")),
  };
  if (names !== undefined) checkNames(names, action);
  const points = readPoints(frame, action, options);
  const tz = zoneOrOwn(options.tz, points.zone);
  const pieces: Piece[] = [];
  for (const track of tracks(points, Number(elapsedMicros(bridge, "bridge")))) {
    const before = pieces.at(-1)?.end, start = track.points[0].at;
    if (before !== undefined && before < start) {
      pieces.push({ kind: "gap", start: before, end: start, middle: null, distance: null, n: 0 });
    }
    pieces.push(...piecesOf(track, stays(track, rules)));
  }
  return visitsFrame(pieces, { tz, radius, city, names });
}

/** Returns the stays of a track, and the moves between, before and after them. */
function piecesOf({ points, end: lastEnd }: Track, found: readonly Stay[]): Piece[] {
  const pieces: Piece[] = [];
  const move = (from: number, to: number, start: number, end: number, n: number): void => {
    if (end <= start && pieces.length > 0) return; // consecutive stays of a grid have no row in between
    let distance = 0;
    for (let i = from; i < to; i++) distance += haversine(points[i]!, points[i + 1]!);
    pieces.push({ kind: "move", start, end, middle: null, distance, n });
  };
  let from = 0, start = points[0].at, left = 0;
  for (const { first, after, start: arrival, end, middle } of found) {
    if (first > 0) move(from, first, start, arrival, first - left);
    const n = after - first;
    pieces.push({ kind: "visit", start: arrival, end, middle, distance: null, n });
    [from, start, left] = [after - 1, end, after];
  }
  const last = points.length - 1;
  if (left <= last) move(from, last, start, lastEnd, last + 1 - left);
  return pieces.filter(({ start, end }) => end > start);
}

function visitsFrame(
  pieces: readonly Piece[],
  { tz, radius, city, names }: {
    tz: string;
    radius: number;
    city: VisitsOptions["city"] | undefined;
    names: VisitsOptions["names"] | undefined;
  },
): Frame {
  const middles = pieces.map(({ middle }) => middle);
  const numbers = placeNumbers(middles, radius);
  const micros = (value: number): bigint => BigInt(value);
  const isVisit = Uint8Array.from(middles, (middle) => Number(middle !== null));
  return toFrame({
    kind: textColumn(pieces.map(({ kind }) => kind)),
    start_time: timeColumn(BigInt64Array.from(pieces, ({ start }) => micros(start)), tz),
    end_time: timeColumn(BigInt64Array.from(pieces, ({ end }) => micros(end)), tz),
    duration_ms: int64Column(
      BigInt64Array.from(pieces, ({ start, end }) => BigInt(Math.floor((end - start) / 1000))),
    ),
    lat: float64Column(Float64Array.from(middles, (at) => at?.latitude ?? 0), isVisit),
    long: float64Column(Float64Array.from(middles, (at) => at?.longitude ?? 0), isVisit),
    distance_m: float64Column(
      Float64Array.from(pieces, ({ distance }) => distance ?? 0),
      Uint8Array.from(pieces, ({ distance }) => Number(distance !== null)),
    ),
    n: int64Column(BigInt64Array.from(pieces, ({ n }) => BigInt(n))),
    place: int64Column(BigInt64Array.from(numbers, BigInt), isVisit),
    ...(city === true
      ? { city: textColumn(middles.map((at) => at && (nearestCity(at)?.name ?? null))) }
      : {}),
    ...(names === undefined
      ? {}
      : { name: textColumn(middles.map((at) => at && nearestName(at, names, radius))) }),
  });
}

/** Returns the name of the nearest point within `radius`. */
function nearestName(
  at: Point,
  names: Readonly<Record<string, Point>>,
  radius: number,
): string | null {
  const [nearest] = Object.entries(names)
    .map(([name, point]) => ({ name, away: haversine(at, point) }))
    .filter(({ away }) => away <= radius)
    .sort((a, b) => a.away - b.away);
  return nearest?.name ?? null;
}

/** @throws {TypeError} if a name has no point */
function checkNames(names: unknown, action: string): void {
  if (typeof names !== "object" || names === null || Array.isArray(names)) {
    throw new TypeError(
      `Cannot ${action}: names is ${describeValue(names)}. Pass points by name, such as ` +
        "{ home: { latitude: 52.48, longitude: 13.35 } }.",
    );
  }
  for (const [name, point] of Object.entries(names)) checkPoint(point, `names.${name}`, action);
}

/** Numbers places: a visit within `radius` of the first visit to a place has its number. */
function placeNumbers(middles: readonly (Point | null)[], radius: number): number[] {
  const known: Point[] = [];
  return middles.map((middle) => {
    if (middle === null) return 0;
    const number = known.findIndex((point) => haversine(point, middle) <= radius);
    return number >= 0 ? number : known.push(middle) - 1;
  });
}
