/**
 * What work gives, or after so many seconds an error that says what was waited for: a test that
 * waits for a process or a connection must not hang without a word.
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
