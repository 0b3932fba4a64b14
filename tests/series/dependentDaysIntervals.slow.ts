import { assert } from "@std/assert";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { autoregression, dateAfter, normals } from "./simulated.ts";
import { rowsOf, statistics } from "./statistic.ts";

const RUNS = 200;

/** Returns the share of intervals that contain the true value. */
function share(n: number, holds: (normal: () => number) => boolean, runs = RUNS): number {
  const normal = normals(n);
  let held = 0;
  for (let run = 0; run < runs; run++) if (holds(normal)) held++;
  return held / runs;
}

for (const [n, phi, rho] of [[30, 0.6, 0], [60, 0.6, 0.5], [90, 0.8, 0], [90, 0, 0.3]] as const) {
  Deno.test(`95 % intervals of correlate() have the nominal coverage of ${rho} for ${n} days with autocorrelation ${phi}`, () => {
    const time = {
      type: "date",
      values: Int32Array.from({ length: n }, (_, i) => 19_000 + i),
    } as const;
    const held = (method: "pearson" | "spearman", dependent: boolean) =>
      share(n, (normal) => {
        const a = autoregression(n, phi, normal), rest = autoregression(n, phi, normal);
        const b = a.map((value, i) => rho * value + Math.sqrt(1 - rho * rho) * rest[i]!);
        const frame = toFrame({
          date: time,
          a: { type: "float64", values: a },
          b: { type: "float64", values: b },
        });
        // Spearman's rho of two normal columns is 6/pi asin(r/2) (Pearson 1907).
        const truth = method === "pearson" ? rho : 6 / Math.PI * Math.asin(rho / 2);
        const { low, high } = rowsOf(correlate(frame, { method, dependent }))[0]!;
        return low === null || (low as number) <= truth && truth <= (high as number);
      }, n === 30 ? 600 : RUNS);
    for (const method of n === 60 ? ["pearson", "spearman"] as const : ["pearson"] as const) {
      const found = held(method, true);
      assert(found > 0.915 && found < 0.985, `${method}: ${found}`);
    }
    const plain = held("pearson", false);
    assert(phi === 0 ? plain > 0.92 : plain < 0.9, `of independent rows ${plain}`);
  });
}

/** Days in the second group. */
const DESIGNS: Readonly<Record<string, (day: number, n: number, normal: () => number) => boolean>> =
  {
    "two periods": (day, n) => day >= n / 2,
    "weekends": (day) => day % 7 > 4,
    "days as they come": (_day, _n, normal) => normal() > 0.25,
  };

for (const [design, isSecond] of Object.entries(DESIGNS)) {
  Deno.test(`95 % intervals of compare() have the nominal coverage for ${design} with autocorrelation 0.5`, () => {
    const n = 56, truth = 0.7;
    const held = (dependent: boolean) =>
      share(n, (normal) => {
        const noise = autoregression(n, 0.5, normal);
        const group = Array.from(noise, (_, day) => isSecond(day, n, normal));
        const days = Array.from(noise, (value, day) => ({
          date: dateAfter(day),
          y: value + (group[day] ? truth : 0),
          group: group[day]!,
        }));
        const found = statistics(
          compare(days, { condition: "group", y: "y", dependent, resamples: 199 }),
        );
        return found["difference_low"]! <= truth && truth <= found["difference_high"]!;
      }, 800);
    const found = held(true);
    assert(found > 0.91 && found < 0.99, `${found}`);
    if (design === "two periods") assert(held(false) < 0.87, "of independent rows");
  });
}

Deno.test("compare() of 28 with 28 days finds at least 0.8 of the effects that a t test with the known effective n finds", () => {
  // A shift of 1.35 gives that test a power of 0.8 at an autocorrelation of 0.5.
  const found = share(28, (normal) => {
    const days = Array.from(autoregression(56, 0.5, normal), (value, day) => ({
      date: dateAfter(day),
      y: value + (day < 28 ? 0 : 1.35),
      group: day < 28 ? "a" : "b",
    }));
    return statistics(compare(days, { condition: "group", y: "y" }))["p"]! < 0.05;
  }, 400);
  assert(found > 0.57, `${found}, where 0.64 less three standard errors is 0.57`);
});

Deno.test("among twenty unrelated pairs, few corrected tables have a finding", () => {
  const normal = normals(7), names = ["a", "b", "c", "d", "e", "f", "g"];
  let plain = 0, corrected = 0;
  for (let run = 0; run < 100; run++) {
    const frame = toFrame({
      date: { type: "date", values: Int32Array.from({ length: 60 }, (_, i) => i) },
      ...Object.fromEntries(names.map((name) => [
        name,
        { type: "float64", values: autoregression(60, 0.4, normal) },
      ])),
    });
    const rows = rowsOf(correlate(frame));
    if (rows.some(({ p }) => (p as number) < 0.05)) plain++;
    if (rows.some(({ p_adjusted }) => (p_adjusted as number) < 0.05)) corrected++;
  }
  assert(plain > 40, `${plain} of 100 without a correction`);
  assert(corrected < 12, `${corrected} of 100 with it`);
});
