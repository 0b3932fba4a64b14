import { assert, assertEquals } from "@std/assert";
import { clockSeason } from "../../../src/sleep/nights/nightOf.ts";
import { MAX_MICROS, MIN_MICROS } from "../../../src/time/instant.ts";

const micros = (text: string): bigint => Temporal.Instant.from(text).epochNanoseconds / 1000n;
const HOUR = 3_600_000_000n;

Deno.test("clockSeason() is the summer of 2024 in Berlin, to the microsecond", () => {
  const start = micros("2024-03-31T01:00Z"), end = micros("2024-10-27T01:00Z");
  for (const at of [start, start + 1n, micros("2024-06-15T12:00Z"), end - 1n]) {
    assertEquals(clockSeason(at, "Europe/Berlin"), { start, end, offset: 2n * HOUR });
  }
  assertEquals(clockSeason(end, "Europe/Berlin").start, end);
  assertEquals(clockSeason(end, "Europe/Berlin").offset, HOUR);
  assertEquals(clockSeason(start - 1n, "Europe/Berlin").end, start);
});

Deno.test("clockSeason() without offset changes covers all years", () => {
  assertEquals(clockSeason(0n, "UTC"), { start: MIN_MICROS, end: MAX_MICROS, offset: 0n });
});

Deno.test("clockSeason() supports half-hour offsets, and offsets west of Greenwich", () => {
  const lordHowe = clockSeason(micros("2024-07-01T00:00Z"), "Australia/Lord_Howe");
  assertEquals(lordHowe.offset, 21n * HOUR / 2n);
  assertEquals(
    clockSeason(micros("2024-01-01T00:00Z"), "America/St_Johns").offset,
    -7n * HOUR / 2n,
  );
});

Deno.test("clockSeason() has one offset inside, and another beyond each end", () => {
  for (const tz of ["Europe/Berlin", "Africa/Cairo", "Pacific/Apia", "Australia/Lord_Howe"]) {
    const { start, end, offset } = clockSeason(micros("2010-06-15T00:00Z"), tz);
    const of = (at: bigint): bigint =>
      BigInt(new Temporal.ZonedDateTime(at * 1000n, tz).offsetNanoseconds) / 1000n;
    assert([start, start + (end - start) / 2n, end - 1n].every((at) => of(at) === offset), tz);
    assert([start - 1n, end].every((at) => of(at) !== offset), tz);
  }
});
