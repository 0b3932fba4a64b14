import { type Column, float64Column } from "./columns.ts";

/** Returns numbers as a column, with null for null and NaN. */
export function nullable(
  values: readonly (number | null)[] | Float64Array,
): Extract<Column, { type: "float64" }> {
  if (values instanceof Float64Array && !hasNaN(values)) {
    return { type: "float64", values };
  }
  const isKnown = (value: number | null): value is number => value !== null && !Number.isNaN(value);
  const valid = Uint8Array.from(values as ArrayLike<number | null>, (v) => isKnown(v) ? 1 : 0);
  return float64Column(
    Float64Array.from(values as ArrayLike<number | null>, (v) => isKnown(v) ? v : 0),
    valid.includes(0) ? valid : undefined,
  ) as Extract<Column, { type: "float64" }>;
}

/** Returns whether at least one number is NaN. */
export function hasNaN(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) return true;
  return false;
}
