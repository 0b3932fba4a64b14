import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import type { Notebook } from "../../src/notebook/format/nbformat.ts";
import { joinText } from "../../src/notebook/format/joinText.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { isBar } from "./isBar.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const folder = fileURLToPath(new URL("../../notebooks/", import.meta.url));
const NAME = "01_first_night.ipynb";

/** Returns the outputs of each code cell as text: values and printed lines. */
function outputsOf(notebook: Notebook): string[][] {
  return notebook.cells.flatMap((cell) =>
    cell.cell_type === "code"
      ? [
        cell.outputs.filter((output) => !isBar(output)).map((output) => {
          if (output.output_type === "stream") return joinText(output.text);
          if (output.output_type === "error") return `${output.ename}: ${output.evalue}`;
          return joinText((output.data["text/html"] ?? "") as string);
        }),
      ]
      : []
  );
}

testWithProgram(
  "jupyter-nbconvert",
  "Jupyter's own client runs the notebook, and what it keeps is what our runner keeps",
  async (nbconvert) => {
    const temp = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${temp}/kernels/deno`, { recursive: true });
      const argv = [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"];
      await Deno.writeTextFile(
        `${temp}/kernels/deno/kernel.json`,
        JSON.stringify({ argv, display_name: "Deno", language: "typescript" }),
      );
      const { success, stderr } = await new Deno.Command(nbconvert, {
        args: [
          "--to",
          "notebook",
          "--execute",
          "--output-dir",
          temp,
          "--output",
          "out.ipynb",
          NAME,
        ],
        cwd: folder,
        env: { JUPYTER_DATA_DIR: temp, NO_COLOR: "1" },
        stdout: "piped",
        stderr: "piped",
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const theirs = outputsOf(parseNotebook(await Deno.readTextFile(`${temp}/out.ipynb`)));
      const { notebook } = await runNotebook(
        parseNotebook(await Deno.readTextFile(`${folder}${NAME}`)),
        { cwd: folder },
      );
      const ours = outputsOf(notebook);
      assertEquals(theirs.length, ours.length);
      // Outputs that the kernel sends after it said that the cell is done are lost there, never here.
      for (const [i, outputs] of theirs.entries()) {
        for (const output of outputs) {
          assert(ours[i]!.includes(output), `cell ${i}: ${output.slice(0, 200)}`);
        }
      }
      assert(theirs.flat().length > 0);
    } finally {
      await Deno.remove(temp, { recursive: true });
    }
  },
);
