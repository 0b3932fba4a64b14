/**
 * Returns the time that this thread has run, in milliseconds, which does not depend on
 * other programs; elsewhere than on Linux, the clock's time.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
