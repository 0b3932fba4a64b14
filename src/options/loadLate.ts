import { besideModule } from "./besideModule.ts";

/**
 * A module of this library that is loaded when it is needed, and not before: neither run nor read. Deno
 * reads whatever a literal `import("...")` names with the importing module, which for the service and
 * its store is more work than for all else together.
 *
 * @param path The module, as an import beside `from` would name it.
 * @param from `import.meta` of the module that asks.
 * @typeParam T The module: `typeof import("...")` of the same path; tests hold the two equal.
 */
export async function loadLate<T>(path: string, from: ImportMeta): Promise<T> {
  return await import(besideModule(path, from).href);
}
