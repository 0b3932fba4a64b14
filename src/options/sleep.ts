/** Waits, or returns early if the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(id);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const id = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done, { once: true });
  });
}
