import { assert, assertAlmostEquals } from "@std/assert";
import {
  compareDays,
  type ComparedDays,
  type DayPair,
} from "../../../src/series/statistics/compareDays.ts";
import { autoregression, normals, secondOrder, slowWithNoise } from "../simulated.ts";

/** Thirty days, then thirty more. */
function pairOf(seed: number, phi = 0, shift = 0): DayPair {
  return halvesOf(autoregression(60, phi, normals(seed)), shift);
}

function halvesOf(values: Float64Array, shift = 0): DayPair {
  const half = values.length / 2;
  const side = (from: number, level: number) => ({
    at: Int32Array.from({ length: half }, (_, i) => from + i),
    value: values.slice(from, from + half).map((one) => one + level),
    weekday: Uint8Array.from({ length: half }, (_, i) => (from + i) % 7 + 1),
  });
  return [side(0, 0), side(half, shift)];
}

Deno.test("compareDays() mistakes a slow state that is measured with noise for a change in at most 9 of 100 half years", () => {
  const normal = normals(3);
  let alarms = 0;
  for (let record = 0; record < 100; record++) {
    const [compared] = compareDays([halvesOf(slowWithNoise(180, 0.9, normal))]);
    if (compared!.found!.p < 0.05) alarms++;
  }
  assert(alarms <= 9, `${alarms} of 100`); // autoregressions without noise: 36 of 100
});

Deno.test("compareDays() mistakes days that depend on the day before yesterday for a change in at most 7 of 100 months", () => {
  const normal = normals(2);
  let alarms = 0;
  for (let record = 0; record < 100; record++) {
    const [compared] = compareDays([halvesOf(secondOrder(56, [0.2, 0.5], normal))]);
    if (compared!.found!.p < 0.05) alarms++;
  }
  assert(alarms <= 7, `${alarms} of 100`); // noise that never turns: 17 of 100
});

const ALIKE = Array.from({ length: 11 }, () => 0.3);

/** Mean width of a measure's interval on a page, as a share of its width if it is compared by itself. */
function narrowed(phis: readonly number[], which = 0): number {
  const width = ({ found }: ComparedDays): number => found!.high - found!.low;
  const shares = [1, 2, 3].map((seed) => {
    const pairs = phis.map((phi, i) => pairOf(100 * seed + i, phi));
    const lone = compareDays([pairs[which]!], { confidence: 0.95 ** (1 / phis.length) })[0]!;
    return width(compareDays(pairs)[which]!) / width(lone);
  });
  return shares.reduce((sum, one) => sum + one, 0) / shares.length;
}

Deno.test("compareDays() learns from the other measures of a page that noise hides their drift", () => {
  const isMarked = ({ found }: ComparedDays): boolean => found!.low > 0 || found!.high < 0;
  const pages = Array.from(
    { length: 12 },
    (_, page) =>
      compareDays(ALIKE.map((_, i) => halvesOf(slowWithNoise(60, 0.9, normals(100 * page + i))))),
  );
  const marked = pages.filter((page) => page.some(isMarked)).length;
  assert(marked <= 4, `${marked} of 12 pages`); // autoregressions without noise: 3 of 4 pages
});

Deno.test("compareDays() estimates autocorrelation jointly for the measures of a page", () => {
  const share = narrowed(ALIKE);
  assert(share < 0.64, `${share} of the width of a lone measure`);
});

Deno.test("compareDays() does not mistake a measure that drifts for a calm one like the others on its page", () => {
  const share = narrowed(ALIKE.with(0, 0.95));
  assert(share > 1.05, `${share} of the width of a lone measure`);
});

Deno.test("compareDays() learns less from the other measures of a page the less alike they are", () => {
  const unlike = ALIKE.map((_, i) => 0.09 * i);
  const calm = narrowed(ALIKE.with(3, 0.27), 3), mixed = narrowed(unlike, 3);
  assert(mixed > 1.59 * calm, `${mixed} and ${calm} of the width of a lone measure`);
});

Deno.test("compareDays() gives all intervals of a page the confidence together, by Šidák's correction", () => {
  const pairs = (shift: number) => ALIKE.map((phi, i) => pairOf(i + 1, phi, i === 0 ? shift : 0));
  const { difference, high } = compareDays(pairs(0))[0]!.found!;
  const { low, p } = compareDays(pairs(high - 2 * difference))[0]!.found!;
  assertAlmostEquals(low, 0, 1e-9);
  assertAlmostEquals(p, 1 - 0.95 ** (1 / 11), 1e-9);
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
