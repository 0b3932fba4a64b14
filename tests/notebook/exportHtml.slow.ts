import { assert, assertEquals } from "@std/assert";
import { DOMParser } from "linkedom";
import { exportHtml } from "../../src/notebook/exportHtml.ts";
import type { Notebook, NotebookCell, NotebookOutput } from "../../src/notebook/format/nbformat.ts";

const EVIL = "<script>alert(1)</script>";

const notebook = (...cells: NotebookCell[]): Notebook => ({
  cells,
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});
const text = (source: string): NotebookCell => ({ cell_type: "markdown", metadata: {}, source });
const code = (source: string, ...outputs: NotebookOutput[]): NotebookCell => ({
  cell_type: "code",
  execution_count: 1,
  metadata: {},
  outputs,
  source,
});
const result = (data: Record<string, unknown>): NotebookOutput => ({
  output_type: "execute_result",
  execution_count: 1,
  metadata: {},
  data,
});
const page = (...cells: NotebookCell[]): string =>
  exportHtml(notebook(...cells), { name: "x.ipynb", provenance: { Notebook: "x.ipynb" } });

interface Element {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
}

const document = (html: string): { body: Element; title: string } =>
  new DOMParser().parseFromString(html, "text/html") as unknown as { body: Element; title: string };

Deno.test("exportHtml() writes text, code and every output, in order", () => {
  const html = page(
    text("# A night\n\nIt was *short*."),
    code("1 + 1", result({ "text/plain": "2" })),
    code("x", { output_type: "stream", name: "stdout", text: ["a\n", "b\n"] }),
    code("y", {
      output_type: "display_data",
      metadata: {},
      data: { "text/html": "<table><tr><td>t</td></tr></table>", "text/plain": "no" },
    }),
  );
  const { body, title } = document(html);
  assertEquals(title, "A night");
  assertEquals(body.querySelector("em")?.textContent, "short");
  assertEquals([...body.querySelectorAll("pre.source")].map((e) => e.textContent), [
    "1 + 1",
    "x",
    "y",
  ]);
  assertEquals(
    [...body.querySelectorAll(".output")].map((e) => e.textContent),
    ["2", "a\nb\n", "t"],
  );
  assertEquals(body.querySelector("footer dd")?.textContent, "x.ipynb");
});

Deno.test("exportHtml() shows markup in text, code, prints and errors as text", () => {
  const html = page(
    text(`# ${EVIL}\n\n[link](javascript:alert(1)) ${EVIL}`),
    code(`const a = "${EVIL}"`, { output_type: "stream", name: "stderr", text: EVIL }),
    code("b", {
      output_type: "error",
      ename: EVIL,
      evalue: EVIL,
      traceback: [`\u001b[31m${EVIL}\u001b[0m`],
    }),
    code("c", result({ "text/plain": EVIL })),
    code("d", result({ "text/markdown": EVIL })),
    code("e", result({ "image/svg+xml": `<svg>${EVIL}</svg>`, "text/plain": "" })),
    { cell_type: "raw", metadata: {}, source: EVIL },
  );
  const { body, title } = document(html);
  assertEquals([...body.querySelectorAll("script")].length, 0);
  assertEquals(title, EVIL);
  assert(!html.includes('javascript:alert(1)"'));
  assertEquals(body.querySelector("pre.error")?.textContent, EVIL);
});

Deno.test("exportHtml() shows images, and a title if no heading exists", () => {
  const html = page(code("x", result({ "image/png": ["aGVs\n", "bG8=\n"], "text/plain": "" })));
  assertEquals(
    document(html).body.querySelector("img")?.getAttribute("src"),
    "data:image/png;base64,aGVsbG8=",
  );
  assertEquals(document(html).title, "x.ipynb");
});

Deno.test("exportHtml() wraps long printed lines, so that none is cut off", () => {
  const html = page(code("x", { output_type: "stream", name: "stdout", text: "word ".repeat(99) }));
  assert(/pre\.output \{[^}]*white-space: pre-wrap;[^}]*overflow-wrap: anywhere;/.test(html));
});

Deno.test("exportHtml() only allows the scripts that cells showed, by their hashes", () => {
  const html = page(code(
    "x",
    result({
      "text/html":
        "<p id='a'></p><script>document.getElementById('a').title = 'ran';\r\n</script>" +
        "<SCRIPT type=\"module\">\rdocument.getElementById('a').lang = 'de';</SCRIPT >" +
        "<img src='none' onerror=\"document.getElementById('a').title = 'handler'\">",
    }),
  ));
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
  const scripts = policy.slice(policy.indexOf("script-src"));
  assertEquals(scripts.split(" ").length, 4, "the script of pictures and two others");
  assert(!scripts.includes("unsafe"), scripts);
  assert(scripts.split(" ").slice(1).every((each) => /^'sha256-[\w+/]{43}='$/.test(each)), scripts);
});
