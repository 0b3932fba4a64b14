import { type FrameLike, openFrame } from "./open.ts";

/** Columns of numbers by the names that a caller gave, NaN for null. */
export function readNumbers(
  frame: FrameLike,
  names: readonly string[],
  action: string,
): Float64Array[] {
  const data = openFrame(frame, { action });
  return names.map((name) => data.numbers(name));
}
