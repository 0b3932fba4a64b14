import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { platformFolder } from "../options/platformFolder.ts";
import { INSTALLATION } from "./args/installation.ts";
import { allow } from "./args/permissions.ts";

/**
 * Returns the permissions of `lifeframe notebook`.
 *
 * @param args The arguments after the command's name.
 * @returns flags of `deno run`: read and write access to the project, the temporary folder, and the
 * folders of the files and of `--out`; native code of this project's libraries, which draw charts as PNG.
 * `lab` may read everything, since its folder may be anywhere. `install` writes to Jupyter's data folder.
 * @throws {RangeError} if one of these folders has a comma in its path
 */
export function notebookPermissions(args: readonly string[]): string[] {
  const { values, positionals: [command, ...files] } = parseArgs({
    args: [...args],
    options: { out: { type: "string" }, set: { type: "string" }, timeout: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const isLab = command === "lab", isRun = command === "run", isInstall = command === "install";
  const named = isLab || isInstall
    ? []
    : [...files, values["out"]].filter((path) => typeof path === "string");
  const folders = new Set([".", tmpdir(), ...named.map((path) => dirname(path))]);
  if (isInstall) folders.add(platformFolder("jupyter") ?? ".");
  return [
    allow("run", [...(isLab ? ["jupyter-lab", "jupyter"] : []), Deno.execPath()]),
    "--allow-net=127.0.0.1",
    // The packages draw charts as PNG, also for notebooks in other folders.
    isLab ? "--allow-read" : allow("read", isRun ? [...folders, INSTALLATION.packages] : folders),
    allow("write", folders),
    ...(isLab ? ["--allow-env=JUPYTER_PATH"] : []),
    ...(isInstall ? ["--allow-env=JUPYTER_DATA_DIR,APPDATA,XDG_DATA_HOME,HOME"] : []),
    ...(isRun ? ["--allow-ffi", "--allow-sys=cpus,networkInterfaces,hostname"] : []), // draws charts as PNG
  ];
}
