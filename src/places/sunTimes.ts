import { DAY_MS } from "../time/units.ts";
import type { Point } from "./vectors.ts";

/** Solar noon nearest to an instant, and the crossings of an altitude before and after it. */
export interface SunTimes {
  /** Milliseconds since 1970. */
  readonly noon: number;
  /** Crossing before noon, in milliseconds since 1970; `undefined` if the sun does not cross. */
  readonly rise: number | undefined;
  /** Crossing after noon. */
  readonly set: number | undefined;
  /** `true` if the sun is above the altitude at noon. */
  readonly isUp: boolean;
}

const RADIANS = Math.PI / 180, TURN = 2 * Math.PI;
/** 2000-01-01 12:00 UTC, in milliseconds since 1970. */
const J2000 = 946_728_000_000;
/** Terrestrial Time minus UTC in days (69 s in 2023); a minute moves a crossing by 0.2 s. */
const DELTA_T = 69 / 86_400;
/** Number of times that half a day is halved, until less than a millisecond remains. */
const HALVINGS = 26;

/**
 * Returns when the sun's centre crosses an altitude, in degrees above the horizon and without
 * refraction. Apparent position and sidereal time are from Meeus, Astronomical Algorithms (2nd ed.,
 * 1998), chapters 12, 13 and 25. suncalc has the same formulas, but decides by the declination at
 * noon, so its polar days begin and end one day off.
 *
 * @param at Milliseconds since 1970.
 */
export function sunTimes(at: number, point: Point, altitude: number): SunTimes {
  const north = point.latitude * RADIANS, least = Math.sin(altitude * RADIANS);
  const hourAngle = (time: number, { ascension }: Position): number =>
    (280.46061837 + 360.98564736629 * (time - J2000) / DAY_MS + point.longitude) * RADIANS -
    ascension;
  const isAbove = (time: number): boolean => {
    const sun = sunPosition(time);
    return Math.sin(north) * Math.sin(sun.declination) +
        Math.cos(north) * Math.cos(sun.declination) * Math.cos(hourAngle(time, sun)) > least;
  };
  let noon = at;
  for (let round = 0; round < 3; round++) {
    const angle = hourAngle(noon, sunPosition(noon)) / TURN;
    noon -= (angle - Math.round(angle)) * DAY_MS;
  }
  const isUp = isAbove(noon);
  // Between noon and midnight, the sun only descends.
  const crossing = (midnight: number): number | undefined => {
    if (isAbove(midnight) === isUp) return undefined;
    let near = noon, far = midnight;
    for (let round = 0; round < HALVINGS; round++) {
      const middle = (near + far) / 2;
      if (isAbove(middle) === isUp) near = middle;
      else far = middle;
    }
    return near;
  };
  return { noon, rise: crossing(noon - DAY_MS / 2), set: crossing(noon + DAY_MS / 2), isUp };
}

interface Position {
  readonly ascension: number;
  readonly declination: number;
}

/** Returns apparent right ascension and declination in radians (Meeus 25, lower accuracy). */
function sunPosition(time: number): Position {
  const t = ((time - J2000) / DAY_MS + DELTA_T) / 36_525;
  const anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * RADIANS;
  const node = (125.04 - 1934.136 * t) * RADIANS;
  const centre = (1.914602 - t * (0.004817 + 0.000014 * t)) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) + 0.000289 * Math.sin(3 * anomaly);
  const longitude = (280.46646 + t * (36_000.76983 + 0.0003032 * t) + centre - 0.00569 -
    0.00478 * Math.sin(node)) * RADIANS;
  const obliquity = (23.439291 - 0.0130042 * t + 0.00256 * Math.cos(node)) * RADIANS;
  return {
    ascension: Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)),
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
  };
}
