import { localInstant } from "../time/zones.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { DayLike } from "../time/day.ts";
import { float64Column, int64Column, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { POINTS_OPTIONS, type PointsOptions, readPoints } from "./readPoints.ts";
import { tracks } from "./tracks.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { metersToArc, type Point, vectorOf } from "./vectors.ts";

/** Options of {@linkcode dayPath}. */
export interface DayPathOptions extends PointsOptions {
  /** Local day, such as `"2024-03-30"`, or a `Temporal.PlainDate`. */
  date: DayLike;
  /** IANA zone of the day. @default the zone of the frame */
  tz?: Zones;
  /** Maximum distance between the path and the locations, in metres. @default 20 */
  tolerance?: number;
  /** Longest time without a location that the path crosses. @default "PT1H" */
  bridge?: Length;
}

const OPTIONS = optionNames<DayPathOptions>()(POINTS_OPTIONS, "date tz tolerance bridge");

/**
 * Simplifies the locations of one local day to a path for drawing: to the fewest locations within
 * `tolerance` metres (Douglas and Peucker, 1973, on great circles). It always keeps the ends and
 * the northernmost, southernmost, westernmost and easternmost location. A new part starts after a
 * time without locations that is longer than `bridge`.
 *
 * @param frame as for `places.visits`: a grid (`slice_time`, `lat`, `long`) or raw samples
 * @returns `time` `datetime[us, tz]`, `lat`, `long` `f64` in degrees, `part` `i64` from 0; no rows
 * for a day without locations
 * @throws {TypeError} if a column is missing or of another type, or a time is null
 * @throws {RangeError} if `date` is invalid, a location is not on Earth, or an option is not above
 * 0
 *
 * @example A straight path has two points
 * ```ts
 * import { places } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const path = places.dayPath([
 *   { timestamp: "2024-03-30T08:00Z", latitude_degrees: 52.50, longitude_degrees: 13.4 },
 *   { timestamp: "2024-03-30T08:10Z", latitude_degrees: 52.51, longitude_degrees: 13.4 },
 *   { timestamp: "2024-03-30T08:20Z", latitude_degrees: 52.52, longitude_degrees: 13.4 },
 * ], { date: "2024-03-30", tz: "Europe/Berlin" });
 * assertEquals(path.getColumn("lat").toArray(), [52.50, 52.52]);
 * ```
 */
export function dayPath(frame: FrameLike, options: DayPathOptions): Frame {
  const action = "draw the path of a day";
  checkOptions(action, options, OPTIONS, "date");
  const { tolerance = 20, bridge = "PT1H" } = options;
  if (!(tolerance >= 0)) {
    throw new RangeError(`Cannot ${action}: expected tolerance of at least 0, got ${tolerance}`);
  }
  const points = readPoints(frame, action, options);
  const tz = localZone(options.tz, points.zone, action);
  const { start, end } = dayOf(options.date, tz, action);
  const where = Array.from(points.time, (at, i) => {
    const point = at >= start && at < end ? points.where[i] : undefined;
    return point ?? null;
  });
  const path = tracks({ ...points, where }, Number(elapsedMicros(bridge, "bridge")))
    .flatMap(({ points }, part) =>
      simplify(points, tolerance).map((i) => ({ ...points[i]!, part }))
    );
  return toFrame({
    time: timeColumn(BigInt64Array.from(path, ({ at }) => BigInt(at)), tz),
    lat: float64Column(Float64Array.from(path, ({ latitude }) => latitude)),
    long: float64Column(Float64Array.from(path, ({ longitude }) => longitude)),
    part: int64Column(BigInt64Array.from(path, ({ part }) => BigInt(part))),
  });
}

function dayOf(text: DayLike, tz: string, action: string): { start: bigint; end: bigint } {
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text);
  } catch (cause) {
    throw new RangeError(
      `Cannot ${action}: date is ${describeValue(text)}, not one such as 2024-03-30`,
      { cause },
    );
  }
  const micros = (day: Temporal.PlainDate): bigint => localInstant(day, tz);
  return { start: micros(date), end: micros(date.add({ days: 1 })) };
}

/**
 * Selects the points needed to draw a path (Douglas and Peucker, 1973): every omitted point is
 * within `tolerance` metres of the great circle between its kept neighbours. The ends and the
 * northernmost, southernmost, westernmost and easternmost point are always kept.
 *
 * @returns ascending indices into the path
 */
export function simplify(path: readonly Point[], tolerance: number): number[] {
  if (path.length === 0) return [];
  const vectors = path.map(vectorOf);
  const kept = new Uint8Array(path.length);
  const fixed = [...new Set([0, ...extremes(path), path.length - 1])].sort((a, b) => a - b);
  for (const i of fixed) kept[i] = 1;
  const open: [from: number, to: number][] = [];
  for (const to of fixed.slice(1)) open.push([open.at(-1)?.[1] ?? 0, to]);
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span, start = vectors[from]!, end = vectors[to]!;
    let furthest = -1, most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const meters = metersToArc(vectors[i]!, start, end);
      if (meters > most) [furthest, most] = [i, meters];
    }
    if (furthest < 0) continue;
    kept[furthest] = 1;
    open.push([from, furthest], [furthest, to]);
  }
  return path.flatMap((_, i) => kept[i] === 1 ? [i] : []);
}

/**
 * Returns the indices of the southernmost, northernmost, westernmost and easternmost point;
 * longitudes are relative to the first point.
 */
function extremes(path: readonly Point[]): number[] {
  const norths = path.map(({ latitude }) => latitude);
  const easts = path.map(({ longitude }) => {
    const turn = longitude - (path[0]?.longitude ?? 0);
    return turn - 360 * Math.round(turn / 360);
  });
  return [norths, easts].flatMap((values) => [
    indexOfLeast(values),
    indexOfLeast(values.map((value) => -value)),
  ]);
}

function indexOfLeast(values: readonly number[]): number {
  return values.indexOf(values.reduce((a, b) => Math.min(a, b), Infinity));
}
