import { type Awake, awake } from "./awake.ts";
import { type Bed, beds } from "./beds.ts";
import { type Bout, bouts } from "./bouts.ts";
import { type Effort, efforts } from "./efforts.ts";
import { offWrist } from "./offWrist.ts";
import { readOptions, type SampleOptions } from "./options.ts";
import { type SampleNight, sampleNights } from "../nights/sampleNights.ts";
import { HOUR, type Span } from "./span.ts";

/** What happened, before anything measured it: every kind of sample record is drawn from it. */
export interface Life {
  readonly seed: number;
  /** Records that end before this moment (milliseconds UTC) are not wanted. */
  readonly from: number;
  /** Start of the first of all beds. */
  readonly start: number;
  /** The end of the last night: nothing happens after it. */
  readonly until: number;
  /** The real nights. */
  readonly nights: readonly SampleNight[];
  readonly beds: readonly Bed[];
  readonly awake: readonly Awake[];
  readonly offWrist: readonly Span[];
  readonly bouts: readonly Bout[];
  /** The workouts, those without the wrist tracker left out. */
  readonly efforts: readonly Effort[];
}

/**
 * Works out the life behind the sample.
 *
 * @throws {RangeError} if an option is out of range
 */
export function life(options: SampleOptions = {}): Life {
  const { seed, from } = readOptions(options);
  const nights = sampleNights();
  const until = nights.at(-1)!.end;
  const margin = from - 36 * HOUR; // so that what is wanted has its surroundings
  const inBed = beds(nights, seed);
  const days = awake(inBed, margin, until, seed);
  const off = offWrist(inBed, days, seed);
  return {
    seed,
    from,
    start: inBed[0]!.start,
    until,
    nights: nights.filter((night) => night.end > margin),
    beds: inBed.filter((bed) => bed.end > margin),
    awake: days,
    offWrist: off,
    bouts: days.flatMap((day) => bouts(day, seed)),
    efforts: efforts(days, off),
  };
}
