/**
 * Awaits work, or throws an error after a number of seconds that says what it waited for. Without
 * it, a test that waits for a process or a connection would hang silently.
 */
export async function within<T>(seconds: number, what: string, work: PromiseLike<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Waited ${seconds} s for ${what}, in vain`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
