import { assert, assertEquals, assertMatch } from "@std/assert";
import { chromium as browserType, type Page } from "../../tools/packages/playwright.ts";
import type { CodeCell, Notebook } from "../../src/notebook/format/nbformat.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { writeKernelSpec } from "../../src/notebook/kernelSpec.ts";
import { MANY, type Situation, SITUATIONS } from "./situationTable.ts";
import { notebookOf } from "../notebook/notebookOf.ts";
import { DRIVEN } from "../browser/chromium.ts";
import { idle, startLab } from "./labServer.ts";
import { findProgram, testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = new URL("../../", import.meta.url);
/** Folder for screenshots to look at; none by default. */
const LOOK = Deno.env.get("LIFEFRAME_SCREENSHOTS");

/** A folder that knows the project, with a notebook and a kernel. */
async function folderOf(notebook: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const own = { ...imports };
  for (const name of ["", "/polars"]) {
    const path = name === "" ? "mod.ts" : "src/frame/polars.ts";
    own[`@lifeframe/lifeframe${name}`] = new URL(path, ROOT).href;
  }
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports: own }));
  await Deno.writeTextFile(`${folder}/a.ipynb`, notebook);
  await writeKernelSpec(`${folder}/data/kernels/deno`, Deno.execPath());
  await Deno.writeTextFile(`${folder}/c.ipynb`, formatNotebook(notebookOf(...MANY)));
  return folder;
}

const CELL = ".jp-Notebook .jp-CodeCell";

/** Longest time that the whole test may take, in milliseconds. */
const LIMIT = 5 * 60_000;

/** File that a cell writes when its code starts, in the folder of its notebook. */
const STARTED = "started";

/** Returns the code of a cell; a cell that will be stopped first reports that it has started. */
function codeOf({ code, stop }: Situation): string {
  return stop === undefined ? code : `Deno.writeTextFileSync("${STARTED}", ""); ${code}`;
}

/** Waits until a file exists, and removes it. */
async function takeFile(page: Page, path: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return await Deno.remove(path);
    } catch (error) {
      if (tries === 1200) throw error;
      await page.waitForTimeout(50);
    }
  }
}

/** Runs one cell as a person does, and returns the text under it once it has ended. */
async function runCell(
  page: Page,
  folder: string,
  index: number,
  { stop, sees }: Situation,
): Promise<string> {
  await page.evaluate(`(() => {
    const { content } = jupyterapp.shell.currentWidget;
    content.activeCellIndex = ${index}; content.deselectAll();
    void jupyterapp.commands.execute("notebook:run-cell");
  })()`);
  if (stop !== undefined) {
    await takeFile(page, `${folder}/${STARTED}`);
    await page.waitForTimeout(stop);
    await page.evaluate(`jupyterapp.commands.execute("notebook:interrupt-kernel")`);
  }
  await page.waitForFunction(
    `/\\[\\d+\\]/.test(document.querySelectorAll("${CELL}")[${index}].querySelector(".jp-InputPrompt").textContent)`,
    null,
    { timeout: 60_000 },
  );
  for (let tries = 0;; tries++) { // outputs come after the cell's end
    await page.waitForTimeout(150);
    const text = await page.evaluate(
      `document.querySelectorAll("${CELL}")[${index}].querySelector(".jp-Cell-outputArea")?.innerText.trim() ?? ""`,
    ) as string;
    if (sees.test(text) || tries === 60) return text;
  }
}

/** Waits until a condition holds, for at most 20 seconds; the assertion after it then says what is wrong. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await holds()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function look(page: Page, name: string): Promise<void> {
  if (LOOK !== undefined) await page.screenshot({ path: `${LOOK}/${name}.png` });
}

/** Returns the path of nbconvert, which is installed next to JupyterLab or is on the PATH. */
function findNbconvert(lab: string): string | undefined {
  const beside = Deno.realPathSync(lab).replace(/[^/]*$/, "jupyter-nbconvert");
  try {
    if (Deno.statSync(beside).isFile) return beside;
  } catch {
    // not next to JupyterLab
  }
  return findProgram("jupyter-nbconvert");
}

const installed = findProgram("jupyter-lab");
const nbconvert = installed && findNbconvert(installed);
const skipped = installed && !nbconvert ? " (NOT RUN: nbconvert, which is not installed)" : "";

testWithProgram(
  "jupyter-lab",
  `JupyterLab shows what a person expects, in forty situations${skipped}`,
  async (lab) => {
    const executablePath = Deno.env.get("LIFEFRAME_CHROMIUM") ?? "/usr/bin/chromium";
    const folder = await folderOf(
      formatNotebook(notebookOf(...SITUATIONS.map(codeOf))),
    );
    const server = await startLab(`"${lab}"`, folder, {
      JUPYTER_DATA_DIR: `${folder}/data`,
      JUPYTER_CONFIG_DIR: `${folder}/config`,
      HOME: folder,
      DENO_V8_FLAGS: "--max-old-space-size=700", // memory is full soon
    });
    const limit = new AbortController(), { signal } = limit;
    const timer = setTimeout(() => {
      limit.abort(new Error(`The test takes more than ${LIMIT / 60_000} minutes`));
    }, LIMIT);
    try {
      const browser = await browserType.launch({ executablePath, args: DRIVEN });
      signal.addEventListener("abort", () => void browser.close()); // every call to the page then fails
      try {
        const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
        const open = async (name: string): Promise<void> => {
          await page.goto(server.address(name), { timeout: 120_000 });
          await page.waitForSelector(CELL, { timeout: 120_000 });
        };
        await open("a.ipynb");
        await idle(page);
        const wrong: string[] = [];
        for (const [i, situation] of SITUATIONS.entries()) {
          const { name, sees, not } = situation;
          const text = await runCell(page, folder, i, situation);
          if (LOOK !== undefined) {
            await page.locator(CELL).nth(i).screenshot({
              path: `${LOOK}/${String(i).padStart(2, "0")}.png`,
            }).catch(() => {});
          }
          if (!sees.test(text) || not?.test(text)) wrong.push(`${name}: ${text.slice(0, 400)}`);
        }
        assertEquals(wrong, []);

        // Light, dark and narrow.
        const svgs = (): Promise<number> => page.locator("svg.lifeframe:visible").count();
        await until(async () => await svgs() > 5);
        assert(await svgs() > 5, "charts answer: the SVG took the place of its image");
        await page.evaluate(
          `jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab Dark" })`,
        );
        const inkOf = async (): Promise<string> =>
          await page.evaluate(
            `((svg) => svg === undefined ? "0" : getComputedStyle(svg).color)(
              [...document.querySelectorAll("svg.lifeframe")]
                .find((svg) => svg.getBoundingClientRect().width > 0))`,
          ) as string;
        const redOf = (ink: string): number => Number(ink.match(/\d+/)![0]);
        await until(async () => {
          await page.evaluate( // cells out of sight are not drawn
            `jupyterapp.shell.currentWidget.content.scrollToItem(
              ${SITUATIONS.findIndex(({ name }) => name === "chart")}, "center")`,
          );
          return redOf(await inkOf()) > 180;
        });
        const ink = await inkOf(), red = redOf(ink);
        assert(red > 180, `light ink on dark paper: ${ink}`);
        await look(page, "dark");
        await page.setViewportSize({ width: 480, height: 1600 });
        await page.waitForTimeout(500);
        const tooWide = (): Promise<unknown> =>
          page.evaluate(
            `[...document.querySelectorAll("svg.lifeframe")].filter((svg) => {
              const area = svg.closest(".jp-OutputArea-output");
              return svg.getBoundingClientRect().width > area.getBoundingClientRect().width + 1;
            }).length`,
          );
        await until(async () => await tooWide() === 0);
        assertEquals(await tooWide(), 0, "no chart is wider than its output");
        await look(page, "narrow");
        await page.setViewportSize({ width: 1200, height: 1600 });

        // A control redraws its own output, which is saved.
        const INPUT = SITUATIONS.findIndex(({ name }) => name === "an input");
        const slider = page.locator(CELL).nth(INPUT).locator(".lifeframe-input input");
        await page.evaluate(
          `jupyterapp.shell.currentWidget.content.scrollToItem(${INPUT}, "center")`,
        );
        await slider.waitFor();
        await slider.evaluate((control) => {
          Object.assign(control, { value: "7" }).dispatchEvent(new Event("change"));
        });
        await page.locator(CELL).nth(INPUT).getByText("14", { exact: true }).waitFor();
        assertEquals(await slider.inputValue(), "7");

        // Saved, and opened by somebody who does not trust it.
        await page.evaluate(`jupyterapp.commands.execute("docmanager:save")`);
        await page.waitForFunction(`!jupyterapp.shell.currentWidget.context.model.dirty`);
        const saved = await Deno.readTextFile(`${folder}/a.ipynb`);
        assert(saved.includes("Times: 7"), "the last value is saved");
        assert(saved.length < 2_500_000, `${saved.length} bytes`);
        await Deno.writeTextFile(
          `${folder}/b.ipynb`,
          saved.replace("let kept = 1", "let kept = 2"),
        );
        await page.evaluate(
          `jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab Light" })`,
        );
        await open("b.ipynb");
        await page.waitForTimeout(2000);
        const chart = SITUATIONS.findIndex(({ name }) => name === "chart");
        const untrusted = page.locator(CELL).nth(chart);
        await untrusted.scrollIntoViewIfNeeded();
        await page.waitForTimeout(1000);
        const IMAGE = `document.querySelectorAll("${CELL}")[${chart}].querySelector("img")`;
        await page.waitForFunction(`${IMAGE}?.naturalWidth > 0`);
        const image = await page.evaluate(`(() => {
          const { naturalWidth, clientWidth, alt } = ${IMAGE};
          return [naturalWidth > 0 ? clientWidth : 0, alt];
        })()`) as [number, string];
        assert(image[0] > 300, "the image is drawn");
        assertMatch(image[1], /V/);
        assertEquals(await untrusted.locator("svg.lifeframe").count(), 0, "no script has run");
        const text = await untrusted.locator(".jp-Cell-outputArea").innerText();
        assertEquals(text.trim(), "", "no text of the chart stands beside it");
        await look(page, "untrusted");
        await page.emulateMedia({ media: "print" });
        await look(page, "printed");
        const printed = await page.evaluate(`(() => {
          const { left, right, height } = ${IMAGE}.getBoundingClientRect();
          return height > 100 && left >= 0 && right <= innerWidth;
        })()`);
        assert(printed, "paper has the whole chart");
        await page.emulateMedia({ media: "screen" });

        // Variables outlive the page, and a restart or a full memory ends them; the next cell then runs.
        await open("a.ipynb");
        await idle(page);
        const KEPT = SITUATIONS.findIndex(({ code }) => code === "kept");
        const kept = (sees: RegExp): Promise<string> =>
          runCell(page, folder, KEPT, { name: "", code: "", sees });
        const write = (code: string): Promise<unknown> =>
          page.evaluate(
            `jupyterapp.shell.currentWidget.content.widgets
              .filter(({ model }) => model.type === "code")[${KEPT}].model.sharedModel
              .setSource(${JSON.stringify(code)})`,
          );
        assertMatch(await kept(/1$/), /1$/, "variables outlive the page");
        await page.evaluate(
          `jupyterapp.shell.currentWidget.content.scrollToItem(${INPUT}, "center")`,
        );
        await slider.evaluate((control) => {
          Object.assign(control, { value: "8" }).dispatchEvent(new Event("change"));
        });
        await page.getByText("Run the cell again to see the change.").waitFor();

        // A second notebook on the same data folder, while the first is open; 120 cells at once.
        await write(
          "const { local } = await import('@lifeframe/lifeframe'); const own = await local({ data: 'own' }); 'opened'",
        );
        assertMatch(await kept(/"opened"/), /"opened"/);
        await open("c.ipynb");
        await idle(page);
        await page.evaluate(`jupyterapp.commands.execute("notebook:run-all-cells")`);
        await page.evaluate(`jupyterapp.commands.execute("docmanager:save")`);
        await page.waitForFunction(`!jupyterapp.shell.currentWidget.context.model.dirty`);
        const many = JSON.parse(await Deno.readTextFile(`${folder}/c.ipynb`)) as Notebook;
        const shown = many.cells.slice(1).map((cell) => JSON.stringify((cell as CodeCell).outputs));
        for (const [i, outputs] of shown.entries()) {
          const logs = outputs.match(/log of \d+/g)!;
          assertEquals(new Set(logs), new Set([`log of ${i}`]), `logs under cell ${i}`);
          assertEquals(logs.length, i % 4 === 0 ? 50 : 1);
          assertMatch(outputs, new RegExp(`cell: ${i} |>${i}<`), `table under cell ${i}`);
        }
        await open("a.ipynb");
        await idle(page);
        await write("(await own.samples('HeartRate', '2025-03-01')).value");
        assertMatch(
          await kept(/\b77\b/),
          /\b77\b/,
          "the first notebook sees what the second stored",
        );
        await page.evaluate(`jupyterapp.shell.currentWidget.sessionContext.restartKernel()`);
        await idle(page);
        assertMatch(await kept(/ReferenceError/), /ReferenceError: own is not defined/);
        await write("const full = []; for (;;) full.push(new Array(1e6).fill(Math.random()))");
        await page.evaluate(`void jupyterapp.commands.execute("notebook:run-cell")`);
        const dialog = page.locator(".jp-Dialog", { hasText: "appears to have died" });
        await dialog.waitFor({ timeout: 60_000 });
        const reason = await page.locator(CELL).nth(KEPT).locator(".jp-Cell-outputArea")
          .innerText();
        assertMatch(reason, /Memory is nearly full[^]*The kernel's memory was full \(0\.\d GB\)/);
        await dialog.locator("button.jp-mod-accept").click();
        await page.evaluate(`jupyterapp.shell.currentWidget.sessionContext.restartKernel()`);
        await idle(page);
        await write("40 + 2");
        assertMatch(await kept(/42$/), /42$/, "a cell runs after the kernel's end");
      } finally {
        await browser.close();
      }
      // As a page of nbconvert.
      if (nbconvert === undefined) {
        if (Deno.env.get("LIFEFRAME_REQUIRE_PROGRAMS") !== "1") return; // the test's name says so
        throw new Error("nbconvert is not installed, and LIFEFRAME_REQUIRE_PROGRAMS asks for it");
      }
      const { success, stderr } = await new Deno.Command(nbconvert, {
        args: ["--to", "html", "a.ipynb"],
        cwd: folder,
        env: { HOME: folder },
        stdout: "null",
        stderr: "piped",
        signal,
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const html = await Deno.readTextFile(`${folder}/a.html`);
      assert(html.split('class="lifeframe-chart"').length > 5, "nbconvert keeps the charts");
      signal.throwIfAborted();
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      await server.stop();
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("forty situations are driven", () => {
  assert(SITUATIONS.length >= 40);
});
