import { assertEquals } from "@std/assert";
import * as units from "../../src/time/units.ts";

Deno.test("each length of time agrees with Temporal", () => {
  const ends = {
    MS: "milliseconds",
    US: "microseconds",
    MICROS: "microseconds",
    SECONDS: "seconds",
  } as const;
  const { CLOCK_UNIT: _, ...lengths } = units; // a unit's name rather than a length
  for (const [name, value] of Object.entries(lengths)) {
    const [unit, end] = name.split("_") as [string, keyof typeof ends];
    const length = Temporal.Duration.from({ [`${unit.toLowerCase()}s`]: 1 });
    assertEquals(Number(value), length.total({ unit: ends[end] }), name);
    assertEquals(typeof value, end === "MICROS" ? "bigint" : "number", name);
  }
});
