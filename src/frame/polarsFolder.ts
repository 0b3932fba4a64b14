import { fileURLToPath } from "node:url";

/** The folder of the packages, from which Polars' native part is loaded: what a process that uses it must read. */
export function polarsFolder(): string {
  const path = fileURLToPath(new URL(import.meta.resolve("nodejs-polars")));
  const at = path.indexOf("/node_modules/");
  return at >= 0 ? path.slice(0, at) + "/node_modules" : path.slice(0, path.indexOf("/npm/") + 4);
}
