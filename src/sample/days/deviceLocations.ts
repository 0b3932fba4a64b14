import { FINE_DAYS } from "../life/sampleUntil.ts";
import { METERS_PER_DEGREE, type Point } from "../life/places.ts";
import { moveBy, positionAt } from "../life/positionAt.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { round } from "../life/round.ts";
import { toIso } from "../records/toRecord.ts";
import type { Segment } from "../life/segments.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Location sample in wire format: lengths in metres, angles in degrees, -1 if unknown. */
export type SampleLocationUpdate = {
  uuid: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  latitude_degrees: number;
  longitude_degrees: number;
  altitude_meters: number | null;
  ellipsoidal_altitude_meters: number | null;
  horizontal_accuracy_meters: number;
  vertical_accuracy_meters: number;
  /** Metres per second. */
  speed: number;
  speed_accuracy_meters: number;
  course_heading_degrees: number;
  course_heading_accuracy_degrees: number;
  floor: number | null;
  source_is_simulated_by_software: boolean;
  source_is_produced_by_accessory: boolean;
};

const STEP = {
  fine: { moving: MINUTE_MS, still: 30 * MINUTE_MS },
  coarse: { moving: 5 * MINUTE_MS, still: 3 * HOUR_MS },
};
const GEOID = 39.6; // height of the geoid above the ellipsoid in Berlin

/** Returns the location updates of a segment: frequent while moving, rare during stays. */
export function deviceLocations(
  segment: Segment,
  until: number,
  seed: number,
): SampleLocationUpdate[] {
  const random = new Random(seed, "location", segment.start);
  const steps = segment.start >= until - FINE_DAYS * DAY_MS ? STEP.fine : STEP.coarse;
  const step = segment.gait === "still" ? steps.still : steps.moving;
  const updates: SampleLocationUpdate[] = [];
  for (let instant = segment.start + step / 2; instant < segment.end; instant += step) {
    updates.push(update(segment, instant, random));
  }
  return updates;
}

function update(segment: Segment, instant: number, random: Random): SampleLocationUpdate {
  const still = segment.gait === "still";
  const here = positionAt(segment, instant);
  const measured = moveBy(here, random.normal(0, 3), random.normal(0, 3));
  const pace = segment.meters / ((segment.end - segment.start) / 1000);
  const altitude = 36 + random.normal(0, 2);
  return {
    uuid: recordId(instant, random),
    timestamp: toIso(instant),
    latitude_degrees: round(measured.latitude, 6),
    longitude_degrees: round(measured.longitude, 6),
    altitude_meters: round(altitude, 1),
    ellipsoidal_altitude_meters: round(altitude + GEOID, 1),
    horizontal_accuracy_meters: round(still ? random.between(10, 35) : random.between(4, 12), 1),
    vertical_accuracy_meters: round(random.between(3, 15), 1),
    speed: still ? 0 : round(pace + random.normal(0, 0.1), 2),
    speed_accuracy_meters: still ? -1 : round(random.between(0.2, 1), 2),
    course_heading_degrees: still
      ? -1
      : round(heading(here, positionAt(segment, instant + 1000)), 1),
    course_heading_accuracy_degrees: still ? -1 : round(random.between(3, 20), 1),
    floor: null,
    source_is_simulated_by_software: false,
    source_is_produced_by_accessory: false,
  };
}

function heading(from: Point, to: Point): number {
  const north = (to.latitude - from.latitude) * METERS_PER_DEGREE.latitude;
  const east = (to.longitude - from.longitude) * METERS_PER_DEGREE.longitude;
  return (Math.atan2(east, north) * 180 / Math.PI + 360) % 360;
}
