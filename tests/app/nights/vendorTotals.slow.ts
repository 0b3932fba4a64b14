import { assert, assertEquals } from "@std/assert";
import { local } from "@lifeframe/lifeframe";
import { zipped } from "../../read/export/exportFixture.ts";
import { EXPORT } from "../../read/whoopFiles.ts";

const tz = "America/Los_Angeles";
const range = { start_time: "2024-03-10", end_time: "2024-03-12" };

Deno.test("the totals of an export are the values of its nights in the store", async () => {
  await using me = await local({ tz });
  await me.ingest(await zipped(EXPORT));
  const nights = (await me.nightly(range)).toRecords();
  const names = ["TIB", "TST", "SE", "WASO", "light_min", "deep_min", "rem_min"];
  assertEquals(nights.map((night) => names.map((name) => night[name])), [
    [510, 460, 90, 50, 190, 120, 150],
    [471, 424, 90, 47, 214, 77, 133],
  ]);
  for (const { vendor, awakenings, reason } of nights) {
    assertEquals(vendor, [...names, "unstaged"].join(", "));
    assertEquals(awakenings, null);
    assert(`${reason}`.includes("awakenings: wake is not recorded"), `${reason}`);
  }
  const days = (await me.daily(range, {
    metrics: [],
    sleep: ["asleep", "efficiency", "deep", "rem", "awake", "awakenings"],
  })).toRecords();
  assertEquals(
    days.map((day) =>
      ["asleep", "efficiency", "deep", "rem", "awake", "awakenings"].map((name) => day[name])
    ),
    [[460, 90, 120, 150, 50, null], [424, 90, 77, 133, 47, null]],
  );
  for (const { sleep_vendor, sleep_reason } of days) {
    assertEquals(sleep_vendor, "asleep, efficiency, deep, rem, awake");
    assertEquals(sleep_reason, "awakenings: wake is not recorded");
  }
  const night = String(await me.lastNight({ date: "2024-03-10" }));
  assert(night.includes("7 h 40 min asleep") && night.includes("26 %"), night);
  assert(night.includes("The vendor's totals of the night: Asleep, Efficiency, Core, Deep"), night);
  assert(night.includes("Unknown, since wake is not recorded: Awakenings."), night);
});

Deno.test("without the totals, nights without stages have no efficiency and no stages", async () => {
  await using me = await local({ tz });
  await me.ingest(await zipped(EXPORT), { own: false });
  for (const night of (await me.nightly(range)).toRecords()) {
    for (const name of ["SE", "WASO", "awakenings", "light_min", "deep_min", "rem_min"]) {
      assertEquals(night[name], null, name);
    }
    assert(Number(night["TST"]) > 400);
  }
});

/** Thirty nights of Whoop, with wake-up dates from 2 to 31 May. */
function monthOfWhoop(): File {
  const head = "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset," +
    "Asleep duration (min),In bed duration (min),Light sleep duration (min)," +
    "Deep (SWS) duration (min),REM duration (min),Awake duration (min),Sleep efficiency %,Nap";
  const first = Temporal.PlainDate.from("2024-05-01");
  const lines = Array.from({ length: 30 }, (_, i) => {
    const day = first.add({ days: i }), next = day.add({ days: 1 });
    return `${day} 23:10:00,${next} 22:50:00,UTC-07:00,${day} 23:10:00,${next} 06:43:00,` +
      "408,453,190,86,132,45,90,false";
  });
  return new File([`${[head, ...lines].join("\n")}\n`], "sleeps.csv");
}

for (const own of [true, false]) {
  Deno.test(`report and digest ${own ? "show the vendor's totals" : "omit unknown values"}`, async () => {
    const now = () => Temporal.Instant.from("2024-05-31T20:00Z");
    await using me = await local({ tz, now });
    await me.ingest(monthOfWhoop(), { own });
    const page = await me.report({ start_time: "2024-05-02", end_time: "2024-06-01" });
    const text = (await page.html()).replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, " ")
      .replace(/<[^>]+>/g, " ").replaceAll("&#39;", "'").replace(/\s+/g, " ");
    const digest = String(await me.digest());
    for (const spoken of [text, digest]) {
      assert(!/\b0 %|\b100 %/.test(spoken), spoken);
      assertEquals(/[Dd]eep sleep(?! \(the stages)/.test(spoken), own, spoken);
    }
    if (own) {
      assert(text.includes("21 % n 30 by the vendor's totals"), text);
      assertEquals(digest.match(/\(by the vendor's totals\)/g)?.length, 5, digest);
      assert(/You slept 6 h 48 min a night|asleep 6 h 48 min/.test(digest), digest);
      assert(text.includes("6 h 48 min n 30 by the vendor's totals"), text);
    } else {
      assert(text.includes("Deep sleep (the stages are not recorded)"), text);
      assert(text.includes("Sleep efficiency (wake is not recorded)"), text);
    }
  });
}
