import { posix } from "node:path";
import { moduleNames, parseModule } from "../house/moduleNames.ts";

/** Module in the package. */
export interface PackedFile {
  /** Path from the root, such as `src/sleep/merge.ts`. */
  readonly path: string;
  /** Packages that it imports, including for types, such as `apache-arrow`. */
  readonly packages: readonly string[];
}

const COMMENTS = /\/\*[\s\S]*?\*\//g;

const ROOT = new URL("../../", import.meta.url);

/** Calls that load a literal path at run time. */
const LATE = /\b(?:loadLate<[^>]*>|besideModule)\(\s*"(\.[^"]+)"/g;

/**
 * Returns the modules that entries need, in the order of discovery: static and dynamic imports,
 * types, and the modules of threads.
 *
 * @param entries Paths from the root.
 * @param without Modules to leave out, with everything that only they need. Their callers report
 * this before they load them.
 */
export function packedFiles(entries: readonly string[], without: readonly string[]): PackedFile[] {
  const found = new Map<string, PackedFile>();
  const left = [...entries];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path) || without.includes(path)) continue;
    const text = Deno.readTextFileSync(new URL(path, ROOT));
    const names = [
      ...moduleNames(parseModule(text)).map((name) => name.text),
      ...Array.from(text.replaceAll(COMMENTS, "").matchAll(LATE), ([, name]) => name!),
    ];
    found.set(path, { path, packages: names.filter((name) => !name.startsWith(".")) });
    for (const name of names) {
      if (name.startsWith(".")) {
        left.push(posix.join(posix.dirname(path), name));
      }
    }
  }
  return [...found.values()];
}
