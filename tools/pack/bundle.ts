import { posix } from "node:path";
import { outputOf, write } from "./files.ts";

/** Joins the modules, from npm: the task downloads it, so that neither a user nor a clone has to. */
const ESBUILD = "esbuild@0.28.2"; // MIT

/** The folder of the bundles: all of them in it, so that one finds another wherever its code was put. */
export const BUNDLES = "bundles";

/** Functions whose literal paths are loaded while the program runs, as the built modules call them. */
const LATE = /\b((?:loadLate|besideModule)\(\s*")(\.[^"]+)"/g;

/** The bundle of an entry or of a module that is loaded late: `bundles/src-sleep-mod.js`. */
export function bundleName(path: string): string {
  return `${BUNDLES}/${path.replace(/^\.\//, "").replaceAll("/", "-").replace(/\.[jt]s$/, ".js")}`;
}

/**
 * Few modules made of many: one for each entry and for each module that is loaded late, and those that
 * they share. A file costs Deno and Node about 0.2 ms at every start, however small it is.
 *
 * @param built The modules as JavaScript, by their paths from the root: types are left alone.
 * @param entries Paths of the entries from the root, such as `src/sleep/mod.ts`.
 * @returns The bundles, by their paths from the root.
 */
export async function bundle(
  built: ReadonlyMap<string, string>,
  entries: readonly string[],
): Promise<Map<string, string>> {
  const folder = await Deno.makeTempDir(), wanted = new Set(entries);
  try {
    for (const [path, text] of built) {
      if (path.endsWith(".d.ts")) continue;
      const found = text.replaceAll(LATE, (whole, call: string, late: string) => {
        const module = posix.join(posix.dirname(path), late);
        if (!built.has(module.replace(/\.ts$/, ".js"))) return whole; // only Deno runs it
        wanted.add(module);
        return `${call}./${bundleName(module).slice(BUNDLES.length + 1)}"`;
      });
      await write(`${folder}/${path}`, found);
    }
    await outputOf("npm", [
      ...["exec", "--yes", `--package=${ESBUILD}`, "--", "esbuild", "--bundle", "--splitting"],
      ...["--format=esm", "--platform=node", "--packages=external", "--charset=utf8"],
      ...["--target=es2024", "--log-level=warning", `--outdir=${BUNDLES}`],
      ...[...wanted].map((path) =>
        `${bundleName(path).slice(BUNDLES.length + 1, -".js".length)}=${
          path.replace(/\.ts$/, ".js")
        }`
      ),
    ], folder);
    const bundles = new Map<string, string>();
    for await (const { name } of Deno.readDir(`${folder}/${BUNDLES}`)) {
      const path = `${BUNDLES}/${name}`;
      bundles.set(path, await Deno.readTextFile(`${folder}/${path}`));
    }
    return bundles;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
