/** Commands that may start JupyterLab; the first that works is used. */
const CALLS: readonly (readonly [program: string, ...args: string[]])[] = [
  ["jupyter-lab"],
  ["jupyter", "lab"],
];

/** Help if JupyterLab is missing. */
const HELP = "Cannot start JupyterLab: neither jupyter-lab nor jupyter lab runs here. " +
  "Install it with one of\n" +
  "  pipx install jupyterlab\n" +
  "  uv tool install jupyterlab\n" +
  "  apt install jupyterlab   (as root; Debian and its relatives, where they package it)";

/**
 * Finds JupyterLab by requesting its version.
 *
 * @returns The program and its arguments.
 * @throws {Error} If it is not installed; the message says how to get it.
 */
export async function findLab(): Promise<readonly [program: string, ...args: string[]]> {
  for (const call of CALLS) if (await answers(call)) return call;
  throw new Error(HELP);
}

async function answers([program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  try {
    const command = new Deno.Command(program, {
      args: [...args, "--version"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    return (await command.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
