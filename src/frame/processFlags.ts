import { fileURLToPath } from "node:url";
import { polarsFolder } from "./polarsFolder.ts";

/**
 * Returns the flags of `deno run` for a process that computes with frames. It can load Polars and
 * read some folders, but has no network, environment, other files or processes.
 *
 * @param folders Further folders that it can read.
 */
export function processFlags(folders: readonly string[] = []): string[] {
  // The process uses this package's configuration, whatever the folder of the caller's script is.
  const own = fileURLToPath(new URL("../../node_modules", import.meta.url));
  const packages = [...new Set([polarsFolder(), own])];
  return [
    "run",
    "--quiet",
    "--no-prompt",
    `--allow-ffi=${packages.join(",")}`,
    `--allow-read=${[...packages, ...new Set(folders)].join(",")}`,
    "--allow-sys=cpus,networkInterfaces,hostname", // what Polars requests while loading
  ];
}
