import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../options/version.ts";

/** Place of this program: a clone, or the npm package in somebody's `node_modules`. */
export interface Installation {
  /** True for the npm package, false for a clone. */
  readonly isPackage: boolean;
  /** Folder of the project or of the package. */
  readonly folder: string;
  /** Folder with the packages that it loads. */
  readonly packages: string;
  /** Files and folders that every command reads to load itself. */
  readonly readable: readonly string[];
}

/**
 * Returns the place of this program.
 *
 * @param url URL of this module, or of the bundle that contains it.
 */
export function installationOf(url: string): Installation {
  if (url.endsWith(".ts")) {
    const folder = fileURLToPath(new URL("../../../", url));
    const packages = join(folder, "node_modules");
    return { isPackage: false, folder, packages, readable: [folder] };
  }
  const folder = fileURLToPath(new URL("../", url));
  const at = folder.indexOf(`${sep}node_modules${sep}`);
  if (at < 0) {
    return { isPackage: true, folder, packages: join(folder, "node_modules"), readable: [folder] };
  }
  const packages = join(folder.slice(0, at), "node_modules");
  return {
    isPackage: true,
    folder,
    packages,
    readable: isNpx(packages) ? [packages, descriptionOf(packages)] : [packages],
  };
}

/** This program's place. */
export const INSTALLATION: Installation = installationOf(import.meta.url);

/** Returns the versions that make a result: `lifeframe 0.1.0, Deno 2.9.6`. */
export function madeWith(): string {
  return `lifeframe ${VERSION}, Deno ${Deno.version.deno}`;
}

/** Returns the words that start the package's program in a folder: those that its user typed. */
export function startWords({ packages }: Installation, folder: string): string[] {
  if (isNpx(packages)) {
    const asked = askedPackage(packages);
    return asked.startsWith("@") ? ["npx", "-y", asked] : ["npx", "-y", "-p", asked, "lifeframe"];
  }
  const below = relative(dirname(packages), folder);
  const isBelow = below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return isBelow ? ["npx", "lifeframe"] : ["lifeframe"];
}

/** Returns what a package.json names to depend on this package: its version, or a file. */
export function packageSpecifier(
  { packages }: Installation,
  name: string,
  version: string,
): string {
  try {
    const { dependencies } = JSON.parse(readFileSync(descriptionOf(packages), "utf8"));
    const [, path] = /^file:(.+)$/.exec(dependencies[name]) ?? [];
    return path === undefined ? version : `file:${resolve(dirname(packages), path)}`;
  } catch {
    return version; // nothing installed it by name
  }
}

/** Returns the package that `npx` was asked for: a name, a name with a version, or the path of a file. */
function askedPackage(packages: string): string {
  const { _npx } = JSON.parse(readFileSync(descriptionOf(packages), "utf8"));
  return _npx.packages.find((asked: string) => /\blifeframe\b/.test(asked));
}

/** Returns whether packages are in the cache of `npx`, in a folder for this call. */
function isNpx(packages: string): boolean {
  return /[/\\]_npx[/\\][^/\\]+[/\\]node_modules$/.test(packages);
}

function descriptionOf(packages: string): string {
  return join(dirname(packages), "package.json");
}
