import { life } from "../life/life.ts";
import { locationUpdates, type SampleLocationUpdate } from "./locationUpdates.ts";
import { mapUpdates, type SampleMapUpdate } from "./mapUpdates.ts";
import { locationVisits, type SampleLocationVisit } from "./locationVisits.ts";
import { readOptions, type SampleOptions } from "../life/options.ts";
import { iso } from "../records/sampleRecord.ts";
import { stay } from "../life/segments.ts";

/** The location data of the sample, each list in order of time. */
export interface SampleLocation {
  /** Single samples, often on the way and seldom at a place. */
  readonly updates: SampleLocationUpdate[];
  /** What a map provider has of the same ways and places. */
  readonly map: SampleMapUpdate[];
  /** Unbroken times at one place. */
  readonly visits: SampleLocationVisit[];
}

/** The person stays nowhere for as many days. */
const LONGEST = 14;

/**
 * Makes the location data of the sample: updates and visits of a person who sleeps at home, walks and
 * runs in a park, rides to work, and now and then swims, lifts weights or rides out, all at invented coordinates. It agrees with the records of
 * `sampleRecords` of the same seed: who walks there is on the way here, who sleeps there is at home.
 *
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export function sampleLocation(options: SampleOptions = {}): SampleLocation {
  const { seed, from } = readOptions(options), { days = Infinity } = options;
  // A visit may have begun long before `from`.
  const { beds, awake, until } = life({ seed, days: days + LONGEST });
  const first = from < 0 ? "" : iso(from);
  const segments = [
    ...beds.map(({ start, end }) => stay("home", start, end)),
    ...awake.flatMap((day) => day.segments),
  ].sort((a, b) => a.start - b.start);
  const wanted = segments.filter(({ end }) => end > from);
  return {
    updates: wanted.flatMap((segment) => locationUpdates(segment, until, seed))
      .filter(({ timestamp }) => timestamp >= first),
    map: wanted.flatMap((segment) => mapUpdates(segment, seed))
      .filter(({ timestamp }) => timestamp >= first),
    visits: locationVisits(segments, seed)
      .filter(({ departure_date }) => Date.parse(departure_date) > from),
  };
}
