import { metersToArc, vectorOf } from "./vectors.ts";
import type { Point } from "./point.ts";

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
  const open = fixed.slice(1).map((to, i): [number, number] => [fixed[i]!, to]);
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    let furthest = -1, most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const meters = metersToArc(vectors[i]!, vectors[from]!, vectors[to]!);
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
  const first = path[0]!.longitude;
  let south = 0, north = 0, west = 0, east = 0, least = 0, most = 0;
  path.forEach(({ latitude, longitude }, i) => {
    const turn = longitude - first, across = turn - 360 * Math.round(turn / 360);
    if (latitude < path[south]!.latitude) south = i;
    if (latitude > path[north]!.latitude) north = i;
    if (across < least) [west, least] = [i, across];
    if (across > most) [east, most] = [i, across];
  });
  return [south, north, west, east];
}
