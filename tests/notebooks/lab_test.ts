import { assert, assertEquals } from "@std/assert";
import { chromium as browserType, type Page } from "playwright-core";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "01_first_night.ipynb";
const TOKEN = "only-for-this-test";
/** The switches of Chromium in a container without a network. */
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

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

/** The address at which JupyterLab says that it listens. */
async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
    said += text;
    const port = /http:\/\/127\.0\.0\.1:(\d+)\/lab/.exec(said)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`JupyterLab ended: ${said}`);
}

/** Runs all cells as the menu does, and waits until none is left to run. */
async function runAll(page: Page): Promise<void> {
  await page.waitForSelector(".jp-Notebook .jp-CodeCell", { timeout: 120_000 });
  await page.waitForFunction(
    "document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle'",
    null,
    { timeout: 120_000 },
  );
  await page.evaluate("globalThis.jupyterapp.commands.execute('notebook:run-all-cells')");
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
    const folder = await copied();
    const server = new Deno.Command(lab, {
      args: [
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        "--port=0",
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
      stderr: "piped",
    }).spawn();
    try {
      const [heard, rest] = server.stderr.tee();
      const drained = rest.pipeTo(new WritableStream());
      const url = await addressOf(heard);
      const browser = await browserType.launch({ executablePath, args: ARGS });
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
      server.kill("SIGTERM"); // which ends its kernels too
      await drained;
    } catch (error) {
      server.kill("SIGTERM");
      throw error;
    } finally {
      await server.status;
      await Deno.remove(folder, { recursive: true });
    }
  },
);
