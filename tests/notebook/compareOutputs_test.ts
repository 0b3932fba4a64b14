import { assertEquals } from "@std/assert";
import { compareOutputs } from "../../src/notebook/compareOutputs.ts";
import type { CodeCell, Notebook, NotebookOutput } from "../../src/notebook/format/nbformat.ts";
import { notebookOf } from "./notebookOf.ts";

function ran(...outputs: NotebookOutput[]): Notebook {
  const [cell] = notebookOf("x").cells;
  return { ...notebookOf(), cells: [{ ...cell as CodeCell, outputs }] };
}

const shown = (data: Record<string, unknown>): NotebookOutput => ({
  output_type: "execute_result",
  data,
  execution_count: 1,
  metadata: {},
});
const printed = (text: string): NotebookOutput => ({ output_type: "stream", name: "stdout", text });
const html = (text: string): NotebookOutput =>
  shown({ "text/html": text, "text/plain": "[object]" });

/** What two runs of one cell are said to be. */
const said = (before: NotebookOutput[], after: NotebookOutput[]): (string | null)[][] =>
  compareOutputs(ran(...before), ran(...after)).map(({ what, difference }) => [what, difference]);

Deno.test("equal outputs are the same, whether their text is one string or lines", () => {
  const table = html("<table><tr><td>7.5</td><td>31</td></tr></table>");
  const lines = html("");
  const other = shown({ "text/html": ["<table><tr><td>7.5</td>", "<td>31</td></tr></table>"] });
  assertEquals(said([table], [table]), [["table (2 numbers)", null]]);
  assertEquals(said([table], [other]), [["table (2 numbers)", null]]);
  assertEquals(said([lines], [lines]), [["text", null]]);
});

Deno.test("up to three numbers that differ are named, and the rest are counted", () => {
  assertEquals(said([printed("mean 7.2 of 31 nights")], [printed("mean 7.3 of 31 nights")]), [
    ["text (2 numbers)", "7.2 became 7.3"],
  ]);
  assertEquals(said([printed("1 2 3 4 5")], [printed("6 7 8 9 5")]), [
    ["text (5 numbers)", "1 became 6, 2 became 7, 3 became 8 and 1 more numbers"],
  ]);
  assertEquals(said([html("<td>7.2</td><td>3</td>")], [html("<td>7.2</td><td>−3</td>")]), [
    ["text (2 numbers)", "3 became −3"],
  ]);
});

Deno.test("a text that differs is quoted from the first different word", () => {
  assertEquals(said([printed("You slept well")], [printed("You slept badly")]), [
    ["text", '"well" became "badly"'],
  ]);
  assertEquals(said([printed("one")], [printed("one more")]), [[
    "text",
    '"one" became "one more"',
  ]]);
});

Deno.test("charts are compared by their images, not only by their words", () => {
  const png = (image: string) => shown({ "image/png": image, "text/plain": "Sleep, 30 nights" });
  assertEquals(said([png("iVBOR")], [png("iVBOR")]), [["chart (1 number)", null]]);
  assertEquals(said([png("iVBOR")], [png("iVBOS")]), [["chart (1 number)", "another image"]]);
  const svg = (width: number) => html(`<p>Sleep</p><svg><rect width="${width}"/></svg>`);
  assertEquals(said([svg(3)], [svg(4)]), [["chart", "another image"]]);
});

Deno.test("an extra output, a missing output and an error are differences", () => {
  const error: NotebookOutput = {
    output_type: "error",
    ename: "TypeError",
    evalue: "Cannot read 3",
    traceback: [],
  };
  assertEquals(said([], [printed("a")]), [["text", "is new"]]);
  assertEquals(said([printed("a"), printed("b")], [printed("a")]), [
    ["text", null],
    ["text", "is missing"],
  ]);
  assertEquals(said([error], [error]), [["error", null]]);
  assertEquals(said([error], [printed("fine")])[0]![0], "error");
});
