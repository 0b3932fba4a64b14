import { fileURLToPath } from "node:url";
import type { Step } from "../step.ts";

const ROOT = new URL("../../../", import.meta.url);
const BARE = 'import "nodejs-polars"; import "@observablehq/plot"';

/**
 * Returns the CPU time of a process that runs a line of code in a folder with its deno.json, in
 * milliseconds. The line imports statically, as scripts do: for `await import()`, Deno 2.9.6 checks
 * `node_modules` once for each import of a package below it.
 */
function cpu(code: string, folder = fileURLToPath(ROOT)): number {
  const used = "const u = process.cpuUsage(); console.log('@@' + (u.user + u.system))";
  const { success, stdout } = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-check",
      `--config=${folder}/deno.json`,
      `${code};${used}`,
    ],
    cwd: folder,
    stderr: "inherit",
  }).outputSync();
  if (!success) throw new Error(`Cannot run ${code}`);
  return Number(new TextDecoder().decode(stdout).split("@@")[1]) / 1000;
}

let empty: number | undefined;
/** Measures code, minus an empty process. */
function beyondEmpty(code: string, folder?: string): { took: number } {
  empty ??= Math.min(...[1, 2, 3, 4, 5].map(() => cpu("")));
  return { took: Math.max(0.1, cpu(code, folder) - empty) };
}

/** Creates the package for JSR in a separate folder. */
function packedFolder(): string {
  const folder = Deno.makeTempDirSync();
  const { success } = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "dev", "pack", "--jsr", "--out", folder],
    cwd: ROOT,
    stdout: "null",
    stderr: "inherit",
  }).outputSync();
  if (!success) throw new Error("Cannot measure the package: deno task dev pack failed");
  return folder;
}

const imported = (entry: string, reach: number): Step => ({
  name: `import of ${entry}, CPU of the process`,
  of: "process",
  sizes: [1, 1],
  reach,
  prepare: () => ({
    ours: () => beyondEmpty(`import "${new URL(entry, ROOT)}"`),
    floor: { name: "import of Polars and Plot", run: () => beyondEmpty(BARE) },
  }),
});

/** Measures an import of the published bundles, which take half a minute to build. */
const packedImport = (name: string, reach: number): Step => ({
  name: `import of the package ${name}, CPU of the process`,
  of: "process",
  sizes: [1, 1],
  reach,
  isLong: true,
  prepare: () => {
    const folder = packedFolder();
    return {
      close: () => Deno.removeSync(folder, { recursive: true }),
      ours: () => beyondEmpty(`import "${name}"`, folder),
      floor: { name: "import of Polars and Plot", run: () => beyondEmpty(BARE) },
    };
  },
});

const picture: Step = {
  name: "first picture of demo() at a second start, less 1 s",
  of: "process",
  sizes: [1, 1],
  reach: 1,
  prepare: () => {
    const wall = (code: string): number => {
      const { success } = new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", `--config=${new URL("deno.json", ROOT).pathname}`, code],
        cwd: ROOT,
        stdout: "null",
        stderr: "inherit",
      }).outputSync();
      if (!success) throw new Error(`Cannot run ${code}`);
      return 0;
    };
    const code = `
      const { demo, plot, range } = await import("${new URL("mod.ts", ROOT)}");
      const me = await demo();
      const nights = await me.api.sleep.stages(range.lastNights(30, me.tz, { until: me.now() }));
      await plot.sleepRaster(nights).svg();`;
    const timed = (code: string, less: number): { took: number } => {
      const begun = performance.now();
      wall(code);
      return { took: Math.max(1, performance.now() - begun - less) };
    };
    timed(code, 0); // the first start creates the sample
    return {
      ours: () => timed(code, 1000),
      floor: { name: "import of Polars and Plot", run: () => timed(BARE, 0) },
    };
  },
};

/** Steps for whole processes. */
export const steps: readonly Step[] = [
  imported("mod.ts", 1.3),
  imported("src/app/mod.ts", 1.3),
  ...["sleep", "series", "places", "read", "plot"].map((name) =>
    imported(`src/${name}/mod.ts`, 1.1)
  ),
  packedImport("@lifeframe/lifeframe", 1.3),
  ...["plot", "read", "sleep"].map((name) => packedImport(`@lifeframe/lifeframe/${name}`, 1.1)),
  picture,
];
