import type { PersonData } from "../../../src/cohort/layout/cohortData.ts";
import { writeCohort } from "../../../src/cohort/writeCohort.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { madeHeartRate, madeStages, ZONES } from "../madeCohort.ts";

/** Number of nights of stages per person, and of days of readings, one every five minutes. */
export const NIGHTS = 180, DAYS = 60;

/** Adds a range of people to a cohort; the last number is exclusive. */
export async function growCohort(folder: string, from: number, to: number): Promise<void> {
  await writeCohort(folder, made(from, to));
}

function* made(from: number, to: number): Generator<PersonData> {
  for (let person = from; person < to; person++) {
    yield {
      person,
      zone: ZONES[person % ZONES.length]!,
      tables: {
        stages: toFrame(madeStages(person, { people: to, nights: NIGHTS })),
        heart_rate: toFrame(madeHeartRate(person, { people: to, nights: DAYS })),
      },
    };
  }
}
