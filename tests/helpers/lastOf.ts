/** Runs steps to their end, and returns the value that they end with. */
export function lastOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
