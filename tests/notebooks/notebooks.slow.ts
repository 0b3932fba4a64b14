import { assert, assertEquals } from "@std/assert";
import { fileURLToPath as fromFileUrl } from "node:url";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { joinText } from "../../src/notebook/format/joinText.ts";
import type {
  MultilineText,
  Notebook,
  NotebookOutput,
} from "../../src/notebook/format/nbformat.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { exportHtml } from "../../src/notebook/exportHtml.ts";
import { evaluated } from "../browser/chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { isBar } from "./isBar.ts";
import { withStaticPictures } from "../../src/notebook/staticPictures.ts";
import { runNotebook } from "../../src/notebook/run.ts";

/** Number of runs of each notebook; the long test uses `LIFEFRAME_REPEATS=20`. */
const REPEATS = Number(Deno.env.get("LIFEFRAME_REPEATS") ?? 1);

const folder = new URL("../../notebooks/", import.meta.url);
/** Start of the names of the notebooks to run; all by default. */
const WANTED = Deno.env.get("LIFEFRAME_NOTEBOOKS") ?? "";
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
  name.endsWith(".ipynb") && name.startsWith(WANTED)
).sort();
if (names.length === 0) throw new Error(`No notebook begins with ${WANTED}`);

const sourceOf = (cell: Notebook["cells"][number]): string => joinText(cell.source);

const codeOf = (notebook: Notebook): string[] =>
  notebook.cells.filter((cell) => cell.cell_type === "code").map(sourceOf);

/**
 * Returns whether the last line of a cell gives a value, which is shown; a declaration gives none.
 */
const expectsValue = (source: string): boolean => {
  const last = source.trim().split("\n").at(-1)!;
  return !/^(const|let|await me\.ingest|console\.|import|})/.test(last);
};

const isValue = (output: NotebookOutput): boolean =>
  output.output_type === "execute_result" || output.output_type === "display_data";

const withoutBars = (notebook: Notebook): Notebook => ({
  ...notebook,
  cells: notebook.cells.map((cell) =>
    cell.cell_type === "code"
      ? { ...cell, outputs: cell.outputs.filter((output) => !isBar(output)) }
      : cell
  ),
});

function assertComplete(notebook: Notebook, name: string): void {
  for (const [i, cell] of notebook.cells.entries()) {
    if (cell.cell_type !== "code") continue;
    const source = sourceOf(cell), where = `${name}, cell ${i}`;
    assertEquals(cell.outputs.filter(isValue).length, expectsValue(source) ? 1 : 0, where);
    const printed = cell.outputs.some((output) => output.output_type === "stream");
    assertEquals(printed, source.includes("console.log("), `${where} prints`);
    for (const output of cell.outputs) {
      if (output.output_type !== "execute_result") continue;
      const html = joinText((output.data["text/html"] ?? "") as MultilineText);
      assert(html.length > 50, `${where} shows itself`);
      assert(!("image/svg+xml" in output.data), where);
      if (/^plot\./m.test(source)) {
        assert(html.includes('<img class="lifeframe-chart"'), where);
      }
    }
  }
}

/** The notebooks that were run, by name: running one takes seconds. */
const ran = new Map<string, Notebook>();

for (const name of names) {
  const path = new URL(name, folder);
  const notebook = parseNotebook(Deno.readTextFileSync(path));

  Deno.test(`${name} runs from top to bottom, and has every output`, async () => {
    const texts = new Set<string>();
    for (let run = 0; run < REPEATS; run++) {
      const result = await runNotebook(notebook, { cwd: fromFileUrl(folder) });
      assertEquals(result.failures, []);
      ran.set(name, result.notebook);
      const shown = withoutBars(result.notebook);
      assertComplete(shown, name);
      texts.add(formatNotebook(shown));
    }
    assertEquals(texts.size, 1, "equal runs give equal files");
  });

  testWithProgram(
    "chromium",
    `${name} as a page shows every output in a browser`,
    async (chromium) => {
      const run = ran.get(name) ??
        (await runNotebook(notebook, { cwd: fromFileUrl(folder) })).notebook;
      const html = exportHtml(run, { name, provenance: { Notebook: name } });
      const shown = await evaluated<{ height: number; width: number; empty: boolean }[]>(
        chromium,
        html,
        `[...document.querySelectorAll(".output")].map((output) => {
        const { height } = output.getBoundingClientRect();
        const svg = [...output.querySelectorAll("svg")];
        return {
          height,
          width: Math.max(0, ...svg.map((one) => one.getBoundingClientRect().right - innerWidth)),
          empty: svg.some((one) => one.querySelectorAll("path,rect,circle,line,text").length === 0),
        };
      })`,
      );
      const expected = run.cells.flatMap((cell) => cell.cell_type === "code" ? cell.outputs : []);
      assertEquals(shown.length, expected.length);
      for (const [i, { height, width, empty }] of shown.entries()) {
        assert(height > 10 && width <= 0 && !empty, `output ${i}: ${JSON.stringify(shown[i])}`);
      }
    },
  );

  Deno.test(`${name} is in Jupyter's format, with a unique id for each cell`, () => {
    assertEquals(Deno.readTextFileSync(path), formatNotebook(notebook));
    const ids = notebook.cells.map((cell) => cell["id"]);
    assert(ids.every((id) => typeof id === "string"), "cells have ids");
    assertEquals(new Set(ids).size, ids.length);
    assertEquals(notebook.metadata["kernelspec"], {
      display_name: "Deno",
      language: "typescript",
      name: "deno",
    });
  });

  Deno.test(`${name} begins with its subject and ends with its provenance`, () => {
    const [first] = notebook.cells;
    assert(first?.cell_type === "markdown" && /^# .+\n\n.+/.test(sourceOf(first)));
    // A study of files or simulated people has no client, and cites its data and methods.
    const code = codeOf(notebook), hasClient = /\bme\b/.test(code.join("\n"));
    assert(code.at(-1)!.startsWith(hasClient ? "await me.provenance(" : "show.cite("));
  });

  Deno.test(`${name} has code in the project's format`, async () => {
    const code = `${codeOf(notebook).join("\n\n")}\n`;
    const formatter = new Deno.Command(Deno.execPath(), {
      args: ["fmt", "--no-config", "--line-width", "100", "--ext", "ts", "-"],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await new Blob([code]).stream().pipeTo(formatter.stdin);
    const { stdout, stderr } = await formatter.output();
    assertEquals(new TextDecoder().decode(stdout), code, new TextDecoder().decode(stderr));
  });

  Deno.test(`${name} is stored with its current outputs: deno task update writes them`, async () => {
    const run = ran.get(name) ??
      (await runNotebook(notebook, { cwd: fromFileUrl(folder) })).notebook;
    const fresh = await withStaticPictures(run);
    for (const [i, cell] of fresh.cells.entries()) {
      assertEquals(cell, notebook.cells[i], `${name}, cell ${i}`);
    }
    const outputs = run.cells.flatMap((cell) => cell.cell_type === "code" ? cell.outputs : []);
    const today = Temporal.Now.plainDateISO("UTC").toString();
    assert(!JSON.stringify(outputs).includes(today), "no output is of the day on which it is run");
    const size = (await Deno.stat(path)).size;
    assert(size < 2_000_000, `${size} bytes`);
  });
}

Deno.test("the cells of all notebooks type-check", async () => {
  // Written next to the notebooks, so that their imports resolve, and always removed afterwards.
  const files = names.map((name) => new URL(`.${name}.check.ts`, folder));
  try {
    await Promise.all(names.map(async (name, i) => {
      const notebook = parseNotebook(await Deno.readTextFile(new URL(name, folder)));
      await Deno.writeTextFile(files[i]!, `${codeOf(notebook).join(";\n")}\n;export {};\n`);
    }));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...files.map((file) => fromFileUrl(file))],
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }).output();
    assert(success, new TextDecoder().decode(stderr));
  } finally {
    await Promise.all(files.map((file) => Deno.remove(file).catch(() => {})));
  }
});
