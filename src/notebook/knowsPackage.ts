import { dirname, join, resolve } from "node:path";

/** Name under which notebooks import this package. */
const PACKAGE = "@lifeframe/lifeframe";

/** Help for a notebook that cannot import the package. */
export const IMPORT_HELP =
  `A notebook finds ${PACKAGE} through the deno.json or package.json in its folder or above. ` +
  "Make such a folder with the command `new FOLDER` and put the notebook there.";

/** Returns whether notebooks in a folder can import this package: a deno.json or package.json names it. */
export async function knowsPackage(folder: string): Promise<boolean> {
  for (let at = resolve(folder);; at = dirname(at)) {
    for (const name of ["package.json", "deno.json", "deno.jsonc"]) {
      const text = await Deno.readTextFile(join(at, name)).catch(() => "");
      if (text.includes(`"${PACKAGE}"`)) return true;
      if (text !== "" && name !== "package.json") return false; // Deno looks no further
    }
    if (at === dirname(at)) return false;
  }
}
