import type { SampleLocationUpdate } from "./locationUpdates.ts";
import { position, shift } from "../life/position.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { round } from "../life/round.ts";
import { iso } from "../records/sampleRecord.ts";
import type { Segment } from "../life/segments.ts";
import { MINUTE } from "../life/span.ts";

/** A location sample of the map provider, which names its source. */
export type SampleMapUpdate = SampleLocationUpdate & { source: string };

const STEP = { moving: 4 * MINUTE, still: 180 * MINUTE };
const UNKNOWN = -1;

/**
 * Gives what a map provider has of a segment, source "Maps": fewer samples than the device has, less
 * exact, without height, speed and course, and nothing of about a third of the stretches.
 */
export function mapUpdates(segment: Segment, seed: number): SampleMapUpdate[] {
  const random = new Random(seed, "map", segment.start);
  if (random.chance(0.3)) return [];
  const step = segment.gait === "still" ? STEP.still : STEP.moving;
  const updates: SampleMapUpdate[] = [];
  for (let at = segment.start + step / 3; at < segment.end; at += step) {
    const moment = Math.round(at / 1000) * 1000;
    const measured = shift(position(segment, moment), random.normal(0, 12), random.normal(0, 12));
    updates.push({
      uuid: recordId(moment, random),
      timestamp: iso(moment),
      latitude_degrees: round(measured.latitude, 6),
      longitude_degrees: round(measured.longitude, 6),
      altitude_meters: null,
      ellipsoidal_altitude_meters: null,
      horizontal_accuracy_meters: round(random.between(20, 80), 1),
      vertical_accuracy_meters: UNKNOWN,
      speed: UNKNOWN,
      speed_accuracy_meters: UNKNOWN,
      course_heading_degrees: UNKNOWN,
      course_heading_accuracy_degrees: UNKNOWN,
      floor: null,
      source_is_simulated_by_software: false,
      source_is_produced_by_accessory: false,
      source: "Maps",
    });
  }
  return updates;
}
