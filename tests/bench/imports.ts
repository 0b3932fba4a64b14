// What importing costs: the CPU time of a whole process that imports an entry, less that of an empty
// one, against nodejs-polars and Plot alone. The least of some rounds, taken in turn, so that what else
// the machine does counts little: deno run --allow-all tests/bench/imports.ts [ROUNDS]
import { report } from "./ratio.ts";

const root = new URL("../../", import.meta.url);
const rounds = Number(Deno.args[0] ?? 7);

/** The most that each entry may cost, in multiples of nodejs-polars and Plot; undefined: not agreed. */
const ENTRIES: Readonly<Record<string, number | undefined>> = {
  "src/time/range.ts": 1.1,
  "src/sleep/mod.ts": 1.1,
  "src/series/mod.ts": 1.1,
  "src/places/mod.ts": 1.1,
  "src/read/mod.ts": 1.1,
  "src/plot/mod.ts": 1.2,
  "src/app/mod.ts": 1.3,
  "mod.ts": 1.3,
};

/** The CPU time of a process that runs a line of code, in milliseconds. */
function cpu(code: string): number {
  const used = "const u = process.cpuUsage(); console.log(u.user + u.system)";
  const { success, stdout } = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-check",
      `--config=${new URL("deno.json", root).pathname}`,
      `${code};${used}`,
    ],
    cwd: root,
    stderr: "inherit",
  }).outputSync();
  if (!success) throw new Error(`Cannot run ${code}`);
  return Number(new TextDecoder().decode(stdout)) / 1000;
}

const code: Record<string, string> = {
  empty: "",
  bare: 'await import("nodejs-polars"); await import("@observablehq/plot")',
};
for (const entry of Object.keys(ENTRIES)) code[entry] = `await import("${new URL(entry, root)}")`;
const least: Record<string, number> = {};
for (let round = 0; round < rounds; round++) {
  for (const [name, line] of Object.entries(code)) {
    least[name] = Math.min(least[name] ?? Infinity, cpu(line));
  }
}
const floor = least["bare"]! - least["empty"]!;
for (const [entry, reach] of Object.entries(ENTRIES)) {
  report(`import of ${entry}, CPU`, { step: least[entry]! - least["empty"]!, floor }, reach);
}
