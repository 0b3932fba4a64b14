import { assert, assertEquals } from "@std/assert";
import { posix } from "node:path";
import deno from "../../deno.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url);

/** Returns whether `deno publish` excludes a path. Later rules override earlier ones. */
function isLeftOut(path: string): boolean {
  const rules = deno.publish.exclude.filter((rule) => {
    const folder = rule.replace(/^!/, "");
    return path === folder || path.startsWith(`${folder}/`);
  });
  return rules.length > 0 && !rules.at(-1)!.startsWith("!");
}

/** The files that a page of Markdown shows or links to, as paths from the root. */
async function linksOf(page: string): Promise<string[]> {
  const text = (await Deno.readTextFile(new URL(page, ROOT))).replaceAll(/^```[^]*?^```/gm, "");
  return Array.from(
    text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g),
    ([, link]) => decodeURIComponent(posix.join(posix.dirname(page), link!)),
  );
}

Deno.test("the links of the package's pages lead to existing files, and their charts are in the package", async () => {
  const pages = ["README.md"];
  for await (const { name } of Deno.readDir(new URL("docs/", ROOT))) {
    if (name.endsWith(".md")) pages.push(`docs/${name}`);
  }
  let pictures = 0;
  for (const page of pages) {
    for (const link of await linksOf(page)) {
      assert(
        await Deno.stat(new URL(link, ROOT)).then(() => true, () => false),
        `${page}: ${link}`,
      );
      if (!/\.(?:svg|png)$/.test(link)) continue;
      assertEquals(
        isLeftOut(link),
        false,
        `${page} shows ${link}, which publish.exclude leaves out`,
      );
      pictures++;
    }
  }
  assert(pictures > 20);
  assert(isLeftOut("tests/sleep/merge_test.ts") && !isLeftOut("src/sleep/merge.ts"));
});
