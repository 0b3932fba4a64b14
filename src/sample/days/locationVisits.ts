import { type PlaceName, PLACES } from "../life/places.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { iso } from "../records/sampleRecord.ts";
import type { Segment } from "../life/segments.ts";

/** A visit as the wire names its fields. */
export type SampleLocationVisit = {
  uuid: string;
  latitude_degrees: number;
  longitude_degrees: number;
  horizontal_accuracy_meters: number;
  /** ISO 8601; year 1 if unknown. */
  arrival_date: string;
  /** ISO 8601; year 4001 if unknown. */
  departure_date: string;
};

const UNKNOWN_ARRIVAL = "0001-01-01T00:00:00+00:00";
const UNKNOWN_DEPARTURE = "4001-01-01T00:00:00+00:00";

/** How often it is not known when a visit began: the phone was off until later. */
const UNKNOWN = 0.02;

/**
 * Gives the visits of segments without a hole: a visit for each unbroken time at one place. When the
 * first began and when the last ends is not known.
 */
export function locationVisits(
  segments: readonly Segment[],
  seed: number,
): SampleLocationVisit[] {
  const stays: { start: number; end: number; place: PlaceName | null }[] = [];
  for (const { start, end, place } of segments) {
    const last = stays.at(-1);
    if (last?.place === place) last.end = end;
    else stays.push({ start, end, place });
  }
  return stays.flatMap(({ start, end, place }, i) => {
    if (place === null) return [];
    const random = new Random(seed, "visit", start);
    return [{
      uuid: recordId(start, random),
      latitude_degrees: PLACES[place].latitude,
      longitude_degrees: PLACES[place].longitude,
      horizontal_accuracy_meters: Math.round(random.between(10, 50)),
      arrival_date: i === 0 || isUnknown(place, start, seed) ? UNKNOWN_ARRIVAL : iso(start),
      departure_date: i === stays.length - 1 ? UNKNOWN_DEPARTURE : iso(end),
    }];
  });
}

function isUnknown(place: PlaceName, start: number, seed: number): boolean {
  return place === "home" && new Random(seed, "visit unknown", start).chance(UNKNOWN);
}
