import type { PersonData } from "../../../src/cohort/layout/cohortData.ts";
import { writeCohort } from "../../../src/cohort/writeCohort.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { madeHeartRate, madeStages, ZONES } from "../madeCohort.ts";

/** How many nights of stages each person has, and how many days of readings, one in five minutes. */
export const NIGHTS = 180, DAYS = 60;

/** Adds the people from one number to before another to a cohort. */
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
