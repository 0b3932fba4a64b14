import { PACKED_NIGHTS } from "./packedNights.ts";
import { STAGE_LETTERS, STEP } from "./flatten.ts";

/** Sleep of the sample, with contiguous stages. */
export interface SampleNight {
  /** Start in milliseconds UTC. */
  readonly start: number;
  /** Exclusive end in milliseconds UTC. */
  readonly end: number;
  /** `true` if the vendor counts it as a nap. */
  readonly nap: boolean;
  /** Runs of one stage (table `consumer`, never 0), in order of time; milliseconds UTC. */
  readonly stages: readonly {
    readonly start: number;
    readonly end: number;
    readonly stage: number;
  }[];
}

/**
 * Returns the real nights of the sample in order of time: 526 sleeps of one person from November
 * 2023 to March 2025, 494 with stages and 32 with only asleep and awake.
 *
 * The data is by niplav, CC BY 4.0; see NOTICE.md in this folder.
 */
export function sampleNights(): SampleNight[] {
  return PACKED_NIGHTS.trim().split(/\s+/).map(unpack);
}

function unpack(packed: string): SampleNight {
  const start = Temporal.Instant.from(packed.slice(0, 16)).epochMilliseconds;
  const stages: SampleNight["stages"][number][] = [];
  let end = start;
  for (const [, letter = "", steps = ""] of packed.slice(17).matchAll(/([A-Z])([0-9a-z]+)/g)) {
    const stage = STAGE_LETTERS[letter];
    if (stage === undefined) throw new RangeError(`Cannot unpack a night: no stage ${letter}`);
    const from = end;
    end += parseInt(steps, 36) * STEP;
    stages.push({ start: from, end, stage });
  }
  return { start, end, nap: packed[16] === "~", stages };
}
