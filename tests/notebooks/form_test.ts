import { assert, assertEquals, assertMatch } from "@std/assert";
import { formatNotebook } from "../../src/notebook/formatNotebook.ts";
import { joinText } from "../../src/notebook/joinText.ts";
import type { Notebook } from "../../src/notebook/nbformat.ts";
import { parseNotebook } from "../../src/notebook/parseNotebook.ts";
import { sampleZone } from "../../src/sample/sampleZone.ts";

const folder = new URL("../../notebooks/", import.meta.url);
const notebooks = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ipynb")).sort()
  .map((name) => {
    const text = Deno.readTextFileSync(new URL(name, folder));
    return { name, text, notebook: parseNotebook(text) };
  });

const sources = ({ cells }: Notebook, type: "code" | "markdown"): string[] =>
  cells.filter(({ cell_type }) => cell_type === type).map(({ source }) => joinText(source));

for (const { name, text, notebook } of notebooks) {
  const code = sources(notebook, "code"), prose = sources(notebook, "markdown");

  Deno.test(`${name} is written as it is written after a run`, () => {
    assertEquals(text, formatNotebook(notebook));
    const ids = notebook.cells.map(({ id }) => id);
    assertEquals(new Set(ids).size, ids.length, "every cell has an id of its own");
    for (const id of ids) assertMatch(id!, /^[a-zA-Z0-9_-]{1,64}$/);
  });

  Deno.test(`${name} is a short story that begins with what it is about`, () => {
    assertEquals(notebook.cells[0]!.cell_type, "markdown");
    assertMatch(prose[0]!, /^# [^\n]+\n\n[^#\s]/, "a title, and a paragraph");
    assertEquals(prose.filter((cell) => /^# /m.test(cell)).length, 1, "one title");
    assert(code.length <= 14, `${code.length} cells of code`);
    const pictures = code.filter((cell) => /^plot\./m.test(cell)).length;
    assert(pictures <= 7, `${pictures} pictures`);
    const widest = Math.max(
      ...code.flatMap((cell) => cell.split("\n").map(({ length }) => length)),
    );
    assert(widest <= 100, `a line of ${widest} characters`);
  });

  Deno.test(`${name} needs no account, names its zone and ends with what it rests on`, () => {
    const all = code.join("\n");
    assertMatch(all, /await demo(?:People)?\(/);
    assert(!/\bconnect\(|\bDeno\.env\b|\bDate\.now\(|\bMath\.random\(|Temporal\.Now/.test(all));
    assert(all.includes(`"${sampleZone}"`));
    assertMatch(code.at(-1)!, /\.madeOf\(/);
  });
}
