import type { Kernel } from "../kernel/kernel.ts";

/** Share of the limit above which the user gets a warning. */
const WARNING = 0.8;

/** Minimum limit, in MiB. */
const LEAST = 1024;

/** Returns V8's flags from the environment, or a limit of half of this machine's memory. */
export function memoryEnv(): Record<string, string> {
  const own = Deno.env.get("DENO_V8_FLAGS");
  if (own?.includes("max-old-space-size")) return {};
  const half = Math.floor(Deno.systemMemoryInfo().total / 2 / 2 ** 20);
  const limit = `--max-old-space-size=${Math.max(LEAST, half)}`;
  return { DENO_V8_FLAGS: own ? `${own},${limit}` : limit };
}

/** Expression that returns the size and the limit of the kernel's heap, in bytes. */
export const HEAP = `(({ used_heap_size: used, heap_size_limit: limit }) => ({ used, limit }))(
  (await import("node:v8")).getHeapStatistics())`;

/** A heap and its limit, in bytes. */
export interface Heap {
  readonly limit: number;
  readonly used: number;
}

/** Returns a warning if little of the heap is left. */
export function memoryWarning({ used, limit }: Heap): string | undefined {
  if (used < WARNING * limit) return undefined;
  return `Memory is nearly full: this kernel uses ${gigabytes(used)} of ${gigabytes(limit)}. ` +
    "When it is full, the kernel ends and all variables are lost. " +
    "Release what you no longer need (large = undefined), or restart the kernel.\n";
}

/** Returns why a kernel ended, if it ran out of memory. */
export function memoryFailure(kernel: Kernel, limit: number | undefined): string | undefined {
  if (!/heap out of memory|Out of memory|allocation failed/i.test(kernel.complaint)) {
    return undefined;
  }
  const size = limit === undefined ? "" : ` (${gigabytes(limit)})`;
  return `The kernel's memory was full${size}: it has ended, and all variables are lost. ` +
    "Work with fewer rows at once, or set DENO_V8_FLAGS=--max-old-space-size=MEGABYTES before you start Jupyter.";
}

/** Returns the memory of a process in bytes; `undefined` if the system does not report it. */
export function residentMemory(pid: number): number | undefined {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024 || undefined;
  } catch {
    return undefined; // only Linux has this file
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
