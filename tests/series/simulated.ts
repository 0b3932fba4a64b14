import { random } from "../../src/series/numerics/random.ts";

/** Numbers of a normal distribution (Box and Muller). */
export function normals(seed: number): () => number {
  const next = random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Returns days of variance 1 with lag-1 autocorrelation `phi`. */
export function autoregression(n: number, phi: number, normal: () => number): Float64Array {
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    values[i] = i === 0 ? normal() : phi * values[i - 1]! + Math.sqrt(1 - phi * phi) * normal();
  }
  return values;
}

/** Returns days that depend on the day before, and on the day before that. */
export function secondOrder(
  n: number,
  [first, second]: readonly [number, number],
  normal: () => number,
): Float64Array {
  const values = new Float64Array(n + 200);
  for (let i = 2; i < values.length; i++) {
    values[i] = first * values[i - 1]! + second * values[i - 2]! + normal();
  }
  return values.slice(200);
}

/** Returns days of variance 1: a slow state, half and half with the independent noise of a measurement. */
export function slowWithNoise(n: number, phi: number, normal: () => number): Float64Array {
  return autoregression(n, phi, normal).map((slow) => Math.SQRT1_2 * (slow + normal()));
}

/** Returns values at a distance in hours, starting on the first day of 2024. */
export function valuesEvery(hours: number, y: readonly number[]): { time: Date; y: number }[] {
  return y.map((one, i) => ({
    time: new Date(Date.UTC(2024, 0, 1) + i * hours * 3_600_000),
    y: one,
  }));
}

/** Returns the date a number of days after the first day of 2024. */
export function dateAfter(days: number): string {
  return Temporal.PlainDate.from("2024-01-01").add({ days }).toString();
}
