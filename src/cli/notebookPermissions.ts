import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allow } from "./permissions.ts";

/** Folder of the library that draws charts as PNG, also for notebooks of another folder. */
const LIBRARIES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/**
 * Returns the permissions of `lifeframe notebook`.
 *
 * @param args The arguments after the command's name.
 * @returns Flags of `deno run`: read and write access to the project, the temporary folder, and the
 * folders of the files and of `--out`; native code of this project's libraries, which draw charts as PNG.
 * `lab` reads everything: the Deno that Jupyter knows may be anywhere.
 * @throws {RangeError} if one of these folders has a comma in its path
 */
export function notebookPermissions(args: readonly string[]): string[] {
  const { values, positionals: [command, ...files] } = parseArgs({
    args: [...args],
    options: { out: { type: "string" }, set: { type: "string" }, timeout: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const isLab = command === "lab", isRun = command === "run";
  const named = isLab ? [] : [...files, values["out"]].filter((path) => typeof path === "string");
  const folders = new Set([".", tmpdir(), ...named.map((path) => dirname(path))]);
  return [
    allow("run", [...(isLab ? ["jupyter-lab", "jupyter"] : []), Deno.execPath()]),
    "--allow-net=127.0.0.1",
    isLab ? "--allow-read" : allow("read", isRun ? [...folders, LIBRARIES] : folders),
    allow("write", folders),
    ...(isLab ? ["--allow-env=JUPYTER_PATH"] : []),
    ...(isRun ? ["--allow-ffi", "--allow-sys=cpus,networkInterfaces,hostname"] : []), // draws charts as PNG
  ];
}
