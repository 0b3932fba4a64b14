import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { elapsedMicros, type Length, shortLength, windowLength } from "../../src/time/length.ts";

const SECOND = 1_000_000n;

Deno.test("elapsedMicros() reads short, ISO 8601 and Temporal lengths alike", () => {
  for (
    const [micros, ...lengths] of [
      [5400n * SECOND, "90m", "1h30m", "PT90M", "PT1H30M", { minutes: 90 }],
      [86_400n * SECOND, "1d", "24h", "P1D", "PT24H", { days: 1 }],
      [250_000n, "250ms", "PT0.25S", { milliseconds: 250 }],
      [0n, "0m", "PT0S", {}],
      [90_000n * SECOND, "1d1h", "P1DT1H", { days: 1, hours: 1 }],
    ] as const
  ) {
    for (const length of lengths) {
      const given = typeof length === "string"
        ? length
        : Temporal.Duration.from({ seconds: 0, ...length });
      assertEquals(elapsedMicros(given, "gap"), micros, String(given));
    }
  }
});

Deno.test("windowLength() reads short, ISO 8601 and Temporal lengths alike", () => {
  for (
    const lengths of [
      ["1h30m", "PT1H30M", { hours: 1, minutes: 30 }],
      ["1d", "P1D", { days: 1 }],
      ["1w", "P1W", { weeks: 1 }],
      ["1mo", "P1M", { months: 1 }],
      ["1q", "P3M", { months: 3 }],
      ["1y", "P1Y", { years: 1 }],
      ["500ms", "PT0.5S", { milliseconds: 500 }],
    ] as const
  ) {
    const [short, ...others] = lengths;
    for (const other of others) {
      const given = typeof other === "string" ? other : Temporal.Duration.from(other);
      assertEquals(windowLength(given), windowLength(short), String(given));
    }
  }
});

Deno.test("windowLength() and elapsedMicros() agree on clock lengths in every format", () => {
  const count = fc.nat({ max: 100_000 });
  fc.assert(fc.property(
    fc.record({ hours: count, minutes: count, seconds: count, milliseconds: count }),
    (fields) => {
      const length = Temporal.Duration.from(fields);
      const micros = BigInt(length.total("milliseconds")) * 1000n;
      if (micros === 0n) return;
      for (const form of [length, length.toString(), shortLength(length)]) {
        assertEquals(elapsedMicros(form, "gap"), micros);
        assertEquals(windowLength(form), { kind: "clock", micros });
      }
    },
  ));
});

Deno.test("an invalid length is rejected with its option and two valid examples", () => {
  const refused: readonly [() => unknown, typeof Error, string][] = [
    [
      () => elapsedMicros("60 min", "gap"),
      RangeError,
      'Cannot read gap: "60 min" is not a length of time; write 30m or PT30M',
    ],
    [() => elapsedMicros("", "gap"), RangeError, 'Cannot read gap: ""'],
    [() => elapsedMicros("PT", "gap"), RangeError, 'Cannot read gap: "PT"'],
    [() => elapsedMicros("2w", "gap"), RangeError, "weeks, months and years have no fixed length"],
    [() => elapsedMicros("1mo", "gap"), RangeError, "weeks, months and years have no fixed length"],
    [() => elapsedMicros("-PT1S", "gap"), RangeError, "it is negative"],
    [
      () => elapsedMicros(60 as unknown as Length, "gap"),
      TypeError,
      'Cannot use gap: it is the number 60; write a length such as "30m" or "PT30M"',
    ],
    [() => windowLength("P1DT1H"), RangeError, "do not mix"],
    [() => windowLength("P1M1D"), RangeError, "do not mix"],
    [() => windowLength("PT0S"), RangeError, "it is zero"],
    [() => windowLength("-P1D"), RangeError, 'Cannot read window length "-P1D"'],
    [() => windowLength("hour"), RangeError, 'Cannot read window length "hour"'],
    [() => windowLength({} as Length), TypeError, "Cannot use window length"],
  ];
  for (const [read, error, message] of refused) assertThrows(read, error, message);
});

/** Rejects a call with an error of our own, which ends with a reason. */
function refuses(call: () => unknown, reason: RegExp): void {
  const { message } = assertThrows(call, RangeError);
  assertMatch(message, /^Cannot /);
  assertMatch(message, reason);
}

Deno.test("windows and spans of more than 9,999 years are rejected, and shorter ones are accepted", () => {
  for (
    const text of ["999999999999d", "99999999999999999999h", "300000y", "120000mo", "9999999w"]
  ) {
    refuses(() => windowLength(text), /longer than 9,999 years$/);
  }
  for (const text of ["99999999999999999999h", "PT99999999999H", "999999999999d"]) {
    refuses(() => elapsedMicros(text, "maxGap"), /^Cannot use maxGap .* longer than 9,999 years$/);
  }
  for (const text of ["9999y", "3600000d", "80000000h"]) windowLength(text);
});
