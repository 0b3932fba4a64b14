/**
 * Lets all other pending work run first, including input and output. Long work calls it between
 * slices of at most 100 ms, because SQLite and Polars block the thread. It is a timer because
 * `setImmediate` and message channels run before pending input: with those, a request waited for
 * 105 and 33 slices, with a timer for one.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
