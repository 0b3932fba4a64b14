import type { Client } from "../client/client.ts";
import type { SampleOptions } from "../sample/options.ts";
import { sampleRecords } from "../sample/sampleRecords.ts";
import { sampleWorkouts } from "../sample/sampleWorkouts.ts";

/** The days that a friend has data of, at most. */
const DAYS = 60;

/**
 * Puts made-up data of another person into a service: heart rate, steps and the other metrics, and
 * workouts, of the last 60 days and of the seed after that of the sample. There is no sleep among
 * them, because the sample's nights are those of one real person.
 *
 * @returns the number of records by data type
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export async function ingestFriend(
  client: Client,
  { seed = 1, days = DAYS }: SampleOptions = {},
): Promise<Record<string, number>> {
  const options = { seed: seed + 1, days: Math.min(days, DAYS) };
  const counts: Record<string, number> = {};
  for (
    const { data_type, records } of [
      ...sampleRecords(options),
      { data_type: "MobileWorkout", records: sampleWorkouts(options) },
    ]
  ) {
    if (data_type === "SleepStage" || records.length === 0) continue;
    await client.ingest.records(data_type, records);
    counts[data_type] = (counts[data_type] ?? 0) + records.length;
  }
  return counts;
}
