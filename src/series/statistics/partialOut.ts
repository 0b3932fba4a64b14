/** A column without the effects of others. */
export interface Residual {
  /** The residuals; `undefined` if the effects explain the whole column. */
  readonly values: Float64Array | undefined;
  /** Effects that were removed, as orthogonal columns of mean 0; effects that follow from others have no column. */
  readonly removed: readonly Float64Array[];
}

/** Share of a column's sum of squares below which nothing is left of it. */
const NOTHING = 1e-10;

/**
 * Returns the residuals of columns after a regression on effects and a constant, by orthogonal columns
 * (modified Gram-Schmidt).
 */
export function partialOut(
  columns: readonly Float64Array[],
  effects: readonly Float64Array[],
): Residual[] {
  const basis: Float64Array[] = [];
  for (const effect of effects) {
    const own = orthogonal(effect, basis);
    if (own !== undefined) basis.push(own);
  }
  return columns.map((column) => ({ values: orthogonal(column, basis), removed: basis }));
}

function orthogonal(
  column: Float64Array,
  basis: readonly Float64Array[],
): Float64Array | undefined {
  const mean = column.reduce((sum, one) => sum + one, 0) / column.length;
  const rest = column.map((one) => one - mean), before = product(rest, rest);
  for (const other of basis) {
    const share = product(rest, other) / product(other, other);
    for (let i = 0; i < rest.length; i++) rest[i]! -= share * other[i]!;
  }
  return product(rest, rest) > NOTHING * before ? rest : undefined;
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
