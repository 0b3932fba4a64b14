import { posix } from "node:path";
import { outputOf, write } from "./files.ts";

/** Bundler, from npm. The task downloads it, so that neither users nor clones have to. */
const ESBUILD = "esbuild@0.28.2"; // MIT

/** Folder of all bundles. They find each other wherever the folder is. */
export const BUNDLES = "bundles";

/** Calls in built modules that load a literal path at run time. */
const LATE = /\b((?:loadLate|besideModule)\(\s*")(\.[^"]+)"/g;

/** Returns the bundle of an entry or of a module loaded at run time: `bundles/src-sleep-mod.js`. */
export function bundleName(path: string): string {
  return `${BUNDLES}/${path.replace(/^\.\//, "").replaceAll("/", "-").replace(/\.[jt]s$/, ".js")}`;
}

/**
 * Joins many modules into few: one for each entry and for each module loaded at run time, and one
 * for each set of shared modules. Each file costs Deno and Node about 0.2 ms per start, whatever
 * its size.
 *
 * @param built JavaScript modules, by their paths from the root. Other files are ignored.
 * @param entries Paths of the entries from the root, such as `src/sleep/mod.ts`.
 * @returns the bundles, by their paths from the root
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
