import { columnNames, frameHeight } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/** Bytes of a number or time; counting texts as they are would cost more than it saves. */
const CELL = 8;

/** Smaller frames, in bytes, are not worth a call to the system. */
const LIGHT = 1 << 20;

/** Memory that nothing touches, so that the system never provides it, for each living frame. */
const WEIGHTS = new WeakMap<Frame, ArrayBuffer>();

/**
 * Tells V8 the size of a frame that this library made. V8 does not see Polars' memory, and would
 * collect frames long after they are unreachable: a loop over frames of 16 MB grows to 3 GB, and
 * with this to 0.4 GB. Loops must also yield to the event loop, because Deno frees native objects
 * there.
 */
export function weighFrame(frame: Frame): Frame {
  const bytes = frameHeight(frame) * columnNames(frame).length * CELL;
  if (bytes < LIGHT || WEIGHTS.has(frame)) return frame;
  try { // a resizable buffer consists of whole pages of the system, which exist once they are used
    WEIGHTS.set(frame, new ArrayBuffer(bytes, { maxByteLength: bytes }));
  } catch {
    // Without address space, frames are collected later.
  }
  return frame;
}
