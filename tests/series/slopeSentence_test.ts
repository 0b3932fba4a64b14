import { assertEquals, assertMatch } from "@std/assert";
import { correlate } from "../../src/series/correlate.ts";
import { slopeSentence } from "../../src/series/slopeSentence.ts";
import { dateAfter, normals } from "./simulated.ts";
import { rowsOf } from "./statistic.ts";

const SLOPE = {
  a: "drink",
  b: "rem",
  lag: 1,
  every: "1d",
  slope: -12.2,
  slopeLow: -21,
  slopeHigh: -3.4,
  p: 0.01,
  units: { rem: "min" } as Record<string, string>,
  isFlag: false,
};

Deno.test("a slope reads as a sentence with its interval in units", () => {
  const text = (change: Partial<typeof SLOPE>) => slopeSentence({ ...SLOPE, ...change });
  assertEquals(text({}), "12 min less rem per drink, the day after (3.4 to 21 min less)");
  assertEquals(
    text({
      a: "steps",
      b: "deep_sleep",
      lag: 0,
      slope: 0.0012,
      slopeLow: 0.0003,
      slopeHigh: 0.0021,
      units: { deep_sleep: "min", steps: "count" },
    }),
    "1.2 min more deep sleep per 1,000 steps (0.3 to 2.1 min more)",
  );
  assertEquals(
    text({ a: "workout", lag: 2, units: { workout: "min" } }),
    "12 less rem per min of workout, 2 days later (3.4 to 21 less)",
  );
  assertEquals(
    text({
      a: "worked_out",
      isFlag: true,
      every: "1w",
      slope: 150.4,
      slopeLow: 3,
      slopeHigh: 1234.5,
    }),
    "150 min more rem with worked out, 1w later (3 to 1,235 min more)",
  );
  assertEquals(
    text({ slope: -12.2, slopeLow: -12.24, slopeHigh: -12.16 }),
    "12 min less rem per drink, the day after (12.16 to 12.24 min less)",
  );
});

Deno.test("a slope without a finding is not described", () => {
  assertEquals(slopeSentence({ ...SLOPE, p: 0.05 }), "no clear relation");
  assertEquals(slopeSentence({ ...SLOPE, slopeHigh: 1 }), "no clear relation");
  assertEquals(slopeSentence({ ...SLOPE, p: NaN }), "too few rows to tell");
});

Deno.test("correlate() only describes a slope that the corrected p value supports", () => {
  const normal = normals(12);
  const drinks = Array.from({ length: 90 }, () => Math.floor(3 * Math.abs(normal())));
  const days = drinks.map((drink, day) => ({
    date: dateAfter(day),
    drink,
    rem: 90 - 12 * (drinks[day - 1] ?? 0) + 8 * normal(),
    mood: normal(),
  }));
  const found = rowsOf(correlate(days, { x: ["drink"], y: ["rem", "mood"], lag: 1 }));
  assertMatch(
    String(found[0]!["finding"]),
    /^1[12] less rem per drink, the day after \(1\d to 1\d less\)$/,
  );
  assertEquals(found[1]!["finding"], "no clear relation");
  const ranks = rowsOf(correlate(days, { x: ["drink"], y: ["rem"], method: "spearman" }));
  assertEquals(ranks[0]!["finding"], null);
  const few = rowsOf(correlate(days.slice(0, 3), { x: ["drink"], y: ["rem"] }));
  assertEquals(few[0]!["finding"], "too few rows to tell");
});
