/** What a piece of work gives, done at most once: all who wait share it, and only a failure is forgotten. */
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
