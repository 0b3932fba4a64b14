// The import of mod.ts against the bare import of nodejs-polars and Plot, each in a process of its
// own: deno run --allow-all tests/bench/imports.ts
import { medians, report } from "./ratio.ts";

const root = new URL("../../", import.meta.url);

/** Runs a line of code in a new process. */
function run(code: string): void {
  const { success } = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", `--config=${new URL("deno.json", root).pathname}`, code],
    cwd: root,
    stderr: "inherit",
  }).outputSync();
  if (!success) throw new Error(`Cannot run ${code}`);
}

const times = medians({
  mod: () => run('await import("@lifeframe/lifeframe")'),
  bare: () => run('await import("nodejs-polars"); await import("@observablehq/plot")'),
}, 5);
report("import of mod.ts", { step: times.mod!, floor: times.bare! }, 1.3);
