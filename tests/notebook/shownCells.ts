import { fileURLToPath } from "node:url";
import { joinText } from "../../src/notebook/format/joinText.ts";
import type { CodeCell, MimeBundle, MultilineText } from "../../src/notebook/format/nbformat.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { notebookOf } from "./notebookOf.ts";

/** Content that a cell shows, joined over its outputs. */
export interface ShownCell {
  /** Its text: values as text, what it printed, and errors with their tracebacks. */
  readonly text: string;
  /** Its HTML. */
  readonly html: string;
}

/** Runs cells in one kernel that knows this project, and returns what each shows. */
export async function shownCells(...sources: string[]): Promise<ShownCell[]> {
  const { notebook } = await runNotebook(notebookOf(...sources), {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    allowErrors: true,
    timeout: 30_000,
  });
  const form = (data: MimeBundle, type: string): string =>
    joinText((data[type] ?? "") as MultilineText);
  return notebook.cells.map((cell) => {
    const { outputs } = cell as CodeCell;
    return {
      text: outputs.map((output) => {
        if (output.output_type === "stream") return joinText(output.text);
        if (output.output_type === "error") {
          return [`${output.ename}: ${output.evalue}`, ...output.traceback.slice(1)].join("\n");
        }
        return form(output.data, "text/plain");
      }).join(""),
      html: outputs.map((output) => "data" in output ? form(output.data, "text/html") : "").join(
        "",
      ),
    };
  });
}
