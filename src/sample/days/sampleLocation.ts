import { simulateLife } from "../life/simulateLife.ts";
import { deviceLocations, type SampleLocationUpdate } from "./deviceLocations.ts";
import { readOptions, type SampleOptions } from "../life/options.ts";
import { toIso } from "../records/toRecord.ts";
import { type Segment, stayAt } from "../life/segments.ts";
import { type PlaceName, PLACES } from "../life/places.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { moveBy, positionAt } from "../life/positionAt.ts";
import { round } from "../life/round.ts";
import { MINUTE_MS } from "../../time/units.ts";

/** Location data of the sample, each list in order of time. */
export interface SampleLocation {
  /** Samples of the device: frequent while moving, rare during stays. */
  readonly updates: SampleLocationUpdate[];
  /** Samples of a map provider for the same paths and places. */
  readonly map: SampleMapUpdate[];
  /** Uninterrupted stays at one place. */
  readonly visits: SampleLocationVisit[];
}

/** Longer than any stay of the person, in days. */
const LONGEST = 14;

/** Visit in wire format. */
type SampleLocationVisit = {
  uuid: string;
  latitude_degrees: number;
  longitude_degrees: number;
  horizontal_accuracy_meters: number;
  /** ISO 8601; in the year 1 if unknown. */
  arrival_date: string;
  /** ISO 8601; in the year 4001 if unknown. */
  departure_date: string;
};

const UNKNOWN_ARRIVAL = "0001-01-01T00:00:00+00:00";
const UNKNOWN_DEPARTURE = "4001-01-01T00:00:00+00:00";

/** Share of visits with an unknown start, because the phone was off. */
const UNKNOWN = 0.02;

/** Location sample of the map provider, with its source. */
type SampleMapUpdate = SampleLocationUpdate & { source: string };

const STEP = { moving: 4 * MINUTE_MS, still: 180 * MINUTE_MS };
const MISSING = -1;

/**
 * Creates the location data of the sample: updates and visits of a person who sleeps at home, walks
 * and runs in a park, rides to work, and sometimes swims, lifts weights or goes for a ride, at
 * invented coordinates. It agrees with the records of `sampleRecords` for the same seed: during
 * steps the person is on the way, during sleep at home.
 *
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function sampleLocation(options: SampleOptions = {}): SampleLocation {
  const { seed, from } = readOptions(options), { days = Infinity } = options;
  // A visit may have started long before `from`.
  const { beds, awake, until } = simulateLife({ seed, days: days + LONGEST });
  const first = from < 0 ? "" : toIso(from);
  const segments = [
    ...beds.map(({ start, end }) => stayAt("home", start, end)),
    ...awake.flatMap((day) => day.segments),
  ].sort((a, b) => a.start - b.start);
  const wanted = segments.filter(({ end }) => end > from);
  return {
    updates: wanted.flatMap((segment) => deviceLocations(segment, until, seed))
      .filter(({ timestamp }) => timestamp >= first),
    map: wanted.flatMap((segment) => mapLocations(segment, seed))
      .filter(({ timestamp }) => timestamp >= first),
    visits: findVisits(segments, seed)
      .filter(({ departure_date }) => Date.parse(departure_date) > from),
  };
}

/**
 * Returns a visit for each uninterrupted stay in contiguous segments. The start of the first and
 * the end of the last are unknown.
 */
function findVisits(
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
      arrival_date: i === 0 || isUnknown(place, start, seed) ? UNKNOWN_ARRIVAL : toIso(start),
      departure_date: i === stays.length - 1 ? UNKNOWN_DEPARTURE : toIso(end),
    }];
  });
}

function isUnknown(place: PlaceName, start: number, seed: number): boolean {
  return place === "home" && new Random(seed, "visit unknown", start).chance(UNKNOWN);
}

/**
 * Returns a map provider's samples of a segment, with the source "Maps": fewer and less accurate
 * than those from the device, without altitude, speed and course. A third of the stretches has no
 * samples.
 */
function mapLocations(segment: Segment, seed: number): SampleMapUpdate[] {
  const random = new Random(seed, "map", segment.start);
  if (random.chance(0.3)) return [];
  const step = segment.gait === "still" ? STEP.still : STEP.moving;
  const updates: SampleMapUpdate[] = [];
  for (let at = segment.start + step / 3; at < segment.end; at += step) {
    const instant = Math.round(at / 1000) * 1000;
    const measured = moveBy(
      positionAt(segment, instant),
      random.normal(0, 12),
      random.normal(0, 12),
    );
    updates.push({
      uuid: recordId(instant, random),
      timestamp: toIso(instant),
      latitude_degrees: round(measured.latitude, 6),
      longitude_degrees: round(measured.longitude, 6),
      altitude_meters: null,
      ellipsoidal_altitude_meters: null,
      horizontal_accuracy_meters: round(random.between(20, 80), 1),
      vertical_accuracy_meters: MISSING,
      speed: MISSING,
      speed_accuracy_meters: MISSING,
      course_heading_degrees: MISSING,
      course_heading_accuracy_degrees: MISSING,
      floor: null,
      source_is_simulated_by_software: false,
      source_is_produced_by_accessory: false,
      source: "Maps",
    });
  }
  return updates;
}
