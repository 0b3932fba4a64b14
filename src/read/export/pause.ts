/** How long a reader may hold the thread, in milliseconds. */
const LONGEST = 50;

/** Lets timers, signals and requests run where a reader has held the thread for long. */
export type Pause = () => Promise<void>;

/**
 * Returns a function for a reader to call in its loops.
 *
 * @param signal Ends the reading: the function throws its reason.
 */
export function makePause(signal: AbortSignal | undefined): Pause {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < LONGEST) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    last = performance.now();
  };
}
