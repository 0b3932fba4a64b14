import { assert, assertEquals } from "@std/assert";
import { joinText } from "../../src/notebook/format/joinText.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import type { MultilineText, NotebookOutput } from "../../src/notebook/format/nbformat.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { notebookOf } from "./notebookOf.ts";
import { STRESS_CELLS } from "./stressNotebook.ts";

/** Number of runs of the notebook; the long test uses `LIFEFRAME_REPEATS=20`. */
const REPEATS = Number(Deno.env.get("LIFEFRAME_REPEATS") ?? 2);

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("runNotebook() loses no output, even in many runs", async () => {
  const notebook = notebookOf(...STRESS_CELLS.map((cell) => cell.code));
  const texts = new Set<string>();
  for (let run = 0; run < REPEATS; run++) {
    const result = await runNotebook(notebook);
    assertEquals(result.failures, []);
    for (const [i, cell] of result.notebook.cells.entries()) {
      assert(cell.cell_type === "code" && cell.execution_count === i + 1);
      const found = cell.outputs.map(describe);
      const expected = STRESS_CELLS[i]!.outputs;
      const heads = (texts: readonly string[]) => texts.map((text) => text.slice(0, 60));
      assertEquals(heads(found), heads(expected), `cell ${i} of run ${run}`);
      assert(found.every((text, at) => text === expected[at]), `cell ${i} of run ${run} is cut`);
    }
    texts.add(formatNotebook(result.notebook));
  }
  assertEquals(texts.size, 1, "equal runs give equal files");
});

function describe(output: NotebookOutput): string {
  switch (output.output_type) {
    case "stream":
      return `${output.name}: ${joinText(output.text)}`;
    case "error":
      return `error: ${output.ename}`;
    default: {
      const text = output.data["text/html"] ?? output.data["text/plain"];
      const kind = output.output_type === "display_data" ? "display" : "result";
      return `${kind}: ${joinText(text as MultilineText)}`;
    }
  }
}
