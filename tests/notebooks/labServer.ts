import type { Page } from "../../tools/packages/playwright.ts";

const TOKEN = "only-for-this-test";

/** JupyterLab that runs for a test. */
export interface LabServer {
  /** Returns the address of a file, such as `a.ipynb`, opened in JupyterLab. */
  readonly address: (file: string) => string;
  /** Ends the server and its kernels; kills it if it does not end within ten seconds. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts JupyterLab without news and updates, and waits until it answers.
 *
 * @param command Command for a shell, such as the path of `jupyter-lab` in quotes.
 * @param folder Folder that it shows.
 * @param env Variables in addition to the ones of the test.
 */
export async function startLab(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<LabServer> {
  const port = freePort(), url = `http://127.0.0.1:${port}`;
  const server = new Deno.Command("sh", {
    cwd: folder,
    args: [
      ...["-c", `exec ${command} "$@"`, "sh"],
      "--no-browser",
      "--allow-root",
      "--ip=127.0.0.1",
      `--port=${port}`,
      `--IdentityProvider.token=${TOKEN}`,
      `--ServerApp.root_dir=${folder}`,
      "--expose-app-in-browser",
      "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
      "--LabApp.news_url=None",
    ],
    env,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = (): Promise<void> => end(server);
  await answering(`${url}/api`).catch(async (error) => {
    await stop();
    throw error;
  });
  return { address: (file) => `${url}/lab/tree/${file}?reset&token=${TOKEN}`, stop };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return void await (await fetch(url)).body?.cancel();
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function end(server: Deno.ChildProcess): Promise<void> {
  const kill = (signal: Deno.Signal): void => {
    try {
      server.kill(signal);
    } catch {
      // it has ended already
    }
  };
  kill("SIGTERM");
  const timer = setTimeout(() => kill("SIGKILL"), 10_000);
  await server.status;
  clearTimeout(timer);
}

/** Waits until the notebook's kernel can run a cell; running one earlier makes JupyterLab ask for a kernel. */
export async function idle(page: Page): Promise<void> {
  await page.waitForFunction(
    `(({ kernel } = {}) => kernel?.connectionStatus === "connected" && kernel.status === "idle")(
      globalThis.jupyterapp.shell.currentWidget?.sessionContext?.session ?? undefined)`,
    null,
    { timeout: 120_000 },
  );
}

/** Runs all cells of the open notebook as the menu does, and waits until none is left to run. */
export async function runAll(page: Page): Promise<void> {
  await page.waitForSelector(".jp-Notebook .jp-CodeCell", { timeout: 120_000 });
  await idle(page);
  await page.evaluate("void globalThis.jupyterapp.commands.execute('notebook:run-all-cells')");
  // A cell that was run has its number in brackets, one that waits a star.
  await page.waitForFunction(
    `[...document.querySelectorAll(".jp-CodeCell")].every((cell) =>
      /\\[\\d+\\]/.test(cell.querySelector(".jp-InputPrompt").textContent))`,
    null,
    { timeout: 120_000 },
  );
}
