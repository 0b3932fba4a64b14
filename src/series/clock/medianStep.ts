import { int64Words, millisOf } from "./int64Words.ts";

/** How many steps are looked at: enough for a median, and no more for a million points. */
const SAMPLES = 10_000;

/**
 * The median of the steps between neighbours that differ, of steps taken evenly over all; 0 if there
 * are none.
 *
 * @param micros Instants in microseconds, ascending.
 * @returns the step in milliseconds.
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
