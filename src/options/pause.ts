/** Time in milliseconds after which a reader pauses, at its next step; its turns stay below 50 ms. */
const LONGEST = 12;

/** Lets timers, signals and requests run after a reader has blocked the thread for long. */
export type Pause = () => Promise<void>;

/**
 * Returns a function for a reader to call in its loops.
 *
 * @param signal Stops reading: the function throws its reason.
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

/** Runs steps with pauses in between, and returns what they end with. */
export async function inSteps<T>(steps: Generator<void, T, void>, pause: Pause): Promise<T> {
  for (;;) {
    await pause();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
