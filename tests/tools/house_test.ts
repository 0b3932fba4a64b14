import { assert, assertEquals } from "@std/assert";
import { circles, readSources } from "../../tools/house/sources.ts";
import { folderGraph } from "../../tools/house/layers.ts";
import { MAY_IMPORT, TYPES_FROM } from "../project/importRule.ts";

const sources = readSources("src/");

Deno.test("no file of src/ is part of an import cycle, including type imports", () => {
  assertEquals(circles(sources), []);
});

Deno.test("circles() finds cycles of one, two and three files", () => {
  const graph = { a: ["b"], b: ["a"], c: ["d"], d: ["e"], e: ["c", "f"], f: [], g: ["g"] };
  const made = Object.entries(graph).map(([path, imports]) => ({ ...sources[0]!, path, imports }));
  assertEquals(circles(made).map((group) => group.sort().join("")).sort(), ["ab", "cde", "g"]);
});

Deno.test("docs/architecture.svg shows the actual folders and imports", async () => {
  const picture = await Deno.readTextFile(new URL("../../docs/architecture.svg", import.meta.url));
  const shown = [...picture.matchAll(/<title>(\w+) imports from (\w+) (?:once|\d+ times)/g)]
    .map(([, from, to]) => `${from} ${to}`);
  const real = [...folderGraph(sources)]
    .flatMap(([from, row]) => [...row.keys()].map((to) => `${from} ${to}`));
  assert(real.length > 50);
  assertEquals(shown.sort(), real.sort(), "deno task dev architecture --update draws it");
});

Deno.test("the import rule allows every import between folders", () => {
  for (const [from, row] of folderGraph(sources)) {
    const listed = [...MAY_IMPORT[from]!, ...TYPES_FROM[from] ?? []];
    const allowed = listed.map((path) => path.split("/")[0]);
    for (const to of row.keys()) assert(allowed.includes(to), `${from} imports from ${to}`);
  }
});
