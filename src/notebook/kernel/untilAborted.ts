/**
 * Waits for a promise, but no longer than until a signal aborts.
 *
 * @param promise What is waited for; it goes on by itself after an abort.
 * @param signal Ends the wait.
 * @returns The promise's value.
 * @throws The promise's error, or the signal's reason.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
