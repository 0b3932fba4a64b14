import { type FrameLike, openFrame } from "./open.ts";

/** The names of the columns that hold numbers, in order; of records those with a number in any row. */
export function numberColumns(input: FrameLike): string[] {
  return openFrame(input, { action: "find columns of numbers" }).numberNames();
}
