import { assert, assertEquals } from "@std/assert";
import { compareDays, type DayPair } from "../../../src/series/statistics/compareDays.ts";
import { normals } from "../simulated.ts";

/** Thirty independent days, then thirty more. */
function calmPair(seed: number): DayPair {
  const normal = normals(seed);
  const side = (from: number) => ({
    at: Int32Array.from({ length: 30 }, (_, i) => from + i),
    value: Float64Array.from({ length: 30 }, normal),
    weekday: Uint8Array.from({ length: 30 }, (_, i) => (from + i) % 7 + 1),
  });
  return [side(0), side(30)];
}

Deno.test("compareDays() lets the measures of a page learn their autocorrelation from each other", () => {
  const pairs = Array.from({ length: 11 }, (_, seed) => calmPair(seed + 1));
  const together = compareDays(pairs), confidence = 1 - 0.05 / 11;
  const ratios = pairs.map((pair, i) => {
    const lone = compareDays([pair], { confidence })[0]!.found!, found = together[i]!.found!;
    assertEquals(found.difference, lone.difference);
    return (found.high - found.low) / (lone.high - lone.low);
  });
  const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
  assert(mean < 0.9, `${mean} of the width of a lone measure`);
});
