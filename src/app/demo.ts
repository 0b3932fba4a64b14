import { inCell } from "../options/callSignal.ts";
import type { Me } from "./me.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { samplePeople } from "./samplePeople.ts";
import { DEMO_OPTIONS, type DemoOptions } from "./demoOptions.ts";

/**
 * A client of the embedded service with sample data: no account, no port, nothing kept. Its nights
 * are real (17 months of one person's, CC BY 4.0); heart rate, steps, workouts, places, calendar and
 * annotations are made up to agree with them. `demoPeople()` gives a second user beside it.
 *
 * The client's `now()` is noon after the last night of the sample, and its zone is the sample's,
 * Europe/Berlin.
 *
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the seed is not an integer or the days are not above 0
 *
 * @example Last night
 * ```ts
 * import { demo } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 3 });
 * const night = await me.api.sleep.cycles(me.range.lastNights(1));
 * assertEquals(night.getColumn("number").toArray(), [0]);
 * ```
 */
export async function demo(options: DemoOptions = {}): Promise<Me> {
  checkOptions("make sample data", options, DEMO_OPTIONS);
  return (await inCell(() => samplePeople(options))).me;
}
