import { inCell } from "../options/callSignal.ts";
import type { Me } from "./me.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import { DEMO_OPTIONS, type DemoOptions } from "./demoOptions.ts";

/**
 * Creates a client of the embedded service with sample data: no account, no port, nothing stored.
 * The nights are real (17 months of one person, CC BY 4.0). Heart rate, steps, workouts, places,
 * calendar and annotations are simulated to match them. For a second user, see `demoPeople()`.
 *
 * The client's `now()` is noon after the last night of the sample. Its zone is the sample's,
 * Europe/Berlin.
 *
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the seed is not an integer, or the days are not positive
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
  return await inCell(async () => {
    const { samplePeople } = await loadLate<typeof import("./samplePeople.ts")>(
      "./samplePeople.ts",
      import.meta,
    );
    return (await samplePeople(options)).me;
  });
}
