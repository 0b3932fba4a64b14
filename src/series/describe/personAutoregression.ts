import { dot } from "../numerics/orthogonal.ts";
import { studentBound, studentTail } from "../numerics/student.ts";
import type { MixedFit, PersonValues } from "./mixedModel.ts";
import { whitening } from "../statistics/errorModels.ts";
import type { PersonProducts } from "./personLine.ts";
import { restrictedFit } from "./restrictedFit.ts";

/**
 * Fits a line to all people, in whom a value depends on the one before: as `gls` of R's nlme with
 * `corAR1` or `corCAR1` by person.
 *
 * @returns `undefined` if the model cannot be fitted, or a person has two values at the same `x`
 */
export function personAutoregression(
  people: readonly PersonValues[],
  confidence: number,
): MixedFit | undefined {
  if (people.length < 2) return undefined;
  const inOrder = people.map(({ x, y }) => {
    const order = Array.from(x.keys()).sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0));
    return { x: order.map((row) => x[row] ?? 0), y: order.map((row) => y[row] ?? 0) };
  });
  const gaps = inOrder.flatMap(({ x }) =>
    x.map((one, i) => i === 0 ? Infinity : one - (x[i - 1] ?? 0))
  );
  const step = mostCommon(gaps.filter((gap) => gap < Infinity));
  if (step === undefined || gaps.includes(0)) return undefined;
  const value = Float64Array.from(inOrder.flatMap(({ y }) => y));
  const steps = Float64Array.from(gaps, (gap) => gap / step);
  const ones = new Float64Array(value.length).fill(1);
  const predictor = Float64Array.from(inOrder.flatMap(({ x }) => x));
  const fit = restrictedFit({ gaps: steps, value }, [ones, predictor]);
  const [intercept, slope] = (fit?.coefficients ?? []).map(({ estimate, error }) => {
    const freedom = value.length - 2, half = studentBound(confidence, freedom) * error;
    return {
      value: estimate,
      error,
      freedom,
      low: estimate - half,
      high: estimate + half,
      p: studentTail(Math.abs(estimate / error), freedom),
    };
  });
  if (fit === undefined || intercept === undefined || slope === undefined) return undefined;
  return {
    intercept,
    slope,
    interceptDeviation: NaN,
    slopeDeviation: NaN,
    correlation: NaN,
    residual: fit.deviation,
    autocorrelation: fit.autocorrelation,
    deviance: NaN,
    people: productsOf(steps, [ones, predictor, value], fit.autocorrelation),
  };
}

/** Returns the products of each person. An infinite gap starts a person. */
function productsOf(
  gaps: Float64Array,
  columns: readonly [Float64Array, Float64Array, Float64Array],
  phi: number,
): PersonProducts[] {
  const { apply } = whitening(gaps, { phi, noise: 0, turn: 0 });
  const [one, x, y] = [apply(columns[0]), apply(columns[1]), apply(columns[2])];
  const starts = Array.from(gaps.keys()).filter((row) => gaps[row] === Infinity);
  return starts.map((from, i) => {
    const part = (column: Float64Array) => column.subarray(from, starts[i + 1]);
    const [a, b, c] = [part(one), part(x), part(y)];
    return { ones: dot(a, a), x: dot(a, b), xx: dot(b, b), y: dot(a, c), xy: dot(b, c) };
  });
}

function mostCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
