import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import { demo } from "./demo.ts";
import type { DemoPerson } from "./sample/demoPerson.ts";

/** Options of {@linkcode demoCohort}. */
export interface DemoCohortOptions {
  /** Number of people. @default 200 */
  people?: number;
  /** Number of nights of each person. @default 28 */
  nights?: number;
  /** Seed of everything that is random, an integer. @default 1 */
  seed?: number;
}

const ACTION = "make a sample cohort";

const OPTIONS = optionNames<DemoCohortOptions>()("people nights seed");

/** Maximum number of nights: the sample has about 505 days. */
const MOST_NIGHTS = 480;

/**
 * Creates a synthetic study for `writeCohort`: people from 20 to 80 years in eight zones, each with
 * sleep stages and a heart rate every half hour. Each person has the nights of the source `Wrist`
 * and the heart rate of `demo()`, at the same local times in their own zone. With age, nights
 * become shorter, earlier and more regular, deep sleep becomes light, and the heart rate varies
 * less. The results of such a study only reflect what this function puts in. They demonstrate a
 * method, and say nothing about sleep.
 *
 * @returns `person` from 1, `zone`, `about` (`age` in years, `group`) and `tables`: `stages`
 * (`start_time`, `end_time`, `sleep_stage` of the table `consumer`) and `heart_rate` (`time`,
 * `bpm`)
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if an option is not a whole number, there is no person, or there are more
 * than 480 nights
 *
 * @example Sleep of ten people
 * ```ts
 * import { cohort, demoCohort, sleep, writeCohort } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await writeCohort(folder, await demoCohort({ people: 10, nights: 3 }));
 * await using people = await cohort(folder);
 * const nights = await people.table("stages").perPerson(sleep.nightly).collect();
 * assertEquals(nights.getColumn("person").nUnique(), 10);
 * ```
 */
export async function demoCohort(options: DemoCohortOptions = {}): Promise<DemoPerson[]> {
  checkOptions(ACTION, options, OPTIONS);
  const { people = 200, nights = 28, seed = 1 } = options;
  checkCount("people", people, 100_000);
  checkCount("nights", nights, MOST_NIGHTS);
  const { demoPerson } = await loadLate<typeof import("./sample/demoPerson.ts")>(
    "./sample/demoPerson.ts",
    import.meta,
  );
  const me = await demo({ days: nights + 2, seed });
  const span = me.range.lastNights(nights);
  const stages = await me.stages(span, { sourcePriority: ["Wrist"] });
  const heart = await me.series("HeartRate", span, { every: "30m" });
  const original = {
    stages: stages.toRecords().map((row) => ({
      from: Number(row["start_time"]),
      to: Number(row["end_time"]),
      stage: Number(row["sleep_stage"]),
    })),
    beats: heart.toRecords().filter((row) => row["heart_rate"] !== null)
      .map((row) => ({ at: Number(row["time"]), rate: Number(row["heart_rate"]) })),
  };
  return Array.from({ length: people }, (_, i) => demoPerson(i + 1, original, seed));
}

function checkCount(name: string, value: unknown, most: number): void {
  if (Number.isInteger(value) && value as number >= 1 && value as number <= most) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${name} is ${value}, expected a whole number from 1 to ${most}`,
  );
}
