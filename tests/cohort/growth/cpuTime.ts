/** Ticks of the kernel's clock in a second, on every Linux that Deno runs on. */
const TICKS = 100;

/** Seconds that a process and those of its children that have ended have computed. */
export function cpuTime(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // after the name, which may hold anything
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number);
  return (utime! + stime! + cutime! + cstime!) / TICKS;
}
