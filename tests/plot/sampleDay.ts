import { grid, offset, times, way } from "../places/locations.ts";
import type { Point } from "../../src/places/vectors.ts";

const HOME = { latitude: 52.493, longitude: 13.428 };
const WORK = offset(HOME, 3100, -5200),
  SHOP = offset(HOME, 90, 180),
  PARK = offset(HOME, -2400, -900);

/** Returns a path along corners with the given number of rows. */
function along(corners: readonly Point[], rows: number): Point[] {
  const each = Math.floor(rows / (corners.length - 1));
  return corners.slice(1).flatMap((corner, i) => [...way(corners[i]!, corner, each - 1), corner]);
}

/**
 * Returns a minute grid of two days in Berlin: work and a shop on the first, a park and a gap on
 * the second.
 */
export function dayGrid(): Record<string, unknown>[] {
  const corners = [
    HOME,
    offset(HOME, 900, -400),
    offset(HOME, 1200, -3000),
    offset(WORK, -500, 300),
    WORK,
  ];
  const back = [WORK, offset(WORK, 400, 1800), offset(HOME, 2600, -600), SHOP];
  return grid("2024-03-28T23:00Z", [
    ...times(490, HOME),
    ...along(corners, 40),
    ...times(470, WORK),
    ...along(back, 45),
    ...times(25, SHOP),
    ...along([SHOP, HOME], 5),
    ...times(850, HOME),
    ...along([HOME, offset(HOME, -800, -1200), PARK], 30),
    ...times(95, PARK),
    ...times(150, null),
    ...times(680, HOME),
  ]);
}
