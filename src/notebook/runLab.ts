/** Signals that stop JupyterLab. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs JupyterLab until it ends. An interrupt (Ctrl-C) or SIGTERM stops it and its kernels without
 * the question that it shows in a terminal.
 *
 * @param call Program and arguments.
 * @param folder Folder that it shows.
 * @param env Additional environment variables.
 * @returns Exit code.
 */
export async function runLab(
  call: readonly [program: string, ...args: string[]],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const [program, ...args] = call;
  // Listens before the start: an interrupt just after it must not leave JupyterLab running.
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
