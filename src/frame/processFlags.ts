import { fileURLToPath } from "node:url";
import { polarsFolder } from "./polarsFolder.ts";

/**
 * Returns the flags of `deno run` for a process that computes with frames: it may load Polars and read
 * some folders. It has no network, no environment, no other file and no process.
 *
 * @param folders Folders that it also reads.
 */
export function processFlags(folders: readonly string[] = []): string[] {
  // The process has this package's configuration, whatever folder the caller's script is in.
  const own = fileURLToPath(new URL("../../node_modules", import.meta.url));
  const packages = [...new Set([polarsFolder(), own])];
  return [
    "run",
    "--quiet",
    "--no-prompt",
    `--allow-ffi=${packages.join(",")}`,
    `--allow-read=${[...packages, ...new Set(folders)].join(",")}`,
    "--allow-sys=cpus,networkInterfaces,hostname", // what Polars asks for as it is loaded
  ];
}
