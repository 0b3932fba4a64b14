import { assert, assertEquals, assertMatch } from "@std/assert";
import { joinText } from "../../src/notebook/format/joinText.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";

const folder = new URL("../../notebooks/", import.meta.url);

for (const { name } of Deno.readDirSync(folder)) {
  if (!name.endsWith(".ipynb")) continue;
  const { cells } = parseNotebook(Deno.readTextFileSync(new URL(name, folder)));
  const sources = (type: "code" | "markdown"): string[] =>
    cells.filter(({ cell_type }) => cell_type === type).map(({ source }) => joinText(source));

  Deno.test(`${name} tells one short story`, () => {
    const code = sources("code");
    assert(code.length <= 14, `${code.length} cells of code`);
    const pictures = code.filter((source) => /^plot\./m.test(source)).length;
    assert(pictures <= 7, `${pictures} pictures`);
    const titles = sources("markdown").filter((source) => /^# /m.test(source));
    assertEquals(titles.length, 1, "one title");
    const long = code.filter((source) => source.split("\n").length > 8);
    assertEquals(long, [], "no cell over eight lines");
  });

  Deno.test(`${name} begins with a question and ends with an answer in words`, () => {
    const texts = sources("markdown");
    assertMatch(texts[0]!, /\?/);
    const [, answer = ""] =
      /## The answer\n\n(.+?)\n\n## What this is based on$/s.exec(texts.at(-1)!) ??
        [];
    assert(answer.split(/\s+/).length >= 25, "the answer is a paragraph");
  });

  Deno.test(`${name} keeps every chart as an image`, () => {
    for (const cell of cells) {
      if (cell.cell_type !== "code") continue;
      assert(!/<svg\b/.test(JSON.stringify(cell.outputs)), "code hosts do not show SVG");
      if (!/^plot\./m.test(joinText(cell.source))) continue;
      const isImage = cell.outputs.some((output) => "data" in output && "image/png" in output.data);
      assert(isImage, joinText(cell.source));
    }
  });

  Deno.test(`${name} keeps no chart that says "no data", unless its cell has the tag no-data`, () => {
    for (const cell of cells) {
      if (cell.cell_type !== "code") continue;
      const { tags } = cell.metadata as { tags?: readonly string[] };
      const says = /no data/i.test(JSON.stringify(cell.outputs));
      assertEquals(says, tags?.includes("no-data") ?? false, joinText(cell.source));
    }
  });

  Deno.test(`${name} needs no account, clock or random numbers`, () => {
    const code = sources("code").join("\n");
    // A study of files or simulated people has no client.
    if (/\bme\b/.test(code)) assertMatch(code, /await (?:demo(?:People)?|local)\(/);
    const other = /\bconnect\(|\bDeno\.env\b|\bDate\.now\(|\bMath\.random\(|\bTemporal\.Now\b/;
    assertEquals(other.exec(code)?.[0], undefined);
  });

  Deno.test(`${name} uses the source that counts by default`, () => {
    for (const [, list] of sources("code").join("\n").matchAll(/sourcePriority: (\[[^\]]*\])/g)) {
      assertEquals(list, '["Wrist"]', "the first of the sample's data sources");
    }
  });
}
