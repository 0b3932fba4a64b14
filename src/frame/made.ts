import type { Frame } from "./toFrame.ts";

let dress: ((frame: Frame) => void) | undefined;

/**
 * Says what is done with each frame that this toolkit gives to a caller: `show` puts its table on it,
 * so that it shows itself well in a notebook. Without that, frames show themselves as Polars does.
 */
export function whenMade(how: (frame: Frame) => void): void {
  dress = how;
}

/** A frame as it is given to a caller. */
export function made(frame: Frame): Frame {
  dress?.(frame);
  return frame;
}
