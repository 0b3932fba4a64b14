import type { FrameLike } from "./readColumns.ts";
import { readNumbers } from "./readNumbers.ts";

/** Whether a column of numbers has any value. */
export function hasValues(frame: FrameLike, name: string): boolean {
  const [values] = readNumbers(frame, [name], "read the frame");
  return values!.some((value) => !Number.isNaN(value));
}
