import { assertEquals, assertStringIncludes } from "@std/assert";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { JUPYTER_DISPLAY } from "../../../src/display/displayable.ts";

const NOON = Date.UTC(2024, 4, 1, 12) * 1000;

async function content() {
  const collector = new ExportCollector("fitbit", {});
  collector.startFile("Takeout/steps-2024.json");
  for (let i = 0; i < 1200; i++) {
    collector.sample("StepCount", { start: NOON + i, value: 1, unit: "steps", source: "A" });
  }
  for (let i = 0; i < 7; i++) collector.skip("its time cannot be read", `entry ${i}`, "<b>");
  for (let i = 0; i < 30; i++) collector.ignore(`readme${"x".repeat(i)}.txt`);
  collector.note("weights are read as pounds");
  return await collector.collected({ seen: 40, read: 1 });
}

Deno.test("an export shows what was read, skipped and why", async () => {
  const lines = Deno.inspect(await content()).split("\n");
  assertEquals(lines.slice(0, 11), [
    "fitbit: 1 of 40 files read",
    "read:",
    "  1,200  StepCount",
    "left out:",
    "  7  its time cannot be read",
    "the first of them:",
    "  steps-2024.json, entry 0: its time cannot be read: <b>",
    "  steps-2024.json, entry 1: its time cannot be read: <b>",
    "  steps-2024.json, entry 2: its time cannot be read: <b>",
    "  steps-2024.json, entry 3: its time cannot be read: <b>",
    "  steps-2024.json, entry 4: its time cannot be read: <b>",
  ]);
  assertEquals(lines.slice(-2), ["  and 10 more", "note: weights are read as pounds"]);
});

Deno.test("an export as a string is the same text", async () => {
  assertEquals(`${await content()}`, Deno.inspect(await content()));
  assertEquals(String((await content()).report), Deno.inspect(await content()));
});

Deno.test("a notebook escapes the markup of an export, and copies and comparisons ignore the display", async () => {
  const shown = (await content()).report as unknown as Record<symbol, () => Record<string, string>>;
  assertStringIncludes(shown[JUPYTER_DISPLAY]!()["text/html"]!, "&lt;b&gt;");
  const { report } = await content();
  assertEquals(report, JSON.parse(JSON.stringify(report)));
});

Deno.test("an export without readable data reports this", async () => {
  const text = Deno.inspect(await new ExportCollector("gpx", {}).collected({ seen: 1, read: 1 }));
  assertEquals(text, "gpx: 1 of 1 file read\nnothing in them that is read");
});
