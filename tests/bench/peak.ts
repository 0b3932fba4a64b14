import type { Took } from "./step.ts";

/** Measures the additional peak memory of a process, in MB. */
export async function peak(work: () => unknown): Promise<Took> {
  (globalThis as { gc?: () => void }).gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { rss } = Deno.memoryUsage();
  if (Deno.build.os === "linux") Deno.writeTextFileSync("/proc/self/clear_refs", "5");
  await work();
  const line = Deno.build.os === "linux"
    ? /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"))![1]!
    : `${Deno.memoryUsage().rss / 1024}`;
  return { took: Number(line) / 1024 - rss / 2 ** 20 };
}
