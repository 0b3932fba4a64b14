import project from "../../deno.json" with { type: "json" };

/** The folder of the project. */
export const PROJECT = new URL("../../", import.meta.url);

/** Modules of the namespaces of `mod.ts`, by name. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  experiment: "src/experiment/mod.ts",
  places: "src/places/mod.ts",
  plot: "src/plot/mod.ts",
  range: "src/time/range.ts",
  read: "src/read/mod.ts",
  series: "src/series/mod.ts",
  show: "src/show/mod.ts",
  sleep: "src/sleep/mod.ts",
};

/** Entries that re-export another package. */
const PACKAGES: readonly string[] = ["./observable-plot", "./polars"];

/** Paths of the entries of this library, by their names in deno.json. */
export const OWN_ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(project.exports)
    .filter(([name]) => !PACKAGES.includes(name))
    .map(([name, path]) => [name, path.slice("./".length)]),
);
