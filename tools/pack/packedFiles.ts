import { posix } from "node:path";
import { moduleNames, parseModule } from "../house/moduleNames.ts";

/** A module that is packed. */
export interface PackedFile {
  /** Path from the root, such as `src/sleep/merge.ts`. */
  readonly path: string;
  /** The packages that it names, types included, such as `apache-arrow`. */
  readonly packages: readonly string[];
}

const COMMENTS = /\/\*[\s\S]*?\*\//g;

const ROOT = new URL("../../", import.meta.url);

/** Functions whose literal paths are loaded while the program runs. */
const LATE = /\b(?:loadLate<[^>]*>|besideModule)\(\s*"(\.[^"]+)"/g;

/**
 * The modules that entries need, in the order in which they are found: what they import at once, late or as types
 * only, and what threads run.
 *
 * @param entries Their paths from the root.
 * @param without What is left out, with all that only it needs: its callers say so before they load it.
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
