import { assert, assertEquals } from "@std/assert";
import { chromium as browserType, type Page } from "playwright-core";
import { DRIVEN } from "../browser/chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "01_first_night.ipynb";
const TOKEN = "only-for-this-test";
/** A folder with a copy of the notebook, which JupyterLab may save, and the project's imports. */
async function copied(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const imports = { ...config.imports, "@lifeframe/lifeframe": new URL("mod.ts", ROOT).href };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports }));
  await Deno.copyFile(new URL(`notebooks/${NAME}`, ROOT), `${folder}/${NAME}`);
  await Deno.mkdir(`${folder}/data/kernels/deno`, { recursive: true });
  const argv = [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"];
  await Deno.writeTextFile(
    `${folder}/data/kernels/deno/kernel.json`,
    JSON.stringify({ argv, display_name: "Deno", language: "typescript" }),
  );
  return folder;
}

/** A port that is free now. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

/** Waits until a server answers. */
async function answering(url: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Runs all cells as the menu does, and waits until none is left to run. */
async function runAll(page: Page): Promise<void> {
  await page.waitForSelector(".jp-Notebook .jp-CodeCell", { timeout: 120_000 });
  // Running a cell before the kernel exists makes JupyterLab request one.
  await page.waitForFunction(
    `(({ kernel } = {}) => kernel?.connectionStatus === "connected" && kernel.status === "idle")(
      globalThis.jupyterapp.shell.currentWidget?.sessionContext?.session ?? undefined)`,
    null,
    { timeout: 120_000 },
  );
  await page.evaluate("void globalThis.jupyterapp.commands.execute('notebook:run-all-cells')");
  // A cell that was run has its number in brackets, one that waits a star.
  await page.waitForFunction(
    `[...document.querySelectorAll(".jp-CodeCell")].every((cell) =>
      /\\[\\d+\\]/.test(cell.querySelector(".jp-InputPrompt").textContent))`,
    null,
    { timeout: 120_000 },
  );
}

testWithProgram(
  "jupyter-lab",
  "JupyterLab runs notebook 01 and shows its table, its progress bar and its hypnogram",
  async (lab) => {
    const executablePath = Deno.env.get("LIFEFRAME_CHROMIUM") ?? "/usr/bin/chromium";
    const folder = await copied(), port = freePort(), url = `http://127.0.0.1:${port}`;
    const server = new Deno.Command(lab, {
      args: [
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
      env: {
        JUPYTER_DATA_DIR: `${folder}/data`,
        JUPYTER_CONFIG_DIR: `${folder}/config`,
        HOME: folder,
      },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      await answering(`${url}/api`);
      const browser = await browserType.launch({ executablePath, args: DRIVEN });
      try {
        const page = await browser.newPage({ viewport: { width: 1200, height: 3000 } });
        await page.goto(`${url}/lab/tree/${NAME}?reset&token=${TOKEN}`, { timeout: 120_000 });
        await runAll(page).finally(async () => {
          const target = Deno.env.get("LIFEFRAME_SCREENSHOT"); // to look at what was there
          if (target !== undefined) await page.screenshot({ path: target });
        });
        const shown = (selector: string): Promise<number> =>
          page.locator(`.jp-OutputArea-output ${selector}`).count();
        assertEquals(
          await shown(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']"),
          0,
        );
        assert(await shown(".lifeframe-table td") > 20, "the tables");
        assert(await shown(".lifeframe-progress progress") >= 1, "the progress bar");
        assert(
          await shown("svg.lifeframe rect, .lifeframe-picture svg rect") > 50,
          "the hypnogram",
        );
      } finally {
        await browser.close();
      }
    } finally {
      server.kill("SIGTERM"); // which ends its kernels too
      await server.status;
      await Deno.remove(folder, { recursive: true });
    }
  },
);
