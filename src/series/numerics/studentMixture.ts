import { studentTail } from "./student.ts";

/** A weighted mixture of Student's t distributions around 0 with the same degrees of freedom. */
export interface StudentMixture {
  /** Degrees of freedom. */
  readonly freedom: number;
  /** Standard error of each part. */
  readonly scale: ArrayLike<number>;
  /** Weight of each part, in any unit. */
  readonly weight: ArrayLike<number>;
}

/** Parts whose scales differ by less than this factor are counted as one. */
const STEP = Math.log(1.03);

/** Returns the two-sided tail of a mixture as a function of the distance from 0. */
export function mixtureTail({ freedom, scale, weight }: StudentMixture): (at: number) => number {
  const bins = new Map<number, { weight: number; log: number }>();
  let total = 0;
  for (let i = 0; i < scale.length; i++) {
    const w = weight[i]!;
    if (w === 0) continue;
    const log = Math.log(scale[i]!), key = Math.round(log / STEP), bin = bins.get(key);
    if (bin === undefined) bins.set(key, { weight: w, log: w * log });
    else {
      bin.weight += w;
      bin.log += w * log;
    }
    total += w;
  }
  const parts = [...bins.values()].filter((bin) => bin.weight > 1e-9 * total)
    .map((bin) => ({ share: bin.weight / total, scale: Math.exp(bin.log / bin.weight) }));
  return (at) => {
    let sum = 0;
    for (const part of parts) sum += part.share * studentTail(at / part.scale, freedom);
    return Math.min(1, sum);
  };
}

/**
 * Returns the distance from 0 at which a falling tail has the given value; NaN if the search cannot
 * start.
 */
export function tailBound(tail: (at: number) => number, chance: number, start: number): number {
  if (!(start > 0 && start < Infinity)) return NaN;
  let low = 0, high = start, atLow = 1, atHigh = tail(high);
  while (atHigh === 0) atHigh = tail(high /= 2); // its logarithm has to be finite
  while (atHigh > chance) {
    low = high;
    atLow = atHigh;
    atHigh = tail(high *= 2);
  }
  // The Illinois variant of false position, on the logarithm of the tail.
  let fLow = Math.log(atLow / chance), fHigh = Math.log(atHigh / chance);
  for (let i = 0; i < 100 && high - low > 1e-10 * high; i++) {
    const next = (low * fHigh - high * fLow) / (fHigh - fLow);
    const f = Math.log(tail(next) / chance);
    if (f === 0) return next;
    if (f > 0) {
      low = next;
      fLow = f;
      fHigh /= 2;
    } else {
      high = next;
      fHigh = f;
      fLow /= 2;
    }
    if (Math.abs(f) < 1e-10) return next;
  }
  return (low + high) / 2;
}
