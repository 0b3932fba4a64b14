import { loadLate } from "../options/loadLate.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { samplePeople } from "./samplePeople.ts";
import { DEMO_OPTIONS, type DemoOptions, type DemoPeople } from "./demoOptions.ts";

/**
 * Two clients of one embedded service, to show how data is shared: `me`, the client that `demo()`
 * gives, and `friend`, another user, who reads nothing of mine before I share it. The friend's heart
 * rate, steps, other metrics and workouts of the last 60 days are made up, of another seed than mine;
 * the friend has no sleep, because the nights are those of one real person.
 *
 * Both clients' `now()` is noon after the last night of the sample, and their zone is the sample's,
 * Europe/Berlin. The real nights are CC BY 4.0, all else is made up.
 *
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the seed is not an integer or the days are not above 0
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
  const people = await samplePeople(options);
  const { ingestFriend } = await loadLate<typeof import("./sample/ingestFriend.ts")>(
    "./sample/ingestFriend.ts",
    import.meta,
  );
  const { units: _, ...sample } = options;
  await ingestFriend(people.friend, sample);
  return people;
}
