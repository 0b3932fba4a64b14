import { frameShape } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Bytes of a number or time, also used for texts: measuring texts would cost more than it saves.
 */
const CELL = 8;

/** Minimum size in bytes: smaller frames are not worth a system call. */
const LIGHT = 1 << 20;

/** Memory for each living frame. Nothing touches it, so the system never allocates it. */
const WEIGHTS = new WeakMap<Frame, ArrayBuffer>();

/**
 * Reports the size of a frame that this library created to V8. V8 does not see Polars' memory, and
 * would collect frames long after they are unreachable: a loop over frames of 16 MB grows to 3 GB,
 * but only to 0.4 GB with this. Loops must also yield to the event loop, because Deno frees native
 * objects there.
 *
 * @param shape Number of rows and columns; asking a frame of many columns for it is slow.
 */
export function weighFrame(frame: Frame, { height, width } = frameShape(frame)): Frame {
  const bytes = height * width * CELL;
  if (bytes < LIGHT || WEIGHTS.has(frame)) return frame;
  try { // a resizable buffer consists of whole pages of the system, which exist once they are used
    WEIGHTS.set(frame, new ArrayBuffer(bytes, { maxByteLength: bytes }));
  } catch {
    // Without address space, frames are collected later.
  }
  return frame;
}
