import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const isFile = import.meta.url.startsWith("file:");
const require = createRequire(isFile ? import.meta.url : "file:///");

/** A package that is loaded late: its version in deno.json, and imports that are never made. */
interface LatePackage {
  readonly version: string;
  /** They tell whoever installs or packs this library to bring the package along. */
  readonly imports: readonly (() => Promise<unknown>)[];
}

/** The packages that are loaded late. */
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
 * A module of a package at once, without a promise: for what is needed inside a function that answers
 * at once, but takes too long to load with every import of this library.
 *
 * @throws {Error} if there is no such module
 */
export function loadModule<T>(specifier: string): T {
  return require(packageFile(specifier)) as T;
}

/** Where a file of a package lies: `string-width`, or `@expo-google-fonts/source-sans-3/x.ttf`. */
export function packageFile(specifier: string): string {
  // Where this library itself comes over the network, no file beside it says which version is meant.
  return fileURLToPath(import.meta.resolve(isFile ? specifier : withVersion(specifier)));
}

/** `npm:date-fns@4.4.0/parse` of `date-fns/parse`. */
export function withVersion(specifier: string): string {
  const [, name = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
  return `npm:${name}@${LATE_PACKAGES[name]!.version}${path}`;
}
