import { loadLate } from "../options/loadLate.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { DEMO_OPTIONS, type DemoOptions, type DemoPeople } from "./demoOptions.ts";

/**
 * Creates two clients of one embedded service, to show how data is shared. `me` is the client that
 * `demo()` returns. `friend` is another user, who can read only what you share. The friend's heart
 * rate, steps, other metrics and workouts of the last 60 days are simulated with another seed. The
 * friend has no sleep, because the nights belong to one real person.
 *
 * Both clients' `now()` is noon after the last night of the sample. Their zone is the sample's,
 * Europe/Berlin. The real nights are CC BY 4.0, everything else is simulated.
 *
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the seed is not an integer, or the days are not positive
 *
 * @example A friend sees what is shared, and nothing else
 * ```ts
 * import { demoPeople, range } from "@lifeframe/lifeframe";
 * import { assert, assertRejects } from "@std/assert";
 *
 * const { me, friend } = await demoPeople({ days: 3 });
 * const { userid } = await friend.api.user.info();
 * const { userid: mine } = await me.api.user.info();
 * await me.api.shares.create({
 *   body: {
 *     datashare_name: "My sleep",
 *     svc_user_name: "Kim",
 *     svc_data_types: ["SleepStage"],
 *     permissions: [{ allowed_svc_userid: userid }],
 *   },
 * });
 * const night = { ...range.lastNights(1, "Europe/Berlin", { until: me.now() }), svc_userid: mine };
 * assert((await friend.api.sleep.cycles(night)).height > 0);
 * await assertRejects(() => friend.api.metrics.samples({ metric: "HeartRate", ...night }));
 * ```
 */
export async function demoPeople(options: DemoOptions = {}): Promise<DemoPeople> {
  checkOptions("make sample data", options, DEMO_OPTIONS);
  const [{ samplePeople }, { ingestFriend }] = await Promise.all([
    loadLate<typeof import("./samplePeople.ts")>("./samplePeople.ts", import.meta),
    loadLate<typeof import("./sample/ingestFriend.ts")>("./sample/ingestFriend.ts", import.meta),
  ]);
  const people = await samplePeople(options);
  const { units: _, ...sample } = options;
  await ingestFriend(people.friend, sample);
  return people;
}
