import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { connect, demoPeople, range } from "../../mod.ts";

const TZ = "Europe/Berlin";
const { me, friend } = await demoPeople({ days: 60 });
const MONTH = range.between("2025-02-10", "2025-03-12", TZ);

const column = (frame: { toRecords(): object[] }, name: string): (number | null)[] =>
  frame.toRecords().map((row) => (row as Record<string, number | null>)[name] ?? null);

Deno.test("lastNight() agrees with the service's cycles", async () => {
  const night = await me.lastNight({ sourcePriority: ["Wrist"] });
  const facts = night.facts!;
  assertEquals([facts.night, facts.tz], ["2025-03-21", TZ]);
  const samples = await me.api.metrics.samples({
    metric: "SleepStage",
    start_time: facts.bedtime,
    end_time: facts.rise,
  });
  // A brute-force count, second by second: the wrist tracker if it has data, else the other source.
  // Within a source, time in bed ranks last, awake second to last, and then the later start wins.
  const spans = samples.toRecords() as unknown as {
    start_date: Date;
    end_date: Date;
    value: number;
    source: string;
  }[];
  const rank = (stage: number): number => stage === 0 ? 0 : stage === 2 ? 1 : 2;
  let asleep = 0;
  const step = 1000, end = facts.rise.epochMilliseconds;
  for (let at = facts.bedtime.epochMilliseconds; at < end; at += step) {
    const here = spans.filter((span) => +span.start_date <= at && at < +span.end_date);
    const wrist = here.filter(({ source }) => source === "Wrist");
    const [top] = (wrist.length > 0 ? wrist : here)
      .sort((a, b) => rank(b.value) - rank(a.value) || +b.start_date - +a.start_date);
    if (top !== undefined && top.value !== 0 && top.value !== 2) asleep += step;
  }
  const [tst] = column(facts.figures, "value");
  assertEquals(tst, asleep / 60_000);
  assertEquals(column(facts.figures, "nights")[0], 30);
});

Deno.test("lastNight() shows clock times in the given zone", async () => {
  const here = await me.lastNight(), there = await me.lastNight({ tz: "Asia/Tehran" });
  assertEquals(here.facts!.bedtime.epochMilliseconds, there.facts!.bedtime.epochMilliseconds);
  assert(there.summary.endsWith("Asia/Tehran"));
  const bed = (night: typeof here): number => column(night.facts!.figures, "value")[1]!;
  assertAlmostEquals((bed(there) - bed(here)) % 24, 2.5, 1e-6); // 3 h 30 min less 1 h
});

Deno.test("lastNight() displays itself, even for a night without sleep", async () => {
  const none = await me.lastNight({ date: "2010-01-01" });
  assertEquals([none.facts, String(none)], [
    null,
    "Night to 2010-01-01: no sleep is recorded, Europe/Berlin",
  ]);
  const after = await me.lastNight({ date: "2025-03-23" });
  assert(
    String(after).includes("the last one before it that has sleep is the night to 2025-03-21"),
  );
  assert((await none.html()).includes("no sleep is recorded"));
  const night = await me.lastNight();
  assert((await night.html()).includes("<svg"));
  assert(String(night).includes("Efficiency"));
});

Deno.test("daily() returns each local day's total or mean, and null without data", async () => {
  const days = await me.daily(MONTH, { metrics: ["StepCount", "HeartRate"] });
  assertEquals(days.shape, { height: 30, width: 4 });
  const samples = await me.api.metrics.samples({ metric: "StepCount", ...MONTH });
  const bySource = Map.groupBy(samples.toRecords(), ({ source }) => source);
  const sums = [...bySource.values()]
    .map((rows) => rows.reduce((sum, { value }) => sum + Number(value), 0));
  const found = column(days, "step_count").reduce<number>((sum, value) => sum + (value ?? 0), 0);
  // Two devices count the same steps, which are not summed.
  assert(found > 0.98 * Math.max(...sums) && found < 0.9 * (sums[0]! + sums[1]!), `${found}`);
  const before = await me.daily(range.day("2010-01-01", TZ), { metrics: ["StepCount"] });
  assertEquals(column(before, "step_count"), [null]);
});

Deno.test("totals() adds up days and computes percentiles", async () => {
  const steps = await me.totals("StepCount", MONTH);
  const values = column(steps.frame, "step_count").filter((value) => value !== null);
  assertEquals([steps.days, steps.measured, steps.unit.mean], [30, values.length, "steps"]);
  assertAlmostEquals(steps.total!, values.reduce((sum, value) => sum + value, 0), 1e-6);
  const sorted = values.toSorted((a, b) => a - b), at = 0.9 * (sorted.length - 1);
  const low = Math.floor(at);
  assertAlmostEquals(
    steps.percentile(90)!,
    sorted[low]! + (at - low) * (sorted[low + 1]! - sorted[low]!),
    1e-6,
  );
  assertThrows(() => steps.percentile(101), RangeError, "Cannot find percentile 101");
  assert((await steps.html()).includes("<svg"));
});

Deno.test("totals() of days without data is empty, not 0", async () => {
  const none = await me.totals("StepCount", range.month("2010-01", TZ));
  assertEquals([none.total, none.mean, none.percentile(50), none.measured], [null, null, null, 0]);
});

Deno.test("correlate() correlates the days of two metrics", async () => {
  const metrics = ["StepCount", "DistanceTraveledOnFoot"] as const;
  const [pair] = (await me.correlate(MONTH, { metrics })).toRecords();
  assertEquals([pair!["a"], pair!["b"], pair!["n"]], ["step_count", "distance_on_foot", 30]);
  assert(Number(pair!["r"]) > 0.9);
  await assertRejects(
    () => me.correlate(MONTH, { metrics: ["StepCount"] }),
    TypeError,
    "Cannot correlate step_count: expected at least two measures. Pass more of metrics, sleep, workouts or own.",
  );
});

Deno.test("workoutDays() has a row for each day, even without a workout", async () => {
  const days = await me.workoutDays(MONTH, { metrics: ["StepCount"] });
  const workouts = await me.api.workouts.list({ ...MONTH });
  const counts = column(days, "workouts");
  assertEquals(counts.length, 30);
  assert(counts.includes(0));
  assertEquals(counts.reduce<number>((sum, count) => sum + count!, 0), workouts.height);
  const minutes = column(days, "workout_min").reduce<number>((sum, value) => sum + value!, 0);
  const durations = column(workouts, "duration").reduce<number>((sum, value) => sum + value!, 0);
  assertAlmostEquals(minutes, durations / 60, 1e-6);
});

Deno.test("activities() totals the workouts of each kind", async () => {
  const kinds = await me.workouts(MONTH, { by: "activity" });
  const workouts = await me.api.workouts.list({ ...MONTH });
  const hours = column(kinds, "duration_h").reduce<number>((sum, value) => sum + value!, 0);
  const seconds = column(workouts, "duration").reduce<number>((sum, value) => sum + value!, 0);
  assertAlmostEquals(hours, seconds / 3600, 1e-9);
  const rows = kinds.toRecords();
  const walking = rows.find(({ activity }) => activity === "walking")!;
  const pace = Number(walking["duration_h"]) * 60 / Number(walking["distance_km"]);
  assert(pace > 8 && pace < 20, `${pace} minutes for a kilometre of walking`);
  const lifted = rows.find(({ activity }) => activity === "strength_training");
  assertEquals(lifted?.["distance_km"] ?? null, null);
});

Deno.test("compareWith() reads shared data, and names the person to ask for the rest", async () => {
  const { userid: mine } = await me.api.user.info(),
    { userid: theirs } = await friend.api.user.info();
  await assertRejects(
    () => friend.compareWith(mine, "StepCount", MONTH),
    Error,
    "ask them to share StepCount for this range",
  );
  await me.api.shares.create({
    body: {
      datashare_name: "Steps",
      svc_user_name: "Kim",
      svc_data_types: ["StepCount"],
      permissions: [{ allowed_svc_userid: theirs }],
    },
  });
  const both = await friend.compareWith(mine, "StepCount", MONTH);
  assertEquals(
    column(both, "theirs"),
    column(await me.daily(MONTH, { metrics: ["StepCount"] }), "step_count"),
  );
  const differences = column(both, "difference"), own = column(both, "mine");
  assert(differences.every((value, i) => own[i] !== null || value === null));
  // The sharing user sees the read shortly after, once the service has recorded it.
  const seen = { start_time: "2000-01-01T00:00Z", end_time: "3000-01-01T00:00Z" };
  while ((await me.api.shares.reads(seen)).length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

Deno.test("day() shows all available data, and reports a day without any", async () => {
  const day = await me.day("2025-03-20");
  const text = String(day);
  for (const part of ["Sleep until", "Metrics", "Workouts", "Calendar", "Events", "Places"]) {
    assert(text.includes(part), part);
  }
  const steps = day.facts.metrics.toRecords().find(({ metric }) => metric === "StepCount")!;
  const own = await me.daily(range.day("2025-03-20", TZ), { metrics: ["StepCount"] });
  assertEquals(steps["value"] as number, column(own, "step_count")[0]);
  assert((await day.html()).includes("<h2>Calendar</h2>"));
  const empty = await me.day("2010-01-01");
  assert(String(empty).includes("Nothing is known of this day."), String(empty));
});

Deno.test("questions need a zone, and say how to set it", async () => {
  const zoneless = connect({
    baseUrl: "http://localhost",
    token: "x",
    fetch: () => Response.json([]),
  });
  await assertRejects(() => zoneless.lastNight(), RangeError, 'pass tz: "Europe/Berlin"');
  await assertRejects(() => zoneless.day("2024-01-01"), RangeError, "days need a time zone");
  await assertRejects(() => me.day("2024-02-30"), RangeError, "2024-02-30");
  await assertRejects(
    () => me.daily(MONTH, { metrics: ["StepCount", "StepCount"] }),
    TypeError,
    "list each metric only once",
  );
});
