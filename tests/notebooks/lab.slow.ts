import { assert, assertEquals } from "@std/assert";
import { chromium as browserType } from "../../tools/packages/playwright.ts";
import { DRIVEN } from "../browser/chromium.ts";
import { runAll, startLab } from "./labServer.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "01_first_night.ipynb";

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

testWithProgram(
  "jupyter-lab",
  "JupyterLab runs notebook 01 and shows its table, its progress bar and its hypnogram",
  async (lab) => {
    const executablePath = Deno.env.get("LIFEFRAME_CHROMIUM") ?? "/usr/bin/chromium";
    const folder = await copied();
    const server = await startLab(`"${lab}"`, folder, {
      JUPYTER_DATA_DIR: `${folder}/data`,
      JUPYTER_CONFIG_DIR: `${folder}/config`,
      HOME: folder,
    });
    try {
      const browser = await browserType.launch({ executablePath, args: DRIVEN });
      try {
        const page = await browser.newPage({ viewport: { width: 1200, height: 3000 } });
        await page.goto(server.address(NAME), { timeout: 120_000 });
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
      await server.stop();
      await Deno.remove(folder, { recursive: true });
    }
  },
);
