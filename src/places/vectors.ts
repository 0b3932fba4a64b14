/** Point on Earth in degrees (WGS 84). */
export interface Point {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
}

/** Mean radius of the Earth in metres (IUGG, R1). */
export const EARTH_RADIUS = 6_371_008.8;

const RADIANS = Math.PI / 180;

/**
 * Unit vector from the centre of the Earth to a point. It needs no special case for the date line
 * and the poles.
 */
export type Vector = readonly [x: number, y: number, z: number];

/** Converts a point to a unit vector. */
export function vectorOf({ latitude, longitude }: Point): Vector {
  const north = latitude * RADIANS, east = longitude * RADIANS;
  return [
    Math.cos(north) * Math.cos(east),
    Math.cos(north) * Math.sin(east),
    Math.sin(north),
  ];
}

/** Converts a vector of any length above 0 to a point; longitudes are from -180 to 180. */
export function pointOf([x, y, z]: Vector): Point {
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) / RADIANS,
    longitude: Math.atan2(y, x) / RADIANS,
  };
}

/**
 * Returns the mean location of points: the direction of the sum of their vectors (n-vectors, Gade
 * 2010).
 */
export function middleOf(points: Iterable<Point>): Point {
  let x = 0, y = 0, z = 0;
  for (const point of points) {
    const vector = vectorOf(point);
    x += vector[0];
    y += vector[1];
    z += vector[2];
  }
  return pointOf([x, y, z]);
}

/**
 * Returns the distance in metres from a point to the shorter great-circle arc between two others.
 */
export function metersToArc(p: Vector, a: Vector, b: Vector): number {
  const normal = cross(a, b), length = Math.hypot(...normal);
  const near = Math.min(angle(p, a), angle(p, b)) * EARTH_RADIUS;
  if (length < 1e-15) return near; // both ends are the same point
  const beside = dot(p, normal) / length;
  const onArc = dot(cross(normal, a), p) >= 0 && dot(cross(b, normal), p) >= 0;
  return onArc ? Math.abs(Math.asin(Math.max(-1, Math.min(1, beside)))) * EARTH_RADIUS : near;
}

/** Returns the angle between two vectors. It is accurate for antipodes and for neighbours. */
function angle(a: Vector, b: Vector): number {
  const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return 2 * Math.atan2(apart, Math.hypot(a[0] + b[0], a[1] + b[1], a[2] + b[2]));
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
