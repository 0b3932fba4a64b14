import { assert, assertEquals, assertRejects } from "@std/assert";
import { pack } from "../../tools/packNights.ts";
import { PACKED_NIGHTS } from "../../src/sample/nights/packedNights.ts";

const LOGS = await Deno.readTextFile(
  new URL("../fixtures/fitbit_sleep_logs.json", import.meta.url),
);

Deno.test("pack() converts the logs to the file in the repository", async () => {
  const committed = new Set(PACKED_NIGHTS.trim().split(/\s+/));
  const packed = (await pack(LOGS)).split(/\s+/);
  assertEquals(packed.length, 5);
  for (const night of packed) assert(committed.has(night), night.slice(0, 40));
  assertEquals(packed, packed.toSorted());
});

Deno.test("pack() writes the start in UTC, the kind and the runs in steps of 30 s", async () => {
  const data = [
    { dateTime: "2024-01-02T00:30:00.000", level: "light", seconds: 1200 },
    { dateTime: "2024-01-02T00:50:00.000", level: "deep", seconds: 60 },
  ];
  const shortData = [{ dateTime: "2024-01-02T00:31:00.000", level: "wake", seconds: 30 }];
  const log = { logId: 1, startTime: data[0]?.dateTime, isMainSleep: false };
  const text = await pack(JSON.stringify([{ ...log, levels: { data, shortData } }]));
  assertEquals(text, "20240101T233000Z~L2W1L11D2");
});

Deno.test("pack() rejects a log that does not fit its steps", async () => {
  const data = [{ dateTime: "2024-01-02T00:30:00.000", level: "light", seconds: 45 }];
  const log = {
    logId: 1,
    startTime: "2024-01-02T00:30:00.000",
    isMainSleep: true,
    levels: { data },
  };
  await assertRejects(
    () => pack(JSON.stringify([log])),
    RangeError,
    "not aligned to steps of 30 s",
  );
});

Deno.test("the encoded nights are small, and their file names the licence", async () => {
  assert(PACKED_NIGHTS.length < 120_000);
  const notice = await Deno.readTextFile(new URL("../../src/sample/NOTICE.md", import.meta.url));
  for (const word of ["niplav", "CC BY 4.0", "packedNights.ts"]) assert(notice.includes(word));
});
