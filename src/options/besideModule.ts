/**
 * The address of a module of this library, to be loaded late or by a thread.
 *
 * @param path The module, as an import beside `from` would name it.
 * @param from `import.meta` of the module that asks.
 */
export function besideModule(path: string, from: ImportMeta): URL {
  const built = from.url.endsWith(".js") ? path.replace(/\.ts$/, ".js") : path; // as packed for Node
  return new URL(built, from.url);
}
