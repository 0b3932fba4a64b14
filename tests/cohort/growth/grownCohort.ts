import type { PersonData } from "../../../src/cohort/layout/cohortData.ts";
import { writeCohort } from "../../../src/cohort/writeCohort.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { madeHeartRate, madeStages, ZONES } from "../madeCohort.ts";

/** Data of each person. */
export interface Length {
  /** Nights of stages of two sources. */
  readonly nights: number;
  /** Days of readings, one every five minutes. */
  readonly days: number;
}

/** Adds a range of people to a cohort; the last number is exclusive. */
export async function growCohort(
  folder: string,
  from: number,
  to: number,
  length: Length,
): Promise<void> {
  await writeCohort(folder, made(from, to, length));
}

function* made(from: number, to: number, { nights, days }: Length): Generator<PersonData> {
  for (let person = from; person < to; person++) {
    yield {
      person,
      zone: ZONES[person % ZONES.length]!,
      tables: {
        stages: toFrame(madeStages(person, { people: to, nights })),
        heart_rate: toFrame(madeHeartRate(person, { people: to, nights: days })),
      },
    };
  }
}
