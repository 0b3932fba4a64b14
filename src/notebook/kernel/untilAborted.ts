/**
 * Waits for a promise until a signal aborts.
 *
 * @param promise Promise to wait for; its work continues after an abort.
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
