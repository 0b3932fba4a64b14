/**
 * Lets everything else that waits run first, input and output included. Long work calls it between
 * slices of at most 100 ms, because SQLite and Polars hold the thread while they work.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
