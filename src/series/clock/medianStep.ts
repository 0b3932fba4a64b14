import { int64Words, millisOf } from "./int64Words.ts";

/** Maximum number of steps for the median: it is exact enough, and quick for a million points. */
const SAMPLES = 10_000;

/**
 * Returns the median step between neighbours that differ, in milliseconds; 0 if there are no such
 * steps. Long columns are sampled evenly.
 *
 * @param micros Ascending instants in microseconds.
 */
export function medianStep(micros: BigInt64Array): number {
  const x = int64Words(micros);
  const stride = Math.max(1, Math.floor((micros.length - 1) / SAMPLES));
  const steps: number[] = [];
  for (let i = 1; i < micros.length; i += stride) {
    const step = millisOf(x, i) - millisOf(x, i - 1);
    if (step > 0) steps.push(step);
  }
  return Float64Array.from(steps).sort()[steps.length >> 1] ?? 0;
}
