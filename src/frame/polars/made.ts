import type { Frame } from "./frame.ts";

/** What shows itself as a table: a frame, or records. */
export type Shown = Frame | readonly object[];

let dress: ((shown: Shown) => void) | undefined;

/**
 * Says what is done with each frame and each list of records that this toolkit gives to a caller:
 * `show` puts its table on it, so that it shows itself well in a notebook. Without that, frames show
 * themselves as Polars does, and records as the console does.
 */
export function whenMade(how: (shown: Shown) => void): void {
  dress = how;
}

/** A frame, or records, as given to a caller. */
export function made<T extends Shown>(shown: T): T {
  dress?.(shown);
  return shown;
}
