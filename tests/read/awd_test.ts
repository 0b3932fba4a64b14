import { assert, assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { assertRejects } from "@std/assert";
import { AWD_FILE } from "./laboratoryFiles.ts";

const read = (text: string) => any(new File([text], "P01.AWD"), { tz: "Europe/Berlin" });

Deno.test("an .AWD file gives counts per epoch, markers, and skips only a damaged line", async () => {
  const { others, events, report } = await read(AWD_FILE);
  const counts = others["activity_counts"]!.toRecords();
  assertEquals(counts.map(({ value }) => value), [12, 0, 7, 3]);
  const start = Date.parse("2024-03-30T23:59+01:00");
  assertEquals(counts.map((row) => (Number(row["start_time"]) - start) / 1000), [0, 30, 60, 120]);
  assertEquals(Number(counts[0]!["end_time"]) - Number(counts[0]!["start_time"]), 30_000);
  assertEquals(Number(events.toRecords()[0]!["start_time"]), start + 30_000);
  assertEquals(report.skipped, { "its count is not a whole number": 1 });
  assertEquals(report.notes.some((note) => note.includes("30 s")), true);
});

Deno.test("an .AWD line of 200 characters is read, and a longer one is skipped", async () => {
  const line = (length: number) => `12${" ".repeat(length - 3)}M`;
  const ofLength = (length: number) => read(AWD_FILE.replace("\n12\n", `\n${line(length)}\n`));
  const { skipped } = (await ofLength(200)).report;
  assertEquals(skipped, { "its count is not a whole number": 1 });
  assertEquals((await ofLength(201)).report.skipped, {
    "it has more than 200 characters": 1,
    ...skipped,
  });
});

Deno.test("an .AWD file without an epoch is rejected, and one without a start is reported", async () => {
  await assertRejects(() => read(AWD_FILE.replace("\n2\n", "\nfast\n")), TypeError, "its epoch");
  const { report } = await read(AWD_FILE.replace("30-Mar-2024", "someday"));
  assertEquals(report.skipped, { "its time cannot be read": 1 });
});

Deno.test("an AWD file with a million empty lines before its last one is read within seconds", async () => {
  const lines = ["A", "01-Jan-2024", "00:00", "4", "30", "V1", "M", "12"];
  const file = new File([`${lines.join("\n")}${"\n".repeat(1_000_000)}x`], "long.awd");
  const begun = performance.now(), { report } = await any(file, { tz: "UTC" });
  assertEquals([report.read, report.skipped], [{ activity_counts: 1 }, {
    "its count is not a whole number": 1,
  }]);
  assert(performance.now() - begun < 30_000);
});
