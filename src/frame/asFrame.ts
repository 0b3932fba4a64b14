import { type FrameLike, openFrame } from "./open.ts";
import type { Row } from "./polars/rows.ts";
import type { Frame } from "./polars/frame.ts";

export type { FrameLike };

/** What {@linkcode openFrame} opens, as a frame. */
export function asFrame(input: FrameLike, action?: string): Frame {
  return openFrame(input, { action }).frame();
}

/** Records as they are, or a frame: what is read more than once is then made of Arrow only once. */
export function tableOf(input: FrameLike, action?: string): Frame | readonly Row[] {
  return Array.isArray(input) ? input as readonly Row[] : asFrame(input, action);
}
