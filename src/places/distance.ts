import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { float64Column, int64Column, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { elapsedMicros, type Length, windowLength } from "../time/length.ts";
import { windows } from "../time/windows.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";
import { haversine } from "./metersBetween.ts";
import { POINTS_OPTIONS, type PointsOptions, readPoints } from "./readPoints.ts";
import { tracks } from "./tracks.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode distance}. */
export interface DistanceOptions extends PointsOptions {
  /** Length of the windows, such as `1d` or `1h`. @default one row for all */
  every?: Length;
  /** IANA zone of the windows. @default the zone of the frame */
  tz?: Zones;
  /** Distance in metres from the last counted location that counts as movement. @default 25 */
  threshold?: number;
  /** Longest time without a location over which a step counts. @default "PT1H" */
  bridge?: Length;
}

const OPTIONS = optionNames<DistanceOptions>()(POINTS_OPTIONS, "every tz threshold bridge");

/**
 * Measures the distance travelled: the sum of the great-circle steps between locations (haversine
 * on a sphere of 6,371,008.8 m, accurate to 0.6 %).
 *
 * Locations jitter even at rest. Therefore a step only counts once its location is at least
 * `threshold` away from the last counted one; it belongs to the time since the location before it.
 * Nothing counts over a time without locations that is longer than `bridge`. A step across a window
 * boundary is divided in proportion to time, so the windows add up to the total. These rules are
 * our own choice.
 *
 * @param frame as for `places.visits`: a grid (`slice_time`, `lat`, `long`) or raw samples
 * @returns `start_time`, `end_time` `datetime[us, tz]`, `distance_m` `f64` (null if unknown), `n`
 * `i64` (locations), `coverage` `f64` (share of the window that is covered by locations at most
 * `bridge` apart); no rows without locations
 * @throws {TypeError} if a column is missing or of another type, or a time is null
 * @throws {RangeError} if a location is not on Earth, or an option is invalid or below 0
 *
 * @example A quarter of the Earth
 * ```ts
 * import { places } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const frame = places.distance([
 *   { timestamp: "2024-03-30T08:00Z", latitude_degrees: 0, longitude_degrees: 0 },
 *   { timestamp: "2024-03-30T09:00Z", latitude_degrees: 90, longitude_degrees: 0 },
 * ]);
 * assertEquals(Math.round(Number(frame.getColumn("distance_m").sum()) / 1000), 10_008);
 * ```
 */
export function distance(frame: FrameLike, options: DistanceOptions = {}): Frame {
  const action = "measure the distance travelled";
  checkOptions(action, options, OPTIONS);
  const { every, threshold = 25, bridge = "PT1H" } = options;
  if (!(threshold >= 0)) {
    throw new RangeError(`Cannot ${action}: expected threshold of at least 0, got ${threshold}`);
  }
  const points = readPoints(frame, action, options);
  const tz = zoneOrOwn(options.tz, points.zone);
  const found = tracks(points, Number(elapsedMicros(bridge, "bridge")));
  const first = found[0]?.points[0], last = found.at(-1);
  if (first === undefined || last === undefined) return distanceFrame([], tz);
  const start = BigInt(first.at), end = BigInt(last.end);
  const edges = every === undefined || end === start
    ? [start, end]
    : [...windows({ start, end }, windowLength(every), { tz })];
  const rows: Row[] = [], [begin = first.at, ...ends] = edges.map(Number);
  for (const end of ends) {
    const last = rows.at(-1), row = { start: last?.end ?? begin, end, meters: 0, n: 0, known: 0 };
    if (last !== undefined) last.next = row;
    rows.push(row);
  }
  let row = rows[0]!;
  for (const track of found) {
    const [first, ...rest] = track.points;
    let anchor = first, from = first.at;
    row = rowAt(row, from);
    row.n++;
    for (const point of rest) {
      const distance = haversine(anchor, point), meters = distance >= threshold ? distance : 0;
      if (meters > 0) anchor = point;
      row = spread(row, { from, to: point.at, meters });
      row.n++;
      from = point.at;
    }
    if (track.step > 0) row = spread(row, { from, to: track.end, meters: 0 });
  }
  return distanceFrame(rows, tz);
}

/** A window, and the one after it. */
interface Row {
  readonly start: number;
  readonly end: number;
  next?: Row;
  meters: number;
  n: number;
  known: number;
}

/** Adds a step to the windows that it crosses; returns the window in which it ends. */
function spread(
  first: Row,
  { from, to, meters }: { from: number; to: number; meters: number },
): Row {
  let row = first;
  for (let at = from;;) {
    const until = Math.min(to, row.end);
    row.known += until - at;
    row.meters += meters * (until - at) / (to - from);
    at = until;
    if (to < row.end || row.next === undefined) return row;
    row = row.next;
  }
}

function rowAt(first: Row, at: number): Row {
  let row = first;
  while (row.end <= at && row.next !== undefined) row = row.next;
  return row;
}

function distanceFrame(rows: readonly Row[], tz: string): Frame {
  const hasWay = Uint8Array.from(rows, ({ known }) => Number(known > 0));
  return toFrame({
    start_time: timeColumn(BigInt64Array.from(rows, ({ start }) => BigInt(start)), tz),
    end_time: timeColumn(BigInt64Array.from(rows, ({ end }) => BigInt(end)), tz),
    distance_m: float64Column(Float64Array.from(rows, ({ meters }) => meters), hasWay),
    n: int64Column(BigInt64Array.from(rows, ({ n }) => BigInt(n))),
    coverage: float64Column(
      Float64Array.from(rows, ({ start, end, known }) => end > start ? known / (end - start) : 0),
    ),
  });
}
