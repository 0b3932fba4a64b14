/** Time in milliseconds after which a reader pauses, at its next step; its turns stay below 50 ms. */
const LONGEST = 12;
/** Number of items between two checks of the clock; an item may have hundreds of values. */
const ITEMS = 16;

/** Lets timers, signals and requests run after a reader has blocked the thread for a long time. */
export interface Pause {
  (): Promise<void>;
  /** Counts an item of a loop; returns whether it is time to pause. */
  isDue(): boolean;
}

/**
 * Returns a function for a reader to call in its loops.
 *
 * @param signal Stops reading: the function throws its reason.
 */
export function makePause(signal: AbortSignal | undefined): Pause {
  let last = performance.now(), items = 0;
  const isOver = (): boolean => performance.now() - last >= LONGEST;
  const pause = async (): Promise<void> => {
    if (!isOver()) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    last = performance.now();
  };
  // The count continues across loops, so that many short lists pause like a long one.
  return Object.assign(pause, { isDue: () => ++items % ITEMS === 0 && isOver() });
}

/** Runs steps with pauses in between, and returns their result. */
export async function inSteps<T>(steps: Generator<void, T, void>, pause: Pause): Promise<T> {
  for (;;) {
    await pause();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
