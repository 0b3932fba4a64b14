import type { Source } from "../../tools/house/sources.ts";

/**
 * The test files that reach a file by imports, the nearest first: its own, then by the number of
 * imports between them.
 */
export function nearestTests(
  path: string,
  sources: readonly Source[],
): { readonly path: string; readonly distance: number }[] {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const target of source.imports) {
      importers.set(target, [...importers.get(target) ?? [], source.path]);
    }
  }
  const distances = new Map([[path, 0]]);
  for (const [at, distance] of distances) { // a Map yields what is added while it is walked
    for (const next of importers.get(at) ?? []) {
      if (next !== "mod.ts" && !distances.has(next)) distances.set(next, distance + 1);
    }
  }
  const own = path.replace(/^src\//, "tests/").replace(/\.ts$/, "_test.ts");
  const folder = `tests/${path.split("/")[1]}/`;
  const rank = (test: string): number => test === own ? -1 : test.startsWith(folder) ? 0 : 1;
  return [...distances].filter(([test]) => test.endsWith("_test.ts"))
    .map(([test, distance]) => ({ path: test, distance }))
    .sort((a, b) => rank(a.path) - rank(b.path) || a.distance - b.distance);
}
