import type { Client } from "../../client/client.ts";
import { simulateLife } from "../../sample/life/simulateLife.ts";
import type { SampleOptions } from "../../sample/life/options.ts";
import { sampleRecords } from "../../sample/records/sampleRecords.ts";
import { sampleWorkouts } from "../../sample/records/sampleWorkouts.ts";
import { putRecords } from "./putRecords.ts";

/** Maximum number of days with data of a friend. */
const DAYS = 60;

/**
 * Adds simulated data of another person to a service: heart rate, steps, the other metrics, and
 * workouts of the last 60 days. Its seed is the next one after the sample's. It has no sleep,
 * because the sample's nights belong to one real person.
 *
 * @returns the number of records by data type
 * @throws {RangeError} if the seed is not an integer, or the days are not positive
 */
export async function ingestFriend(
  client: Client,
  { seed = 1, days = DAYS }: SampleOptions = {},
): Promise<Record<string, number>> {
  const options = { seed: seed + 1, days: Math.min(days, DAYS) };
  const lived = simulateLife(options);
  const batches = [
    ...sampleRecords(options, lived),
    { data_type: "MobileWorkout", records: sampleWorkouts(options, lived) },
  ].filter(({ data_type, records }) => data_type !== "SleepStage" && records.length > 0);
  return await putRecords(client, batches, {
    action: "put the friend's sample data in",
  });
}
