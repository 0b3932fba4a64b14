/** Point on Earth in degrees (WGS 84). */
export interface Point {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
}
