import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cosineSums } from "../../../src/series/statistics/cosineSums.ts";

const MINUTE = 60e6, HOUR = 60 * MINUTE;

/** A sum that loses nothing to rounding but the last bit (Neumaier). */
function exactSum(numbers: Iterable<number>): number {
  let sum = 0, lost = 0;
  for (const one of numbers) {
    const next = sum + one;
    lost += Math.abs(sum) >= Math.abs(one) ? sum - next + one : one - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** The sums as their names say, value by value. */
function plainSums(at: Float64Array, y: Float64Array, period: number): Record<string, number> {
  const angle = Array.from(at, (one) => 2 * Math.PI * ((one - at[0]!) % period) / period);
  const c = angle.map(Math.cos), s = angle.map(Math.sin);
  return {
    c: exactSum(c),
    s: exactSum(s),
    yc: exactSum(c.map((one, i) => one * y[i]!)),
    ys: exactSum(s.map((one, i) => one * y[i]!)),
    cc: exactSum(c.map((one) => one * one)),
    cs: exactSum(c.map((one, i) => one * s[i]!)),
  };
}

/** Fails if sums differ from the direct sums by more than 1e-13 of their maximum. */
function assertSums(at: Float64Array, y: Float64Array, step: number, periods: number[]): void {
  const sums = cosineSums(at, y, { step, shortest: Math.min(...periods) });
  const most = at.length * Math.max(1, ...y.map(Math.abs));
  for (const period of periods) {
    const plain = plainSums(at, y, period);
    for (const [name, value] of Object.entries(sums.of(period))) {
      assertAlmostEquals(value / most, plain[name]! / most, 1e-13, `${name} of ${period}`);
    }
  }
}

Deno.test("sums of cosines equal direct sums for any spacing, gaps and periods", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1000, MINUTE, 5 * MINUTE + 7, HOUR),
      fc.integer({ min: -2e9, max: 2e9 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -999, max: 999 })), {
        minLength: 1,
        maxLength: 400,
      }),
      fc.array(fc.double({ min: 0.05, max: 400, noNaN: true }), { minLength: 1, maxLength: 5 }),
      fc.nat(399),
      (step, first, rows, hours, gap) => {
        let time = first * 1e6;
        const at = Float64Array.from(
          rows,
          ([steps], i) => time += steps * step + (i === gap ? 90 * HOUR : 0),
        );
        const y = Float64Array.from(rows, ([, value]) => value);
        assertSums(at, y, step, hours.map((hour) => hour * HOUR));
      },
    ),
  );
});

Deno.test("sums of cosines over months of minutes equal direct sums to the last digits", () => {
  const count = 100_000, value = (i: number): number => ((i * 7919) % 1000) / 1000 - 0.5;
  const even = Float64Array.from({ length: count }, (_, i) => 1.7e15 + i * MINUTE);
  const uneven = even.map((one, i) => one + ((i * 37) % 53) * 1e6 + (i > 40_000 ? 500 * HOUR : 0));
  for (const at of [even, uneven]) {
    assertSums(
      at,
      at.map((_, i) => value(i)),
      MINUTE,
      [16, 23.9, 24, 32].map((hour) => hour * HOUR),
    );
  }
});

Deno.test("sums of many values take a number of steps per period that depends on the quarters, not the values", () => {
  const steps = (count: number): number => {
    const at = Float64Array.from({ length: count }, (_, i) => i * 240 * HOUR / count);
    return cosineSums(at, at, { step: 240 * HOUR / count, shortest: 16 * HOUR }).steps;
  };
  assertEquals(steps(100), 100);
  assertEquals(steps(1_000_000), steps(10_000));
  assert(steps(1_000_000) < 2000, "60 quarters of the shortest period, 18 polynomials each");
});
