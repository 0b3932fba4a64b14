import { type FrameLike, openFrame } from "./open.ts";

/** The name of the only column of numbers that a frame has, beside those that are set aside. */
export function onlyNumbers(input: FrameLike, aside: readonly string[], action: string): string {
  return openFrame(input, { action }).onlyNumberName(aside);
}
