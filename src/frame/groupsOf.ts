import type { Groups } from "./columns/groups.ts";
import { type FrameLike, openFrame } from "./open.ts";

/** The groups of a frame; callers are to use the method of {@linkcode openFrame}. */
export function groupsOf(
  input: FrameLike,
  by: string | readonly string[] | undefined,
  action: string,
): Groups | undefined {
  return openFrame(input, { action }).groups(by);
}
