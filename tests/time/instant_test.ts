import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { MAX_MICROS, MIN_MICROS, toMicros } from "../../src/time/instant.ts";
import { isoMicros } from "../../src/time/iso.ts";
import { zone } from "../../src/time/zone.ts";
import { durationMicros } from "../../src/time/length.ts";
import { toInterval } from "../../src/time/interval.ts";

Deno.test("toMicros() reads times in all accepted formats", () => {
  const noon = 1_706_097_600_000_000n; // 2024-01-24T12:00:00Z
  const forms = [
    "2024-01-24T12:00:00Z",
    "2024-01-24T12:00:00.000Z",
    "2024-01-24 12:00:00Z",
    "2024-01-24T04:00:00-08:00",
    "2024-01-24T12:00Z",
    "2024-01-24T13:00:00+01:00[Europe/Berlin]",
    new Date("2024-01-24T12:00:00Z"),
    Temporal.Instant.from("2024-01-24T12:00:00Z"),
    Temporal.ZonedDateTime.from("2024-01-24T13:00[Europe/Berlin]"),
  ];
  for (const form of forms) assertEquals(toMicros(form), noon, String(form));
  assertEquals(toMicros("2024-01-24T13:00", { tz: "Europe/Berlin" }), noon);
});

Deno.test("toMicros() rejects text without a zone unless tz is given", () => {
  assertThrows(() => toMicros("2024-01-24T12:00"), TypeError, "has no zone");
  assertThrows(() => toMicros("2024-01-24"), TypeError, "has no zone");
  assertEquals(toMicros("2024-01-24", { tz: "UTC" }), 1_706_054_400_000_000n);
});

Deno.test("toMicros() rejects a repeated or skipped local time, and says which of the two it is", () => {
  const tz = "Europe/Berlin";
  assertThrows(() => toMicros("2024-10-27T02:30", { tz }), RangeError, "happens twice");
  assertThrows(() => toMicros("2024-03-31T02:30", { tz }), RangeError, "does not exist");
});

Deno.test("toMicros() reads a date as the start of its day, even if the zone skips midnight", () => {
  assertEquals(
    isoMicros(toMicros("2018-11-04", { tz: "America/Sao_Paulo" })),
    "2018-11-04T03:00:00Z",
  );
});

Deno.test("toMicros() rejects invalid times, and times outside the years 1 to 9999", () => {
  assertThrows(() => toMicros(new Date(NaN)), RangeError, "invalid");
  assertThrows(() => toMicros("yesterday", { tz: "UTC" }), RangeError, '"yesterday"');
  assertThrows(() => toMicros(1706097600 as unknown as string), TypeError, "1706097600");
  assertThrows(() => toMicros("+010000-01-01T00:00Z"), RangeError, "9999");
  assertThrows(() => toMicros("-000001-01-01T00:00Z"), RangeError, "9999");
  assertEquals(toMicros("0001-01-01T00:00:00Z"), -62_135_596_800_000_000n);
});

Deno.test("toMicros() rounds nanoseconds down, before and after 1970", () => {
  assertEquals(toMicros("1970-01-01T00:00:00.0000019Z"), 1n);
  assertEquals(toMicros("1969-12-31T23:59:59.9999999Z"), -1n);
});

Deno.test("isoMicros() and toMicros() are inverse", () => {
  for (
    const us of [
      0n,
      1n,
      -1n,
      1_706_097_600_123_456n,
      1_706_097_600_120_000n,
      -62_135_596_800_000_000n,
    ]
  ) {
    assertEquals(toMicros(isoMicros(us)), us);
    assertEquals(toMicros(isoMicros(us, "Asia/Kathmandu")), us);
  }
  assertEquals(isoMicros(1_706_097_600_120_000n), "2024-01-24T12:00:00.12Z");
  assertEquals(isoMicros(1_706_097_600_000_000n), "2024-01-24T12:00:00Z");
});

Deno.test("zone() accepts exact IANA names and aliases, and rejects everything else", () => {
  for (const name of ["Europe/Berlin", "US/Eastern", "Asia/Calcutta", "UTC"]) {
    assertEquals(zone(name), name);
  }
  for (const name of ["europe/berlin", "+02:00", "Mars/Olympus", "", "utc"]) {
    assertThrows(() => zone(name), RangeError, JSON.stringify(name));
  }
  assertThrows(() => zone("Europe/Berln"), RangeError, 'did you mean "Europe/Berlin"?');
  assertThrows(() => zone(null as unknown as string), TypeError, "it is null, expected an IANA");
});

Deno.test("durationMicros() reads elapsed durations and rejects calendar durations", () => {
  assertEquals(durationMicros("PT2H"), 7_200_000_000n);
  assertEquals(durationMicros("PT0.5S"), 500_000n);
  for (const text of ["P1Y", "P1M", "P1W"]) {
    assertThrows(() => durationMicros(text), RangeError, "months and years have no fixed length");
  }
  for (const text of ["2h", "-PT1H", ""]) assertThrows(() => durationMicros(text), RangeError);
});

Deno.test("toInterval() rejects an end before its start", () => {
  assertThrows(
    () => toInterval({ start_time: "2024-01-02T00:00Z", end_time: "2024-01-01T00:00Z" }),
    RangeError,
    "before start_time",
  );
});

Deno.test("toMicros() and isoMicros() agree with Temporal in all years, to the microsecond", () => {
  const far = fc.bigInt({ min: MIN_MICROS, max: MAX_MICROS - 1n });
  const near = fc.bigInt({ min: 0n, max: 4_102_444_800n }).map((seconds) => seconds * 1_000_000n);
  fc.assert(
    fc.property(fc.oneof(far, near), (micros) => {
      const text = new Temporal.Instant(micros * 1000n).toString();
      assertEquals(isoMicros(micros), text);
      assertEquals(toMicros(text), micros);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("toMicros() accepts and rejects texts that end in Z as Temporal does", () => {
  const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, "0"));
  const part = fc.oneof({ weight: 20, arbitrary: two }, fc.constantFrom("0a", " 1", "-1"));
  const year = fc.constantFrom("0001", "0099", "0100", "1900", "2000", "2023", "2024", "9999");
  const rest = fc.constantFrom("", ".", ".1", ".123456", ".1234567", ",5");
  fc.assert(
    fc.property(year, part, part, part, part, part, rest, (y, mo, d, h, mi, s, rest) => {
      const text = `${y}-${mo}-${d}T${h}:${mi}:${s}${rest}Z`;
      const valueOf = (read: () => bigint): bigint | undefined => {
        try {
          return read();
        } catch {
          return undefined;
        }
      };
      const nanos = valueOf(() => Temporal.Instant.from(text).epochNanoseconds);
      const want = nanos === undefined
        ? undefined
        : (nanos - ((nanos % 1000n) + 1000n) % 1000n) / 1000n;
      assertEquals(valueOf(() => toMicros(text)), want);
    }),
    { numRuns: 5000 },
  );
});
