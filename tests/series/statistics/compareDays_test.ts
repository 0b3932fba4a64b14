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

Deno.test("compareDays() estimates autocorrelation jointly for the measures of a page", () => {
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

/** A calm first period without autocorrelation, and a noisy second one that drifts. */
function unlikePair(seed: number, days: number, phi: number, ratio: number): DayPair {
  const normal = normals(seed);
  let last = 0;
  const side = (from: number, keep: number, spread: number) => ({
    at: Int32Array.from({ length: days }, (_, i) => from + i),
    value: Float64Array.from({ length: days }, (_, i) => {
      last = i === 0 ? normal() : keep * last + Math.sqrt(1 - keep * keep) * normal();
      return spread * last;
    }),
    weekday: Uint8Array.from({ length: days }, (_, i) => (from + i) % 7 + 1),
  });
  return [side(0, 0, 1), side(days, phi, ratio)];
}

Deno.test("compareDays() does not mistake the drift of one period for a change", () => {
  const records = 150;
  for (const [phi, ratio] of [[0.95, 4], [0.95, 1], [0.8, 4]] as const) {
    const alarms = Array.from({ length: records }, (_, i) => unlikePair(i + 1, 90, phi, ratio))
      .filter((pair) => compareDays([pair])[0]!.found!.p < 0.05);
    assert(alarms.length <= 0.07 * records, `${alarms.length} of ${records} at ${phi} × ${ratio}`);
  }
});
