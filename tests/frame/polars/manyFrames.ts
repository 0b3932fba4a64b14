// deno-lint-ignore-file no-console -- a program for weighFrame.slow.ts, which reads what it prints
/** Makes a hundred frames of 16 MB, one after the other, and prints the greatest memory in MB. */
import { float64Column } from "../../../src/frame/columns/columns.ts";
import { sortStable } from "../../../src/frame/polars/sortRows.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const base = toFrame({ value: float64Column(new Float64Array(2_000_000)) });
for (let i = 0; i < 100; i++) {
  sortStable(base, ["value"]);
  await new Promise((resolve) => setTimeout(resolve)); // Deno frees native objects between turns
}
const status = Deno.readTextFileSync("/proc/self/status");
console.log(Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024));
