import { assert, assertEquals } from "@std/assert";
import { ingestFile, local } from "@lifeframe/lifeframe";
import { zipped } from "../../read/export/exportFixture.ts";
import { EXPORT } from "../../read/whoopFiles.ts";

const tz = "America/Los_Angeles";
const range = { start_time: "2024-03-10", end_time: "2024-03-12" };

Deno.test("the totals of an export are the values of its nights in the store", async () => {
  await using me = await local({ tz });
  await ingestFile(me, await zipped(EXPORT));
  const nights = (await me.nightly(range)).toRecords();
  const names = ["TIB", "TST", "SE", "WASO", "light_min", "deep_min", "rem_min"];
  assertEquals(nights.map((night) => names.map((name) => night[name])), [
    [510, 460, 90, 50, 190, 120, 150],
    [471, 424, 90, 47, 214, 77, 133],
  ]);
  for (const { vendor, awakenings, reason } of nights) {
    assertEquals(vendor, [...names, "asleep_min"].join(", "));
    assertEquals(awakenings, null);
    assert(`${reason}`.includes("awakenings: wake is not recorded"), `${reason}`);
  }
  const days = (await me.daily({
    ...range,
    metrics: [],
    sleep: ["asleep", "efficiency", "deep", "rem", "awake", "awakenings"],
  })).toRecords();
  assertEquals(
    days.map((day) =>
      ["asleep", "efficiency", "deep", "rem", "awake", "awakenings"].map((name) => day[name])
    ),
    [[460, 90, 120, 150, 50, null], [424, 90, 77, 133, 47, null]],
  );
  const night = String(await me.lastNight({ date: "2024-03-10" }));
  assert(night.includes("7 h 40 min asleep") && night.includes("26 %"), night);
});

Deno.test("without the totals, nights without stages have no efficiency and no stages", async () => {
  await using me = await local({ tz });
  await ingestFile(me, await zipped(EXPORT), { own: false });
  for (const night of (await me.nightly(range)).toRecords()) {
    for (const name of ["SE", "WASO", "awakenings", "light_min", "deep_min", "rem_min"]) {
      assertEquals(night[name], null, name);
    }
    assert(Number(night["TST"]) > 400);
  }
});
