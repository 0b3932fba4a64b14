import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Local, local } from "../../../mod.ts";

const STAGES = { asleep: 1, awake: 2, core: 3, deep: 4, rem: 5 } as const;

type Recorded = readonly [stage: keyof typeof STAGES, from: string, to: string, source?: string];

/** Returns a store with stages of nights in May 2024 (UTC), read at a time. */
async function withStages(now: string, recorded: readonly Recorded[]): Promise<Local> {
  const me = await local({ tz: "UTC", now: () => Temporal.Instant.from(`2024-05-${now}Z`) });
  await me.api.ingest.records(
    "SleepStage",
    recorded.map(([stage, from, to, source = "Watch"]) => ({
      start_time: `2024-05-${from}Z`,
      end_time: `2024-05-${to}Z`,
      value: STAGES[stage],
      unit: "stage",
      source,
    })),
  );
  return me;
}

Deno.test("a night whose sleep ended less than an hour ago is shown as unfinished, and does not count", async () => {
  const nights: Recorded[] = [1, 2, 3].map((day) => ["rem", `0${day}T00:00`, `0${day}T08:00`]);
  const going: Recorded = ["rem", "04T00:00", "04T03:00"];
  for (const [now, isOver] of [["04T03:59", false], ["04T04:01", true]] as const) {
    const me = await withStages(now, [...nights, going]);
    const last = await me.lastNight();
    assertEquals(last.facts!.mayGoOn, !isOver, now);
    assertEquals(last.summary.includes("3 h asleep so far"), !isOver, last.summary);
    const { sentences } = await me.digest({ nights: 4 });
    const mean = isOver ? "6 h 45 min (4 nights)" : "8 h (3 nights)";
    assertStringIncludes(sentences.join(" "), mean);
    const report = await me.report(me.range.lastDays(4, { until: "2024-05-05" }));
    const said = String(report.content.sections.at(-1)!.show[0]);
    assertEquals(said.includes("perhaps not over: Sat 4 May 2024"), !isOver, said);
    await me.close();
  }
});

Deno.test("a night states the part for which stages and wake are known", async () => {
  const me = await withStages("07T12:00", [
    ["asleep", "06T22:00", "07T03:00", "Phone"],
    ["core", "07T03:00", "07T04:00", "Watch"],
    ["awake", "07T04:00", "07T04:30", "Watch"],
    ["deep", "07T04:30", "07T06:00", "Watch"],
  ]);
  const night = await me.lastNight({ sourcePriority: ["Watch", "Phone"] });
  const figures = night.facts!.figures.toRecords();
  const coverage = Object.fromEntries(figures.map((row) => [row["name"], row["coverage"]]));
  // 3 of 8 hours are by a device that records wake and stages
  assertEquals([coverage["deep_pct"], coverage["SE"], coverage["TST"]], [0.375, 0.375, 1]);
  assertStringIncludes(
    String(night),
    "Known for 38 % of the night: Efficiency, Core, Deep, Awake after falling asleep, Awakenings.",
  );
  await me.close();
});

Deno.test("a day with only a nap says that it has one", async () => {
  const me = await withStages("08T20:00", [["core", "08T09:00", "08T09:40"]]);
  const night = await me.lastNight();
  assertEquals(
    night.summary,
    "Night to 2024-05-08: only 1 nap is recorded: 09:00 to 09:40, UTC",
  );
  assertEquals(night.reason.TST, "no main sleep is recorded");
  assertStringIncludes(String(await me.day("2024-05-08")), "not shown here: SleepStage.");
  assertStringIncludes(String(await me.day("2024-05-07")), "Nothing is known of this day.");
  await me.close();
});

Deno.test("a day names records that none of its parts shows", async () => {
  const me = await withStages("09T06:00", [["core", "08T22:00", "09T05:00"]]);
  const day = await me.day("2024-05-08");
  assertStringIncludes(String(day), "Recorded, but not shown here: SleepStage.");
  assertStringIncludes(await day.html(), "Recorded, but not shown here: SleepStage.");
  assert(!String(day).includes("Nothing is known"));
  await me.close();
});
