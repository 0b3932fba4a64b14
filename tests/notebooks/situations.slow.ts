import { assert, assertEquals, assertMatch } from "@std/assert";
import { chromium as browserType, type Page } from "playwright-core";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { notebookOf } from "../notebook/notebookOf.ts";
import { DRIVEN } from "../browser/chromium.ts";
import { findProgram, testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = new URL("../../", import.meta.url);
const TOKEN = "only-for-this-test";
/** Where screenshots go, to be looked at; nowhere by default. */
const LOOK = Deno.env.get("LIFEFRAME_SCREENSHOTS");

/** A cell, what is done while it runs, and what a person then sees under it. */
interface Situation {
  readonly name: string;
  readonly code: string;
  /** Milliseconds between the start of the cell's code and the press of the stop button. */
  readonly stop?: number;
  readonly sees: RegExp;
  /** What is not to be seen. */
  readonly not?: RegExp;
}

const START =
  `import { cohort, connect, demo, plot, read, show, sleep } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
const me = await demo({ days: 20 });
const silent = connect({ baseUrl: "http://localhost", token: "t", tz: "UTC",
  userid: "7f8a0b52-5d0f-4d6a-9c93-0d1c1f0c7c11", fetch: () => new Promise(() => {}) });
const week = me.range.lastDays(7), day = me.range.lastDays(1);
let kept = 1; undefined`;

const ROWS =
  `Array.from({ length: 100 }, (_, i) => ({ time: new Date(1.7e12 + i * 36e5), v: i % 7 }))`;
const STOPPED = /Interrupted: the cell was stopped; all variables are kept/;

const SITUATIONS: readonly Situation[] = [
  { name: "first import", code: START, sees: /^(?:put the sample.*)?$/ },
  // Stops.
  { name: "stop a request", stop: 500, code: "await silent.api.sleep.cycles(day)", sees: STOPPED },
  { name: "next cell after a stop", code: "kept", sees: /\n1$/ },
  {
    name: "stop a question",
    stop: 500,
    code: "silent.api.metrics.samples({ metric: 'HeartRate', ...week })",
    sees: STOPPED,
  },
  { name: "stop a report", stop: 500, code: "await silent.report(week)", sees: STOPPED },
  {
    name: "stop an upload",
    stop: 500,
    code: "await silent.api.files.upload('/a.txt', 'x')",
    sees: STOPPED,
  },
  { name: "stop a promise of one's own", stop: 500, code: "new Promise(() => {})", sees: STOPPED },
  {
    name: "stop a foreign await",
    stop: 500,
    code: "await new Promise((d) => setTimeout(d, 5000)); 'ended'",
    sees: /runs to its end[^]*"ended"/,
  },
  {
    name: "stop a loop",
    stop: 500,
    code: "const till = Date.now() + 2500; while (Date.now() < till); 'looped'",
    sees: /"looped"/,
  },
  {
    name: "stop a loop with progress",
    stop: 1500,
    code:
      "for await (const _ of show.progress(Array(1e9).keys())) { const t = Date.now() + 5; while (Date.now() < t); }",
    sees: STOPPED,
  },
  { name: "variables after all stops", code: "[kept, me.tz]", sees: /\[ 1, "Europe\/Berlin" \]/ },
  // Errors.
  {
    name: "wrong metric",
    code: "await me.api.metrics.samples({ metric: 'Heart', ...day })",
    sees: /did you mean "HeartRate"/,
    not: /src\/client/,
  },
  {
    name: "wrong option",
    code: "plot.line([], { tzz: 1 })",
    sees: /did you mean "tz"/,
    not: /src\/plot/,
  },
  {
    name: "cause",
    code: "throw new Error('outer', { cause: new Error('inner') })",
    sees: /outer[^]*Caused by: Error: inner/,
  },
  {
    name: "lost rejection",
    code: "Promise.reject(new Error('lost')); await new Promise((d) => setTimeout(d, 300))",
    sees: /Uncaught \(in promise\) Error: lost/,
  },
  {
    name: "error in a timer",
    code:
      "setTimeout(() => { throw new Error('late') }, 1); await new Promise((d) => setTimeout(d, 300))",
    sees: /Uncaught Error: late/,
  },
  { name: "rejected last value", code: "Promise.reject(new Error('last'))", sees: /Error: last/ },
  { name: "not defined", code: "nothing.here", sees: /ReferenceError: nothing is not defined/ },
  { name: "a missing file", code: "await read.any('/nowhere.zip')", sees: /nowhere\.zip/ },
  { name: "syntax error (the plain kernel shows nothing)", code: "const y = ;", sees: /^$/ },
  // Values.
  {
    name: "plain Polars frame",
    code: "pl.DataFrame({ a: [1, 2], b: [0.1, 54.800000000000004] })",
    sees: /2 rows × 2 columns[^]*f64[^]*54\.8\n?/,
  },
  {
    name: "wide frame",
    code: "pl.DataFrame(Object.fromEntries(Array.from({ length: 60 }, (_, i) => ['c' + i, [i]])))",
    sees: /and 44 more columns: c16/,
  },
  { name: "series", code: "pl.Series('pulse', [61.5, null])", sees: /pulse[^]*61\.5[^]*null/ },
  { name: "lazy frame", code: "pl.DataFrame({ a: [3] }).lazy()", sees: /Lazy frame[^]*collect/ },
  { name: "map", code: "new Map([['Mon', 1]])", sees: /key[^]*Mon/ },
  { name: "records", code: "[{ day: '2025-03-01', n: 1 }]", sees: /1 row × 2 columns/ },
  { name: "forgotten await", code: "me.lastNight()", sees: /asleep, in bed/ },
  {
    name: "record of frames",
    code: "({ first: pl.DataFrame({ a: [1] }), n: 3 })",
    sees: /first[^]*1 row[^]*n\s*3/,
  },
  { name: "namespace", code: "sleep", sees: /sleep:[^]*statistics/ },
  { name: "methods", code: "me.api.metrics", sees: /Functions: catalog, samples/ },
  { name: "client", code: "me", sees: /client[^]*zone/ },
  {
    name: "all rows",
    code: "show.all(pl.DataFrame({ n: Array.from({ length: 6000 }, (_, i) => i) }))",
    sees: /first 5,000 rows are kept[^]*rows 1 to 50 of 5000/,
  },
  {
    name: "long output",
    code: "for (let i = 0; i < 300; i++) console.log('line', i)",
    sees: /line 299/,
  },
  {
    name: "options",
    code: "show.options({ decimals: 1 }); const shown = show.table([{ x: 1.2345 }]); shown",
    sees: /1\.2\n?$/,
  },
  // Charts and fragments.
  { name: "chart", code: `plot.line(${ROWS}, { y: "v", tz: "UTC" })`, sees: /UTC|Nov/ },
  {
    name: "two charts",
    code: `[plot.line(${ROWS}, { y: "v", tz: "UTC" }), plot.line(${ROWS}, { y: "v", tz: "UTC" })]`,
    sees: /Nov/,
  },
  { name: "report", code: "await me.report(week)", sees: /n 7\s+\d+ h \d+ min to/ },
  { name: "digest", code: "await me.digest()", sees: /You slept/ },
  { name: "provenance", code: "await me.provenance(week)", sees: /Made with\s+lifeframe/ },
  {
    name: "two notebooks on one store",
    code: "(await demo({ days: 20 })).tz",
    sees: /Europe\/Berlin/,
  },
];

/** A port that is free now. */
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
  await Deno.mkdir(`${folder}/data/kernels/deno`, { recursive: true });
  const argv = [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"];
  const env = { DENO_V8_FLAGS: "--max-old-space-size=700" }; // memory is full soon
  const spec = { argv, display_name: "Deno", language: "typescript", env };
  await Deno.writeTextFile(`${folder}/data/kernels/deno/kernel.json`, JSON.stringify(spec));
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

/** Waits until the notebook's kernel can run a cell. */
async function idle(page: Page): Promise<void> {
  await page.waitForFunction(
    `(({ kernel } = {}) => kernel?.connectionStatus === "connected" && kernel.status === "idle")(
      globalThis.jupyterapp.shell.currentWidget?.sessionContext?.session ?? undefined)`,
    null,
    { timeout: 120_000 },
  );
}

async function look(page: Page, name: string): Promise<void> {
  if (LOOK !== undefined) await page.screenshot({ path: `${LOOK}/${name}.png` });
}

/** Ends the server and its kernels; kills the server if it does not end within ten seconds. */
async function endServer(server: Deno.ChildProcess): Promise<void> {
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
    const port = freePort(), url = `http://127.0.0.1:${port}`;
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
    const limit = new AbortController(), { signal } = limit;
    const timer = setTimeout(() => {
      limit.abort(new Error(`The test takes more than ${LIMIT / 60_000} minutes`));
    }, LIMIT);
    try {
      await answering(`${url}/api`);
      const browser = await browserType.launch({ executablePath, args: DRIVEN });
      signal.addEventListener("abort", () => void browser.close()); // every call to the page then fails
      try {
        const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
        const open = async (name: string): Promise<void> => {
          await page.goto(`${url}/lab/tree/${name}?reset&token=${TOKEN}`, { timeout: 120_000 });
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

        // Saved, and opened by somebody who does not trust it.
        await page.evaluate(`jupyterapp.commands.execute("docmanager:save")`);
        await page.waitForFunction(`!jupyterapp.shell.currentWidget.context.model.dirty`);
        const saved = await Deno.readTextFile(`${folder}/a.ipynb`);
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
        await page.evaluate(`jupyterapp.shell.currentWidget.sessionContext.restartKernel()`);
        await idle(page);
        assertMatch(await kept(/ReferenceError/), /ReferenceError: kept is not defined/);
        await write("const full = []; for (;;) full.push(new Array(1e6).fill(Math.random()))");
        await page.evaluate(`void jupyterapp.commands.execute("notebook:run-cell")`);
        const dialog = page.locator(".jp-Dialog", { hasText: "appears to have died" });
        await dialog.waitFor({ timeout: 60_000 });
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
      await endServer(server);
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("forty situations are driven", () => {
  assert(SITUATIONS.length >= 40);
});
