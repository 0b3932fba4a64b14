/**
 * Lets everything else that waits run first, input and output included. Long work calls it between
 * slices of at most 100 ms, because SQLite and Polars hold the thread while they work. It is a timer
 * because `setImmediate` and message channels come round again before input does: a request waited
 * for 105 and 33 slices of them, and for one of these.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
