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

/** Milliseconds of `work` on the machine for which the bounds of tests were chosen. */
const USUAL = 20;

/**
 * Returns the factor by which this thread is slower, at the moment, than on the machine for which
 * the bounds of tests were chosen; 1 if it is faster. A bound in milliseconds times this factor
 * holds on any machine.
 */
export function slowness(): number {
  return Math.max(1, Math.min(work(), work(), work()) / USUAL);
}

/** Writes, parses and sorts 50,000 records. Returns the time of this thread in milliseconds. */
function work(): number {
  const rows = Array.from(
    { length: 50_000 },
    (_, i) => ({ at: i * 7919 % 50_021, id: `row ${i}` }),
  );
  const begun = threadTime();
  JSON.parse(JSON.stringify(rows)).sort((a: { at: number }, b: { at: number }) => a.at - b.at);
  return threadTime() - begun;
}
