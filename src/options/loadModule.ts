import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const isFile = import.meta.url.startsWith("file:");
const require = createRequire(isFile ? import.meta.url : "file:///");

/** Package that is loaded late: its version in deno.json, and imports that never run. */
interface LatePackage {
  readonly version: string;
  /** Tell package managers and bundlers to include the package. */
  readonly imports: readonly (() => Promise<unknown>)[];
}

export const LATE_PACKAGES: Readonly<Record<string, LatePackage>> = {
  "@expo-google-fonts/source-sans-3": {
    version: "0.4.1",
    imports: [() => import("@expo-google-fonts/source-sans-3")],
  },
  "@date-fns/tz": { version: "1.5.0", imports: [() => import("@date-fns/tz/date")] },
  "@date-fns/utc": { version: "2.1.1", imports: [() => import("@date-fns/utc/utc")] },
  "apache-arrow": { version: "21.2.0", imports: [() => import("apache-arrow")] },
  "date-fns": {
    version: "4.4.0",
    imports: [() => import("date-fns/parse"), () => import("date-fns/locale/en-US")],
  },
  "date-fns-tz": { version: "3.2.0", imports: [() => import("date-fns-tz/format")] },
  "string-width": { version: "9.0.0", imports: [() => import("string-width")] },
};

/**
 * Loads a module of a package synchronously, for functions that return synchronously but need a
 * package that is too slow to load with every import of this library.
 *
 * @throws {Error} if the module does not exist
 */
export function loadModule<T>(specifier: string): T {
  return require(packageFile(specifier)) as T;
}

/**
 * Returns the path of a file in a package: `string-width`, or
 * `@expo-google-fonts/source-sans-3/x.ttf`.
 */
export function packageFile(specifier: string): string {
  // If this library is loaded over the network, no local file pins the version.
  return fileURLToPath(import.meta.resolve(isFile ? specifier : withVersion(specifier)));
}

/** Adds the version to a specifier: `npm:date-fns@4.4.0/parse` for `date-fns/parse`. */
export function withVersion(specifier: string): string {
  const [, name = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
  return `npm:${name}@${LATE_PACKAGES[name]!.version}${path}`;
}
