/** Returns the part of a column that an orthonormal basis does not explain. */
export function without(column: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const rest = column.slice();
  removeFrom(rest, basis);
  return rest;
}

/** Removes the part of a column that an orthonormal basis explains, in place. */
export function removeFrom(rest: Float64Array, basis: readonly Float64Array[]): void {
  for (const one of basis) {
    const share = dot(rest, one);
    for (let i = 0; i < rest.length; i++) rest[i]! -= share * one[i]!;
  }
}

/** Scales a column to length 1. */
export function unit(column: Float64Array): Float64Array {
  const length = Math.sqrt(dot(column, column)), scaled = new Float64Array(column.length);
  for (let i = 0; i < scaled.length; i++) scaled[i] = column[i]! / length;
  return scaled;
}

/** Returns the sum of the products of two columns. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
