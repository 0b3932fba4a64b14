import type { Source } from "../../tools/house/sources.ts";

/**
 * Additional distance of a test that reaches a file through the package's main module, as it
 * reaches most files.
 */
const DOOR = 100;

/**
 * Returns the test files that reach a file by imports, nearest first: its own test, tests of its
 * room, tests of its folder, then by the number of imports between them.
 */
export function nearestTests(
  path: string,
  sources: readonly Pick<Source, "path" | "imports">[],
): { readonly path: string; readonly distance: number }[] {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const target of source.imports) {
      importers.set(target, [...importers.get(target) ?? [], source.path]);
    }
  }
  const distances = walk(path, importers, (next) => next !== "mod.ts");
  for (const [at, distance] of walk("mod.ts", importers, () => true)) {
    if (!distances.has(at)) distances.set(at, DOOR + distance);
  }
  const own = path.replace(/^src\//, "tests/").replace(/\.ts$/, "");
  const room = own.slice(0, own.lastIndexOf("/") + 1), folder = `tests/${path.split("/")[1]}/`;
  const rank = (test: string): number =>
    [`${own}_test.ts`, `${own}.slow.ts`, room, folder, ""].findIndex((start) =>
      test.startsWith(start)
    );
  return [...distances].filter(([test]) => /(?:_test|\.slow)\.ts$/.test(test))
    .map(([test, distance]) => ({ path: test, distance }))
    .sort((a, b) => rank(a.path) - rank(b.path) || a.distance - b.distance);
}

/** The files that reach one by imports, and by how many. */
function walk(
  path: string,
  importers: ReadonlyMap<string, readonly string[]>,
  passes: (path: string) => boolean,
): Map<string, number> {
  const distances = new Map([[path, 0]]);
  for (const [at, distance] of distances) { // a Map yields what is added while it is walked
    for (const next of importers.get(at) ?? []) {
      if (passes(next) && !distances.has(next)) distances.set(next, distance + 1);
    }
  }
  return distances;
}
