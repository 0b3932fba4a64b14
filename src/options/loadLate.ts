import { besideModule } from "./besideModule.ts";

/**
 * Loads a module of this library when it is needed, without reading it earlier. Deno reads the
 * target of a literal `import("...")` together with the importing module, and the service and its
 * store take longer to read than everything else.
 *
 * @param path Path of the module relative to `from`.
 * @param from `import.meta` of the calling module.
 * @typeParam T Type of the module: `typeof import("...")` with the same path; tests compare the
 * two.
 */
export async function loadLate<T>(path: string, from: ImportMeta): Promise<T> {
  return await import(besideModule(path, from).href);
}
