/** Signals on which JupyterLab is asked to stop. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs JupyterLab until it ends. An interrupt (Ctrl-C) or SIGTERM stops it and its kernels
 * without the question that it asks on a terminal.
 *
 * @param call The program and the arguments that call it.
 * @param folder The folder it shows.
 * @param env Variables of its environment, in addition to those of this process.
 * @returns Its exit code.
 */
export async function runLab(
  call: readonly [program: string, ...args: string[]],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const [program, ...args] = call;
  // Listening comes first: an interrupt just after the start must not leave JupyterLab behind.
  let child: Deno.ChildProcess | undefined;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    child?.kill("SIGTERM");
  };
  for (const signal of SIGNALS) Deno.addSignalListener(signal, stop);
  try {
    child = new Deno.Command(program, {
      args: [...args, folder],
      env,
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn();
    if (isStopped) stop();
    return (await child.status).code;
  } finally {
    for (const signal of SIGNALS) Deno.removeSignalListener(signal, stop);
  }
}
