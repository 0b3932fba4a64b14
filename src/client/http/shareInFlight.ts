/**
 * Wraps work so that it runs at most once: all callers share its result, and only a failure is
 * forgotten.
 */
export function shareInFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  return () => {
    shared ??= work().catch((error) => {
      shared = undefined;
      throw error;
    });
    return shared;
  };
}
