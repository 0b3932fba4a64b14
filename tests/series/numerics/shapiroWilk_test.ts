import { assertAlmostEquals, assertEquals } from "@std/assert";
import { bootstrap } from "../../../src/series/numerics/bootstrap.ts";
import { normalQuantile, normalTail } from "../../../src/series/numerics/chiSquare.ts";
import { shapiroWilk } from "../../../src/series/numerics/shapiroWilk.ts";

const values = (n: number) =>
  Array.from({ length: n }, (_, i) => (((i + 1) * 7919 % 101) / 101) ** 2);

Deno.test("shapiroWilk() agrees with scipy 1.x for 3 to 100 values", () => {
  const expected: [number, number][] = [
    [3, 0.3470673225879698],
    [4, 0.7831152330251272],
    [5, 0.4682428822028517],
    [8, 0.11118382902389995],
    [11, 0.10692132693009693],
    [12, 0.0856111137383677],
    [30, 0.0051960737479367905],
    [100, 9.390245788563606e-7],
  ];
  for (const [n, p] of expected) assertAlmostEquals(shapiroWilk(values(n))! / p, 1, 2e-4, `${n}`);
  assertEquals([shapiroWilk([1, 2]), shapiroWilk([3, 3, 3])], [undefined, undefined]);
});

Deno.test("normalQuantile() inverts normalTail() and has the published quantiles", () => {
  assertAlmostEquals(normalQuantile(0.975), 1.959963984540054, 1e-10);
  assertAlmostEquals(normalQuantile(0.001), -3.090232306167813, 1e-10);
  for (const z of [-3, -1, 0, 0.5, 2.5]) {
    assertAlmostEquals(normalQuantile(1 - normalTail(z)), z, 1e-9);
  }
});

Deno.test("bootstrap() agrees with scipy's basic, percentile and BCa intervals of a mean", () => {
  const own = [-25, -60, 4, 7, -40.5, -30, 2, -26, -20.5, -75, -38.5, -25.5, 15.5, -45.5];
  const mean = (items: Uint32Array) => [items.reduce((sum, i) => sum + own[i]!, 0) / items.length];
  // scipy.stats.bootstrap of the same values with 200,000 resamples
  const expected = {
    basic: [-38.607, -12.25],
    percentile: [-38.893, -12.536],
    BCa: [-39.036, -12.679],
  } as const;
  for (const form of ["basic", "percentile", "BCa"] as const) {
    const settings = { form, resamples: 20_000, seed: 1, confidence: 0.95 };
    const [found] = bootstrap(own.length, mean, settings);
    assertAlmostEquals(found!.low, expected[form][0], 0.35, form);
    assertAlmostEquals(found!.high, expected[form][1], 0.35, form);
    assertEquals(bootstrap(own.length, mean, settings)[0], found, "the same seed");
  }
});
