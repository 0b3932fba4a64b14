import { assertEquals, assertThrows } from "@std/assert";
import { durationMicros } from "../../src/time/length.ts";

Deno.test("durationMicros() reads elapsed time, days as 24 hours", () => {
  for (
    const [text, micros] of [
      ["PT2H", 7_200_000_000n],
      ["PT30S", 30_000_000n],
      ["PT1M0.25S", 60_250_000n],
      ["P1D", 86_400_000_000n],
      ["P1DT1H", 90_000_000_000n],
      ["PT0S", 0n],
      ["PT0.000001S", 1n],
      ["PT0.0000006S", 1n],
      ["PT0.0000004S", 0n],
    ] as const
  ) assertEquals(durationMicros(text), micros, text);
});

Deno.test("durationMicros() rejects an invalid duration with the name of the argument", () => {
  for (const text of ["2h", "", "PT", "T2H"]) {
    assertThrows(
      () => durationMicros(text, "piece"),
      RangeError,
      `Cannot read piece: ${JSON.stringify(text)} is not an ISO 8601 duration such as PT2H`,
    );
  }
  assertThrows(() => durationMicros("2h"), RangeError, "Cannot read duration");
});

Deno.test("durationMicros() rejects units without a fixed length", () => {
  for (const text of ["P1Y", "P1M", "P1W", "P1Y1D", "-P1W"]) {
    assertThrows(
      () => durationMicros(text, "slack"),
      RangeError,
      `Cannot use slack ${JSON.stringify(text)}: weeks, months and years have no fixed length`,
    );
  }
});

Deno.test("durationMicros() rejects negative durations", () => {
  assertThrows(
    () => durationMicros("-PT1S"),
    RangeError,
    'Cannot use duration "-PT1S": it is negative',
  );
});
