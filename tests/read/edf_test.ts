import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { assertRejects } from "@std/assert";
import { edfFile, HYPNOGRAM } from "./laboratoryFiles.ts";

const BYTES = edfFile(HYPNOGRAM);
const read = (bytes: Uint8Array<ArrayBuffer>) =>
  any(new File([bytes], "night.edf"), { tz: "Europe/Berlin" });

Deno.test("the hypnogram of an EDF+ file gives stages, its other annotations events", async () => {
  const { sleep, events, report } = await read(BYTES);
  const start = Date.parse("2024-03-30T23:00+01:00");
  assertEquals(
    sleep.toRecords().map((row) => [
      Number(row["sleep_stage"]),
      (Number(row["start_time"]) - start) / 1000,
      (Number(row["end_time"]) - start) / 1000,
    ]),
    [[2, 0, 30], [3, 30, 90], [5, 90, 120]],
  );
  assertEquals(
    events.toRecords().map((row) => [row["title"], (Number(row["start_time"]) - start) / 1000]),
    [["Lights off", 5], ["Arousal", 125.5], ["Apnea", 125.5]],
  );
  assertEquals(report.skipped, { "an epoch that was not scored (stage ?)": 1 });
});

Deno.test("a truncated EDF+ file keeps its complete records", async () => {
  const { sleep, report } = await read(BYTES.slice(0, BYTES.length - 130));
  assertEquals(sleep.height, 2);
  assertEquals(report.skipped["the file is cut short; the rest is missing"], 1);
  await assertRejects(() => read(BYTES.slice(0, 700)), TypeError, "cut short");
  const signals = BYTES.slice();
  signals.set(new TextEncoder().encode("EEG Oz         "), 256 + 16);
  await assertRejects(() => read(signals), TypeError, "no annotations");
  const claims = BYTES.slice();
  claims.set(new TextEncoder().encode("9999"), 252);
  await assertRejects(() => read(claims), TypeError, "number of signals does not fit");
});

Deno.test("bytes after the last record of an EDF+ file are not read as records, but reported", async () => {
  const longer = new Uint8Array(BYTES.length + 100_000);
  longer.set(BYTES);
  const [whole, { sleep, report }] = [await read(BYTES), await read(longer)];
  assertEquals(sleep.toRecords(), whole.sleep.toRecords());
  assertEquals(report.skipped, {
    ...whole.report.skipped,
    "bytes follow the last record": 1,
  });
});
