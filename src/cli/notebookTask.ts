import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Where the library that paints pictures as PNG lies, also for notebooks of another folder. */
const LIBRARIES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/**
 * The permissions of a command of `deno task notebook`: a task cannot see its own arguments, so that
 * the folder of a notebook that lies elsewhere becomes known only here.
 *
 * @param args The arguments after the task's name.
 * @returns The flags of `deno run`: reading and writing in the project, the temporary folder, and the
 * folders of the files and `--out`; native code of this project's libraries, to paint pictures as PNG.
 * `lab` reads everything: the Deno that Jupyter knows may lie anywhere.
 * @throws {RangeError} if one of these folders has a comma in its path
 */
export function notebookPermissions(args: readonly string[]): string[] {
  const { values, positionals: [command, ...files] } = parseArgs({
    args: [...args],
    options: { out: { type: "string" }, set: { type: "string" }, timeout: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const folders = new Set([".", tmpdir()]);
  if (command !== "lab") {
    for (const path of [...files, values["out"]]) {
      if (typeof path !== "string") continue;
      if (dirname(path).includes(",")) {
        throw new RangeError(
          `Cannot use ${path}: its folder has a comma, which ends a path in Deno's permissions`,
        );
      }
      folders.add(dirname(path));
    }
  }
  const list = [...folders].join(",");
  const read = command === "run" ? `${list},${LIBRARIES}` : list;
  const programs = [...(command === "lab" ? ["jupyter-lab", "jupyter"] : []), Deno.execPath()];
  return [
    `--allow-run=${programs.join(",")}`,
    "--allow-net=127.0.0.1",
    command === "lab" ? "--allow-read" : `--allow-read=${read}`,
    `--allow-write=${list}`,
    ...(command === "run" ? ["--allow-ffi", "--allow-sys=cpus,networkInterfaces,hostname"] : []), // of the library that paints pictures as PNG
  ];
}

/** Runs the command with these permissions, hands signals on to it, and gives its exit code. */
async function notebookTask(args: readonly string[]): Promise<number> {
  // Listening comes first: an interrupt just after the start must not leave the command behind.
  let child: Deno.ChildProcess | null = null;
  let stopped: Deno.Signal | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      stopped = signal;
      child?.kill(signal);
    });
  }
  const command = new URL("notebook.ts", import.meta.url).href;
  child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...notebookPermissions(args), command, ...args],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  if (stopped !== undefined) child.kill(stopped);
  return (await child.status).code;
}

if (import.meta.main) {
  try {
    Deno.exit(await notebookTask(Deno.args));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // deno-lint-ignore no-console -- a command speaks on the terminal
    console.error(error.message);
    Deno.exit(2);
  }
}
