import type { Field } from "./endpoint.ts";

/** Maximum number of seconds of a parameter: the span of the years 1 to 9999. */
export const MAX_SPAN = 315_537_897_600;

/** Describes how a value violates the bounds of its parameter. Returns `undefined` if it does not. */
export function boundsFault(
  { min, above, max, pattern }: Field,
  value: string | number,
): string | undefined {
  if (typeof value === "string") {
    return pattern === undefined || new RegExp(pattern).test(value)
      ? undefined
      : `does not match ${pattern}`;
  }
  if (min !== undefined && value < min) return `is below ${min}`;
  if (above !== undefined && value <= above) return `is not above ${above}`;
  return max !== undefined && value > max ? `is above ${max}` : undefined;
}
