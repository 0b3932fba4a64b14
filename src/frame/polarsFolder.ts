import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the folder of the packages, which a process has to read to load the native part of Polars. */
export function polarsFolder(): string {
  const path = fileURLToPath(new URL(import.meta.resolve("nodejs-polars")));
  const at = path.indexOf(`${sep}node_modules${sep}`);
  if (at >= 0) return `${path.slice(0, at)}${sep}node_modules`;
  return path.slice(0, path.indexOf(`${sep}npm${sep}`) + `${sep}npm`.length);
}
