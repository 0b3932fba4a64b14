import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/**
 * A module of a package at once, without a promise: for what is needed inside a function that answers
 * at once, but takes too long to load with every import of this library.
 *
 * @throws {Error} if there is no such module
 */
export function loadModule<T>(specifier: string): T {
  return require(fileURLToPath(import.meta.resolve(specifier))) as T;
}

/** Never called: names the packages, so that whoever installs or packs this library brings them along. */
export const LATE_PACKAGES: readonly (() => Promise<unknown>)[] = [
  () => import("date-fns-tz/format"),
  () => import("@date-fns/tz/date"),
  () => import("date-fns/parse"),
  () => import("date-fns/locale/en-US"),
  () => import("@date-fns/utc/utc"),
  () => import("apache-arrow"),
  () => import("string-width"),
];
