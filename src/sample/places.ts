/** A point on Earth in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Names of the places at which the person of the sample stays. */
export type PlaceName = "home" | "work" | "park";

/** The invented places of the sample: round coordinates in Berlin that belong to nobody. */
export const PLACES: Readonly<Record<PlaceName, Point>> = {
  home: { latitude: 52.5, longitude: 13.4 },
  work: { latitude: 52.53, longitude: 13.35 },
  park: { latitude: 52.49, longitude: 13.41 },
};

/** The stops between which the person rides to work. */
export const STOPS: Readonly<Record<"home" | "work", Point>> = {
  home: { latitude: 52.503, longitude: 13.396 },
  work: { latitude: 52.527, longitude: 13.3545 },
};

/** Metres of one degree of latitude, and of one of longitude at the places' latitude. */
export const METERS_PER_DEGREE = { latitude: 111_250, longitude: 67_800 } as const;

/** Metres between two points that are near the places (equirectangular). */
export function meters(a: Point, b: Point): number {
  return Math.hypot(
    (b.latitude - a.latitude) * METERS_PER_DEGREE.latitude,
    (b.longitude - a.longitude) * METERS_PER_DEGREE.longitude,
  );
}
