/** Ticks of the kernel's clock per second, on every Linux that Deno supports. */
const TICKS = 100;

/** Returns the CPU seconds of a process and of its children that have exited. */
export function cpuTime(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // after the name, which may contain anything
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number);
  return (utime! + stime! + cutime! + cstime!) / TICKS;
}
