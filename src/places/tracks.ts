import type { Points } from "./readPoints.ts";
import type { Track } from "./stays.ts";
import type { Point } from "./vectors.ts";

/** Splits locations at gaps longer than `bridge` microseconds; omits rows without a location. */
export function tracks({ time, where, step }: Points, bridge: number): Track[] {
  const hold = Number(step), found: { time: number[]; where: Point[]; step: number }[] = [];
  for (let i = 0; i < where.length; i++) {
    const point = where[i]!, at = Number(time[i]!);
    if (point === null) continue;
    const last = found.at(-1);
    if (last !== undefined && at - last.time.at(-1)! - hold <= bridge) {
      last.time.push(at);
      last.where.push(point);
    } else found.push({ time: [at], where: [point], step: hold });
  }
  return found;
}
