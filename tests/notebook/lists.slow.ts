import { assert, assertEquals } from "@std/assert";
import { joinText } from "../../src/notebook/format/joinText.ts";
import type { CodeCell, MimeBundle, MultilineText } from "../../src/notebook/format/nbformat.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { LIVE_TAG } from "../../src/show/liveTag.ts";
import { notebookOf } from "./notebookOf.ts";

const MOD = new URL("../../mod.ts", import.meta.url).href;

Deno.test("a list of pictures in a cell shows as pictures, and any other list as it did", async () => {
  const rows = `[{ time: "2024-03-30T12:00Z", v: 1 }, { time: "2024-03-30T13:00Z", v: 2 }]`;
  const { notebook, failures } = await runNotebook(notebookOf(
    `import { plot, show } from "${MOD}"; [1, 2]`,
    `[plot.line(${rows}), show.table(${rows})]`,
    `[plot.line(${rows}), 3].length`,
    `[]`,
    `[[1], "two"]`,
    `[null, undefined]`,
  ));
  assertEquals(failures, []);
  const shown = notebook.cells.map((cell) => {
    const [output] = (cell as CodeCell).outputs as unknown as readonly { data: MimeBundle }[];
    return output!.data;
  });
  const text = (i: number, type: string): string =>
    joinText((shown[i]![type] ?? "") as MultilineText);
  assertEquals(Object.keys(shown[0]!), ["text/plain"]);
  assert(text(0, "text/plain").includes("1") && text(4, "text/plain").includes("two"));
  const html = text(1, "text/html");
  assertEquals([...html.matchAll(/<svg\b/g)].length, 1);
  assertEquals([...html.matchAll(/<table\b/g)].length, 1);
  assertEquals(html.split(LIVE_TAG).length, 2, "the script stands in it once");
  assert(text(1, "text/plain").includes("V, Sat 30 Mar 2024"));
  for (const i of [3, 5]) assertEquals(Object.keys(shown[i]!), ["text/plain"]);
});
