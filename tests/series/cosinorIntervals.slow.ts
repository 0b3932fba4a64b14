import { assert, assertAlmostEquals } from "@std/assert";
import { cosinor, type CosinorErrors } from "../../src/series/cosinor.ts";
import { normals, valuesEvery } from "./simulated.ts";
import { statistics } from "./statistic.ts";

/** Returns how many intervals of simulated series contain the true value. */
function held(
  make: (noise: () => number) => ReturnType<typeof valuesEvery>,
  errors: CosinorErrors,
  runs: number,
): { mesor: number; amplitude: number; acrophase: number; p: number } {
  const hits = { mesor: 0, amplitude: 0, acrophase: 0, p: 0 }, noise = normals(11);
  const truth = { mesor: 100, amplitude: 30, acrophase: 15 };
  for (let run = 0; run < runs; run++) {
    const found = statistics(cosinor(make(noise), { tz: "UTC", errors }));
    for (const name of ["mesor", "amplitude", "acrophase"] as const) {
      const isIn = found[`${name}_low`]! <= truth[name] && truth[name] <= found[`${name}_high`]!;
      hits[name] += isIn ? 1 / runs : 0;
    }
    hits.p += found["p"]! <= 0.05 ? 1 / runs : 0;
  }
  return hits;
}

const curve = (hour: number): number => 100 + 30 * Math.cos(2 * Math.PI * (hour - 15) / 24);

Deno.test("cosinor() of independent values has 95 % coverage, for six values as for twelve", () => {
  for (const n of [6, 8, 12]) {
    const hits = held(
      (noise) =>
        valuesEvery(24 / n, Array.from({ length: n }, (_, i) => curve(24 * i / n) + 8 * noise())),
      "independent",
      2000,
    );
    for (const name of ["mesor", "amplitude", "acrophase"] as const) {
      assertAlmostEquals(hits[name], 0.95, 0.02, `${name} of ${n}`);
    }
  }
});

Deno.test("cosinor() of days has the nominal coverage for autocorrelated values", () => {
  const week = (noise: () => number) => {
    let rest = noise();
    const keep = Math.SQRT1_2; // errors halve in two hours
    return valuesEvery(
      1,
      Array.from({ length: 168 }, (_, i) => {
        rest = keep * rest + Math.sqrt(1 - keep * keep) * noise();
        return curve(i) + 30 * rest;
      }),
    );
  };
  const days = held(week, "days", 1000), single = held(week, "independent", 1000);
  for (const name of ["mesor", "amplitude", "acrophase"] as const) {
    assert(days[name] > 0.92 && days[name] < 0.97, `${name} ${days[name]}`);
    assert(single[name] < 0.75, `${name} ${single[name]}`);
  }
});

Deno.test("cosinor() of days finds a rhythm in 5 of 100 records of noise, whatever its autocorrelation", () => {
  const noiseOnly = (noise: () => number) => {
    let rest = noise();
    return valuesEvery(
      1,
      Array.from({ length: 10 * 24 }, () => rest = Math.SQRT1_2 * rest + Math.SQRT1_2 * noise()),
    );
  };
  assertAlmostEquals(held(noiseOnly, "days", 1000).p, 0.05, 0.025);
  assert(held(noiseOnly, "independent", 300).p > 0.2);
});

Deno.test("cosinor() covers the mesor even if days depend on earlier days", () => {
  const truth = (hours: number, phi: number, level: number) => (noise: () => number) => {
    let rest = noise(), day = noise();
    return valuesEvery(
      1,
      Array.from({ length: hours }, (_, i) => {
        rest = phi * rest + Math.sqrt(1 - phi * phi) * noise();
        if (i % 24 === 0) day = 0.5 * day + Math.sqrt(0.75) * noise();
        return curve(i) + 10 * rest + level * day;
      }),
    );
  };
  for (const [days, phi, level] of [[7, 0.97, 0], [14, 0.97, 0], [28, 0.5, 10]] as const) {
    const made = truth(24 * days, phi, level), name = `${days} days, ${phi}, ${level}`;
    const found = held(made, "dependent", 300);
    assert(found.mesor > 0.92, `${name}: ${found.mesor}`);
    assert(found.amplitude > 0.91 && found.acrophase > 0.9, name);
    assert(held(made, "days", 300).mesor < 0.9, `${name}: of independent days`);
  }
});
