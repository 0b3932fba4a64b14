import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isoMicros, isoStamp } from "../../src/time/iso.ts";

Deno.test("isoMicros() formats as Temporal does, before and after 1970, in UTC and in zones", () => {
  const digits = fc.constantFrom(1n, 10n, 1_000n, 100_000n, 1_000_000n, 60_000_000n);
  fc.assert(fc.property(
    fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n }),
    digits,
    fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns"),
    (any, digit, tz) => {
      const at = any - any % digit;
      const local = new Temporal.ZonedDateTime(at * 1000n, tz);
      if (local.year < 1 || local.year > 9999) return;
      const expected = tz === "UTC"
        ? local.toInstant().toString()
        : local.toString({ timeZoneName: "never" });
      if (local.year > 1900) assertEquals(isoMicros(at, tz), expected);
      assertEquals(Temporal.Instant.from(isoMicros(at, tz)).epochNanoseconds, at * 1000n);
    },
  ));
});

Deno.test("isoMicros() writes as many decimals of the second as necessary", () => {
  for (
    const [micros, text] of [
      [0n, "1970-01-01T00:00:00Z"],
      [1n, "1970-01-01T00:00:00.000001Z"],
      [10n, "1970-01-01T00:00:00.00001Z"],
      [1_000n, "1970-01-01T00:00:00.001Z"],
      [100_000n, "1970-01-01T00:00:00.1Z"],
      [1_001_000n, "1970-01-01T00:00:01.001Z"],
      [20_000_010n, "1970-01-01T00:00:20.00001Z"],
      [-1n, "1969-12-31T23:59:59.999999Z"],
      [-1_000n, "1969-12-31T23:59:59.999Z"],
      [-1_001n, "1969-12-31T23:59:59.998999Z"],
    ] as const
  ) assertEquals(isoMicros(micros), text);
  assertEquals(isoMicros(500_000n, "Asia/Kolkata"), "1970-01-01T05:30:00.5+05:30");
});

Deno.test("isoStamp() writes times that sort as text, even for full seconds", () => {
  const second = 1_795_449_933_000_000n, steps = [-1_000n, -1n, 0n, 1n, 1_000n, 500_000n];
  const texts = steps.map((step) => isoStamp(second + step));
  assertEquals(texts.toSorted(), texts);
  assertEquals(isoStamp(0n), "1970-01-01T00:00:00.000000Z");
});
