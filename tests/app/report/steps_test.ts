import { assertEquals } from "@std/assert";
import { range } from "../../../mod.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin";

Deno.test("a report shows each of its steps as a table, in order", async () => {
  await using me = await handMade({
    records: { SleepStage: [slept("Ring", "2025-01-02T00:00", "2025-01-02T07:00")] },
    now: "2025-01-05T12:00:00+01:00",
    tz: TZ,
  });
  const shown: string[] = [];
  await me.report(range.between("2025-01-02", "2025-01-03", TZ), {
    onStep: (table) => void shown.push(String(table)),
  });
  const titles = [
    "Raw sleep samples of all sources",
    "Sleep stages, sources merged here",
    "Sleep statistics of each night",
    "Heart rate every 5 minutes, as Arrow",
    "Heart rate by the hour, resampled here",
    "Steps per day, as Arrow",
    "Events",
  ];
  assertEquals(shown.map((text, i) => text.startsWith(titles[i]!) ? titles[i] : text), titles);
});
