import { assert, assertEquals, assertRejects } from "@std/assert";
import { pathToFileURL } from "node:url";
import { loadLate } from "../../src/options/loadLate.ts";

Deno.test("loadLate() returns the same module as an import", async () => {
  const late = await loadLate<typeof import("../../src/options/suggestions/nearest.ts")>(
    "../../src/options/suggestions/nearest.ts",
    import.meta,
  );
  const { nearest } = await import("../../src/options/suggestions/nearest.ts");
  assertEquals(late.nearest, nearest);
});

Deno.test("loadLate() finds the built file next to a module that was packaged as JavaScript", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/late.js`, "export const packed = true;\n");
    const meta = { url: pathToFileURL(`${folder}/index.js`).href } as ImportMeta;
    assertEquals((await loadLate<{ packed: boolean }>("./late.ts", meta)).packed, true);
    await assertRejects(() => loadLate("./none.ts", meta), TypeError);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("every lazily loaded module exists, and matches its declared type", async () => {
  const root = new URL("../../src/", import.meta.url);
  const found: string[] = [];
  for (const entry of await filesBelow(root)) {
    const text = await Deno.readTextFile(entry);
    for (const call of text.matchAll(/loadLate<typeof import\("([^"]+)"\)>\(\s*"([^"]+)"/g)) {
      assertEquals(call[1], call[2], entry.href);
      assert((await Deno.stat(new URL(call[2]!, entry))).isFile);
      found.push(call[2]!);
    }
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const eager = /(?<!typeof )\bimport\("\.[^"]*"\)/.exec(code)?.[0];
    assertEquals(eager, undefined, `${entry.href}: Deno reads it with the file; use loadLate()`);
    const calls = code.match(/(?<!function )\bloadLate</g);
    const named = text.match(/loadLate<typeof import\("/g);
    assertEquals(
      calls?.length ?? 0,
      named?.length ?? 0,
      `${entry.href}: a path is not literal`,
    );
  }
  assert(found.length >= 3);
});

async function filesBelow(folder: URL): Promise<URL[]> {
  const found: URL[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const url = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) found.push(...await filesBelow(url));
    else if (name.endsWith(".ts")) found.push(url);
  }
  return found;
}
