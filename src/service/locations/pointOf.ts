import type { StoredRecord } from "../../store/records.ts";
import type { Point } from "../../places/vectors.ts";

/** Returns the position of a location sample. */
export function pointOf({ extra }: StoredRecord): Point {
  const { latitude_degrees: latitude, longitude_degrees: longitude } = JSON.parse(extra ?? "{}");
  return { latitude, longitude };
}
