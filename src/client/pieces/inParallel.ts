export interface InParallelOptions {
  /** Maximum number of tasks at once. */
  readonly concurrency: number;
  /** Stops all tasks. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a task for each item, a few at a time, and returns the results in the items' order. The
 * first failure stops the others, waits for them, and is thrown.
 *
 * @throws the first task's error, or the signal's reason
 */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number, signal: AbortSignal) => Promise<R>,
  { concurrency, signal }: InParallelOptions,
): Promise<R[]> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const results = new Array<R>(items.length);
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !both.aborted) {
      const index = next++;
      try {
        results[index] = await work(items[index]!, index, both);
      } catch (error) {
        failures.push(error);
        stop.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
  return results;
}
