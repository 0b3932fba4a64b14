import { random } from "../../src/series/numerics/random.ts";

/** Numbers of a normal distribution (Box and Muller). */
export function normals(seed: number): () => number {
  const next = random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Days of which each keeps a share of the one before; their variance is 1. */
export function autoregression(n: number, phi: number, normal: () => number): Float64Array {
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    values[i] = i === 0 ? normal() : phi * values[i - 1]! + Math.sqrt(1 - phi * phi) * normal();
  }
  return values;
}

/** Values so many hours apart, from the first of 2024 on. */
export function valuesEvery(hours: number, y: readonly number[]): { time: Date; y: number }[] {
  return y.map((one, i) => ({
    time: new Date(Date.UTC(2024, 0, 1) + i * hours * 3_600_000),
    y: one,
  }));
}

/** The date that is so many days after the first of 2024. */
export function dateAfter(days: number): string {
  return Temporal.PlainDate.from("2024-01-01").add({ days }).toString();
}
