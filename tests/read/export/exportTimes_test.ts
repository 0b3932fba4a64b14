import { assertEquals } from "@std/assert";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { exportTimes } from "../../../src/read/export/exportTimes.ts";

/** Returns the instant in UTC that a text is read as in a zone, and its reported problem. */
async function read(text: string, tz: string | undefined) {
  const collector = new ExportCollector("test", {});
  const at = exportTimes(collector, tz).at(text);
  const { notes, skipped } = (await collector.collected({ seen: 1, read: 1 })).report;
  return { at: at === undefined ? undefined : new Date(at / 1000).toISOString(), notes, skipped };
}

function day(text: string, tz: string) {
  const { start, end } = exportTimes(new ExportCollector("test", {}), tz).day(text)!;
  return [new Date(start / 1000).toISOString(), (end - start) / 3_600_000_000];
}

Deno.test("a time with a zone is that instant; a time without one is read in the given zone", async () => {
  assertEquals((await read("2024-07-01T08:00:00.250Z", undefined)).at, "2024-07-01T08:00:00.250Z");
  assertEquals(
    (await read("2024-07-01 08:00:00+0000", "Asia/Tokyo")).at,
    "2024-07-01T08:00:00.000Z",
  );
  assertEquals((await read("2024-07-01T08:00", "Asia/Kathmandu")).at, "2024-07-01T02:15:00.000Z");
  const { at, skipped } = await read("2024-07-01T08:00", undefined);
  assertEquals([at, skipped], [undefined, { "its time has no zone; pass tz": 1 }]);
});

Deno.test("a repeated hour is the earlier one, a skipped hour keeps the previous offset, and both are reported", async () => {
  for (
    const [text, tz, instant, word] of [
      ["2024-10-27T02:30:00", "Europe/Berlin", "2024-10-27T00:30:00.000Z", "repeated"],
      ["2024-03-31T02:30:00", "Europe/Berlin", "2024-03-31T01:30:00.000Z", "skipped"],
      ["2024-04-07T01:45:00", "Australia/Lord_Howe", "2024-04-06T14:45:00.000Z", "repeated"],
      ["2024-10-06T02:15:00", "Australia/Lord_Howe", "2024-10-05T15:45:00.000Z", "skipped"],
      ["2018-11-04T00:30:00", "America/Sao_Paulo", "2018-11-04T03:30:00.000Z", "skipped"],
    ] as const
  ) {
    const { at, notes } = await read(text, tz);
    assertEquals([at, notes.length, notes[0]!.includes(word)], [instant, 1, true], text);
  }
  assertEquals((await read("2024-10-27T03:30:00", "Europe/Berlin")).notes, []);
});

Deno.test("a day starts with its first instant, even if midnight is skipped, and has its actual length", () => {
  assertEquals(day("2018-11-04", "America/Sao_Paulo"), ["2018-11-04T03:00:00.000Z", 23]);
  assertEquals(day("2024-04-26T00:00:00Z", "Africa/Cairo"), ["2024-04-25T22:00:00.000Z", 23]);
  assertEquals(day("2024-10-27", "Europe/Berlin"), ["2024-10-26T22:00:00.000Z", 25]);
  assertEquals(day("2024-04-07", "Australia/Lord_Howe"), ["2024-04-06T13:00:00.000Z", 24.5]);
});

Deno.test("a number of seconds or milliseconds since 1970 is a time in every zone", async () => {
  for (
    const [text, at] of [
      ["1590629820", "2020-05-28T01:37:00.000Z"],
      ["1590629820123", "2020-05-28T01:37:00.123Z"],
      ["1590629820.5", "2020-05-28T01:37:00.500Z"],
    ] as const
  ) {
    assertEquals(await read(text, undefined), { at, notes: [], skipped: {} }, text);
    assertEquals((await read(text, "Asia/Tokyo")).at, at, text);
  }
  for (const text of ["159062982", "15906298201", "-1590629820"]) {
    assertEquals((await read(text, "UTC")).skipped, { "its time cannot be read": 1 }, text);
  }
});

Deno.test("an invalid time is skipped and reported", async () => {
  for (
    const text of ["", "yesterday", "2024-02-30T08:00", "2024-07-01T25:00", "2024-07-01T08:00Zulu"]
  ) {
    assertEquals(
      (await read(text, "Europe/Berlin")).skipped,
      { "its time cannot be read": 1 },
      text,
    );
  }
});
