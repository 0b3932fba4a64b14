import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { float64Column, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import { zone, type Zones } from "../time/zone.ts";
import { haversine } from "./metersBetween.ts";
import { nearestCity } from "./nearestCity.ts";
import { POINTS_OPTIONS, type PointsOptions, readPoints } from "./readPoints.ts";
import { type Stay, stays, type Track } from "./stays.ts";
import { tracks } from "./tracks.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Point } from "./point.ts";

/** What counts as a visit. */
export interface VisitsOptions extends PointsOptions {
  /** The IANA zone of the frame's times. @default the frame's own zone */
  tz?: Zones;
  /** The least length of a visit. @default "PT10M" */
  minStay?: Length;
  /** How many metres from its first location one may be within a visit. @default 150 */
  radius?: number;
  /** The longest time without a location that is bridged; a longer one is a gap. @default "PT1H" */
  bridge?: Length;
  /** The longest way out of a visit and back to it that is an error of measurement. @default "PT2M" */
  jitter?: Length;
  /** Whether to name the city (`nearestCity()`, within 50 km) as `city`. @default false */
  city?: boolean;
}

const OPTIONS: OptionTable<VisitsOptions> = {
  ...POINTS_OPTIONS,
  tz: true,
  minStay: true,
  radius: true,
  bridge: true,
  jitter: true,
  city: true,
};

interface Piece {
  readonly kind: "visit" | "move" | "gap";
  readonly start: number;
  readonly end: number;
  readonly middle: Point | null;
  readonly distance: number | null;
  readonly n: number;
}

/**
 * Where one stayed and when one was on the way: locations as visits, moves and gaps, which follow each
 * other without overlap from the first known location to the last.
 *
 * A visit is a stay point (Li et al., "Mining user similarity based on location history", 2008; the
 * idea is that of Hariharan and Toyama, "Project Lachesis", 2004): all locations in a row that lie
 * within `radius` of its first one, if together they last for `minStay`. What lies between two visits
 * is one move. Chosen here: a row of a grid holds until the next one, a raw sample is a moment; a time
 * without locations counts as what is around it up to `bridge`, and is a gap beyond; two visits to one
 * place with at most `jitter` between them are one visit. The middle of a visit is computed on the
 * sphere, so that the date line and the poles do no harm.
 *
 * @param frame `slice_time`, `lat`, `long` as `me.api.locations.timeSeries` gives them (a sample rate of 60
 * is good), or raw samples: `timestamp`, `latitude_degrees`, `longitude_degrees` and perhaps
 * `horizontal_accuracy_meters`. A null is a place that is not known. Any order will do.
 * @returns `kind` `str` (`visit`, `move` or `gap`), `start_time`, `end_time` `datetime[us, tz]`
 * (half-open), `duration_ms` `i64`, `lat`, `long` `f64` (degrees, of visits), `distance_m` `f64` (metres
 * on the way, of moves), `n` `i64` (locations), `place` `i64` (of visits: the same number where their
 * middles lie within `radius` of each other, from 0), and `city` `str` if asked for
 * @throws {TypeError} if a column is missing or of another type, or a time is null
 * @throws {RangeError} if a place is not on Earth, or an option is not a duration or not above 0
 *
 * @example An hour at one place, and a way to another
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
  const { minStay = "PT10M", radius = 150, bridge = "PT1H", jitter = "PT2M", city } = options;
  if (!(radius > 0)) throw new RangeError(`Cannot ${action}: radius is ${radius}, not above 0`);
  const rules = {
    radius,
    minStay: Number(elapsedMicros(minStay, "minStay")),
    jitter: Number(elapsedMicros(jitter, "jitter")),
  };
  const points = readPoints(frame, action, options);
  const tz = zone(options.tz ?? points.zone);
  const pieces: Piece[] = [];
  for (const track of tracks(points, Number(elapsedMicros(bridge, "bridge")))) {
    const before = pieces.at(-1)?.end, start = track.time[0]!;
    if (before !== undefined && before < start) {
      pieces.push({ kind: "gap", start: before, end: start, middle: null, distance: null, n: 0 });
    }
    pieces.push(...piecesOf(track, stays(track, rules)));
  }
  return visitsFrame(pieces, { tz, radius, city });
}

/** The stays of a track and the ways between, before and after them. */
function piecesOf({ time, where, step }: Track, found: readonly Stay[]): Piece[] {
  const pieces: Piece[] = [];
  const move = (from: number, to: number, start: number, end: number, n: number): void => {
    if (end <= start && pieces.length > 0) return; // two stays of a grid without a row between
    let distance = 0;
    for (let i = from; i < to; i++) distance += haversine(where[i]!, where[i + 1]!);
    pieces.push({ kind: "move", start, end, middle: null, distance, n });
  };
  let from = 0, start = time[0]!, left = 0;
  for (const { first, after, end, middle } of found) {
    if (first > 0) move(from, first, start, time[first]!, first - left);
    pieces.push({
      kind: "visit",
      start: time[first]!,
      end,
      middle,
      distance: null,
      n: after - first,
    });
    [from, start, left] = [after - 1, end, after];
  }
  const last = time.length - 1;
  if (left <= last) move(from, last, start, time[last]! + step, last + 1 - left);
  return pieces.filter(({ start, end }) => end > start);
}

function visitsFrame(
  pieces: readonly Piece[],
  { tz, radius, city }: { tz: string; radius: number; city: boolean | undefined },
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
  });
}

/** Visits whose middles lie within `radius` of the first of a place are of that place. */
function placeNumbers(middles: readonly (Point | null)[], radius: number): number[] {
  const known: Point[] = [];
  return middles.map((middle) => {
    if (middle === null) return 0;
    const number = known.findIndex((point) => haversine(point, middle) <= radius);
    return number >= 0 ? number : known.push(middle) - 1;
  });
}
