import { assert, assertEquals, assertRejects } from "@std/assert";
import { demoPeople, ForbiddenError, type Me } from "../../../mod.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

const { me, friend } = await demoPeople({ days: 4 });
const { userid } = await me.api.user.info();
const { userid: reader } = await friend.api.user.info();
const week = { days: 4 };

/** Questions about another user's records, by name. */
const QUESTIONS: Record<string, (who: Me, whose: { userid?: string }) => Promise<Frame>> = {
  samples: (who, whose) => who.samples("HeartRate", week, whose),
  series: (who, whose) => who.series("StepCount", week, { every: "1d", ...whose }),
  stages: (who, whose) => who.stages(week, { sourcePriority: ["Wrist"], ...whose }),
  workouts: (who, whose) => who.workouts(week, whose),
  nightly: (who, whose) => who.nightly(week, whose),
  daily: (who, whose) =>
    who.daily(week, { metrics: ["StepCount"], sleep: ["asleep"], workouts: true, ...whose }),
};

Deno.test("questions with userid are rejected until that user shares the data, then give the same answers", async () => {
  const refused = () => friend.samples("HeartRate", week, { userid });
  await assertRejects(refused, ForbiddenError);
  await me.api.shares.create({
    body: {
      datashare_name: "All",
      svc_user_name: "Kim",
      svc_data_types: ["HeartRate", "StepCount", "SleepStage", "MobileWorkout"],
      permissions: [{ allowed_svc_userid: reader }],
    },
  });
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const own = await ask(me, {}), shared = await ask(friend, { userid });
    assert(own.height > 0, name);
    assertEquals(shared.toRecords(), own.toRecords(), name);
  }
});

Deno.test("questions explain that svc_userid is the name in the interface", async () => {
  const asked = { svc_userid: userid } as never;
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const { message } = await assertRejects(() => ask(me, asked), TypeError);
    assert(message.includes('unknown option "svc_userid"'), name);
    assert(message.includes('did you mean "userid"'), message);
  }
});

Deno.test("questions reject a userid that is not a UUID in their own words", async () => {
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const { message } = await assertRejects(() => ask(me, { userid: "kim" }), TypeError);
    assert(message.includes('userid is the text "kim", expected a UUID'), message);
    assert(!message.includes("svc_"), name);
  }
  for (const wrong of ["kim", undefined, 5]) {
    const compared = () => me.compareWith(wrong as string, "StepCount", week);
    const { message } = await assertRejects(compared, TypeError);
    assert(!message.includes("svc_") && message.includes("expected a UUID"), message);
  }
});

Deno.test("compareWith() accepts windows in both formats of a duration", async () => {
  const compared = (every: string) =>
    me.compareWith(userid, "StepCount", week, { every: every as "1h" });
  assertEquals((await compared("PT24H")).height, 4);
  assertEquals((await compared("PT1H")).toRecords(), (await compared("1h")).toRecords());
  await assertRejects(() => compared("7x"), RangeError, 'Cannot read window length "7x"');
});
