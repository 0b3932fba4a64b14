import { type Power, UNKNOWN } from "./periodPower.ts";
import type { Values } from "../input/readValues.ts";

/** After so many steps by multiplication the cosine is computed again, or rounding would add up. */
const ANEW = 512;

/**
 * The generalised Lomb-Scargle periodogram: at each period the share of the variance that a cosine
 * with a mean explains. Where values follow each other at the usual step, the next cosine is a
 * rotation of the last.
 */
export function lombScargle(
  { at, value, step }: Pick<Values, "at" | "value" | "step">,
  periods: readonly number[],
  alpha: number,
): Power[] {
  const n = at.length;
  const mean = value.reduce((sum, y) => sum + y, 0) / n;
  const y = value.map((one) => one - mean);
  const squares = y.reduce((sum, one) => sum + one * one, 0);
  if (n < 4 || !(squares > mean * mean * n * 1e-24)) {
    return periods.map((period) => ({ period, ...UNKNOWN }));
  }
  const threshold = 1 - alpha ** (2 / (n - 3));
  return periods.map((period) => {
    const power = Math.min(1, Math.max(0, explainedShare(at, y, step, period) / squares));
    return { period, power, p: (1 - power) ** ((n - 3) / 2), threshold };
  });
}

/** The sum of squares that a cosine of a period explains, of values whose mean is 0. */
function explainedShare(at: Float64Array, y: Float64Array, step: number, period: number): number {
  const n = at.length, omega = 2 * Math.PI / period, first = at[0]!;
  const turnC = Math.cos(omega * step), turnS = Math.sin(omega * step);
  let c = 1, s = 0, C = 0, S = 0, YC = 0, YS = 0, CC = 0, CS = 0;
  for (let i = 0, left = 0; i < n; i++) {
    if (left-- > 0 && at[i]! - at[i - 1]! === step) {
      const turned = c * turnC - s * turnS;
      s = s * turnC + c * turnS;
      c = turned;
    } else {
      const angle = omega * ((at[i]! - first) % period);
      c = Math.cos(angle);
      s = Math.sin(angle);
      left = ANEW;
    }
    C += c;
    S += s;
    YC += y[i]! * c;
    YS += y[i]! * s;
    CC += c * c;
    CS += c * s;
  }
  const cc = CC - C * C / n, cs = CS - C * S / n, ss = n - CC - S * S / n;
  const determinant = cc * ss - cs * cs;
  return determinant > 1e-12 * n * n
    ? (ss * YC * YC + cc * YS * YS - 2 * cs * YC * YS) / determinant
    : 0;
}
