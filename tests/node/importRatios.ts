const IMPORTS = {
  empty: [],
  bare: ["nodejs-polars", "@observablehq/plot"],
  whole: ["@lifeframe/lifeframe"],
  sleep: ["@lifeframe/lifeframe/sleep"],
};

/**
 * Measures the CPU time of processes that import everything or a namespace, minus a process without
 * imports, relative to an import of Polars and Plot. Takes the minimum of five alternating runs,
 * since other programs may run.
 *
 * @param run Runs a line of code and returns its output.
 */
export async function importRatios(
  run: (code: string) => Promise<string>,
): Promise<{ whole: number; sleep: number; text: string }> {
  const least = { empty: Infinity, bare: Infinity, whole: Infinity, sleep: Infinity };
  for (let round = 0; round < 5; round++) {
    for (const [name, packages] of Object.entries(IMPORTS)) {
      const imports = packages.map((one) => `await import("${one}");`).join(" ");
      const used = "const { user, system } = process.cpuUsage(); console.log(user + system)";
      const key = name as keyof typeof least;
      least[key] = Math.min(least[key], Number(await run(`${imports} ${used}`)));
    }
  }
  const [whole, sleep] = [least.whole, least.sleep].map((time) =>
    (time - least.empty) / (least.bare - least.empty)
  ) as [number, number];
  return { whole, sleep, text: `${whole.toFixed(2)}, /sleep ${sleep.toFixed(2)}` };
}
