import { assert, assertEquals } from "@std/assert";
import { fileURLToPath as fromFileUrl } from "node:url";
import { formatNotebook } from "../../src/notebook/formatNotebook.ts";
import { joinText } from "../../src/notebook/joinText.ts";
import type { MultilineText, Notebook, NotebookOutput } from "../../src/notebook/nbformat.ts";
import { parseNotebook } from "../../src/notebook/parseNotebook.ts";
import { runNotebook } from "../../src/notebook/run.ts";

/** How often each notebook is run; the long form is `LIFEFRAME_REPEATS=20`. */
const REPEATS = Number(Deno.env.get("LIFEFRAME_REPEATS") ?? 1);

const folder = new URL("../../notebooks/", import.meta.url);
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
  name.endsWith(".ipynb")
).sort();

const sourceOf = (cell: Notebook["cells"][number]): string => joinText(cell.source);

/** What a cell should give: its last line says it. A value shows itself, a declaration does not. */
const expectsValue = (source: string): boolean => {
  const last = source.trim().split("\n").at(-1)!;
  return !/^(const|let|await me\.ingest|console\.|import|})/.test(last);
};

const isValue = (output: NotebookOutput): boolean =>
  output.output_type === "execute_result" || output.output_type === "display_data";

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
      if (/^plot\./m.test(source)) assert(html.includes("<svg") && html.includes("</svg>"), where);
    }
  }
}

for (const name of names) {
  const path = new URL(name, folder);
  const notebook = parseNotebook(Deno.readTextFileSync(path));

  Deno.test(`${name} runs from top to bottom, and every output is there`, async () => {
    const texts = new Set<string>();
    for (let run = 0; run < REPEATS; run++) {
      const result = await runNotebook(notebook, { cwd: fromFileUrl(folder) });
      assertEquals(result.failures, []);
      assertComplete(result.notebook, name);
      texts.add(formatNotebook(result.notebook));
    }
    assertEquals(texts.size, 1, "equal runs give equal files");
  });

  Deno.test(`${name} is kept without outputs`, () => {
    for (const cell of notebook.cells) {
      if (cell.cell_type === "code") {
        assertEquals([cell.outputs.length, cell.execution_count], [0, null]);
      }
    }
  });

  Deno.test(`${name} has cells that type-check`, async () => {
    const code = notebook.cells.filter((cell) => cell.cell_type === "code").map(sourceOf).join(
      ";\n",
    );
    // Beside the notebook, where its imports are found; gone again whatever happens.
    const file = new URL(`.${name}.check.ts`, folder);
    await Deno.writeTextFile(file, `${code}\n;export {};\n`);
    try {
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["check", "--quiet", fromFileUrl(file)],
        stderr: "piped",
        env: { NO_COLOR: "1" },
      }).output();
      assert(success, new TextDecoder().decode(stderr));
    } finally {
      await Deno.remove(file);
    }
  });
}
