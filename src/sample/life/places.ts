/** Point on Earth in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Names of the places in the sample. */
export type PlaceName = "home" | "work" | "park" | "pool" | "gym";

/** Invented places of the sample: round coordinates in Berlin. */
export const PLACES: Readonly<Record<PlaceName, Point>> = {
  home: { latitude: 52.5, longitude: 13.4 },
  work: { latitude: 52.53, longitude: 13.35 },
  park: { latitude: 52.49, longitude: 13.41 },
  pool: { latitude: 52.51, longitude: 13.41 },
  gym: { latitude: 52.492, longitude: 13.388 },
};

/** Stops at both ends of the ride to work. */
export const STOPS: Readonly<Record<"home" | "work", Point>> = {
  home: { latitude: 52.503, longitude: 13.396 },
  work: { latitude: 52.527, longitude: 13.3545 },
};

/** Turning points of recreational rides. */
export const TURNS: readonly [Point, ...Point[]] = [
  { latitude: 52.46, longitude: 13.44 },
  { latitude: 52.45, longitude: 13.3 },
  { latitude: 52.57, longitude: 13.37 },
];

/** Metres per degree of latitude, and per degree of longitude at the latitude of the places. */
export const METERS_PER_DEGREE = { latitude: 111_250, longitude: 67_800 } as const;

/** Returns the distance in metres between two points near the places (equirectangular). */
export function meters(a: Point, b: Point): number {
  return Math.hypot(
    (b.latitude - a.latitude) * METERS_PER_DEGREE.latitude,
    (b.longitude - a.longitude) * METERS_PER_DEGREE.longitude,
  );
}
