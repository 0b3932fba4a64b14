import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { phasesOf } from "../../../src/series/statistics/phases.ts";

const DAY = 86_400e6;

/**
 * Returns the maximum difference between the terms of each time and the cosine and sine of its
 * angle.
 */
function worstTerm(t: Float64Array, period: number): number {
  const phases = phasesOf(t, period, 5);
  let worst = 0;
  t.forEach((at, i) => {
    const row = phases.terms(phases.of?.[i] ?? i), angle = 2 * Math.PI * (at % period) / period;
    const wanted = [1, Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)];
    wanted.forEach((one, k) => worst = Math.max(worst, Math.abs(one - row[k]!)));
  });
  return worst;
}

Deno.test("phases of any times are the cosine and sine of their angles, looked up or not", () => {
  const period = fc.constantFrom(DAY, DAY / 2, 25.5 * 3600e6, 90_000_000);
  const step = fc.constantFrom(1, 1000, 30e6, 60e6, 61e6, 600e6);
  fc.assert(
    fc.property(
      period,
      step,
      fc.integer({ min: -4e9, max: 4e9 }),
      fc.array(fc.nat(3000), { minLength: 1, maxLength: 200 }),
      (period, step, first, times) => {
        const t = Float64Array.from(times, (time) => first * 1e6 + time * step);
        assertAlmostEquals(worstTerm(t, period), 0, 1e-9);
      },
    ),
  );
});

Deno.test("minutes of some days have as many phases as a day has minutes", () => {
  const t = Float64Array.from({ length: 5000 }, (_, i) => i * 60e6);
  const { count, of } = phasesOf(t, DAY, 3);
  assertEquals([count, of?.[1441]], [1440, 1]);
});

Deno.test("times without a common step each have a phase of their own", () => {
  const t = Float64Array.from({ length: 5000 }, (_, i) => i * 1_000_003);
  const { count, of } = phasesOf(t, DAY, 3);
  assertEquals([count, of], [5000, undefined]);
});
