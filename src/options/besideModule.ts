/**
 * Returns the URL of a module of this library, for loading it late or in a thread.
 *
 * @param path Path of the module relative to `from`.
 * @param from `import.meta` of the calling module.
 */
export function besideModule(path: string, from: ImportMeta): URL {
  const built = from.url.endsWith(".js") ? path.replace(/\.ts$/, ".js") : path; // as packed for Node
  return new URL(built, from.url);
}
