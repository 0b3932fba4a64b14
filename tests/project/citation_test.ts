import { assert, assertEquals } from "@std/assert";
import deno from "../../deno.json" with { type: "json" };
import about from "../../tools/project.json" with { type: "json" };
import { packageJson } from "../../tools/pack/packageJson.ts";

const read = (path: string): Promise<string> =>
  Deno.readTextFile(new URL(`../../${path}`, import.meta.url));

Deno.test("the citation names the version, the licence, the address and the DOI of the package", async () => {
  const fields = Object.fromEntries(
    [...(await read("CITATION.cff")).matchAll(/^([a-z-]+): (.+)$/gm)]
      .map(([, name, value]) => [name, value]),
  );
  assertEquals([fields.version, fields.license], [deno.version, deno.license]);
  assertEquals(
    [fields["repository-code"], fields.url, fields.doi],
    [about.repository, about.pages, about.doi],
  );
  assert(["cff-version", "message", "title", "date-released"].every((name) => name in fields));
});

/** Files that name the address of this project, and all that begins like it. */
const ADDRESSES = {
  "README.md": ["repository"],
  "docs/start.md": ["repository"],
  "CITATION.cff": ["repository", "pages"],
  ".github/ISSUE_TEMPLATE/config.yml": ["repository", "pages"],
  "package.json of the npm package": ["repository", "pages"],
} as const;

Deno.test("every file with the address of the repository or the site has the address in tools/project.json", async () => {
  for (const [path, named] of Object.entries(ADDRESSES)) {
    const text = path.startsWith("package.json")
      ? JSON.stringify(packageJson(deno, []))
      : await read(path);
    // Whatever its host: an address of a project ends in the project's name.
    const found = new Set(
      Array.from(
        text.matchAll(/https:\/\/[\w.-]+\/(?:[\w.-]+\/)?lifeframe\b/g),
        ([address]) => address,
      ),
    );
    const expected = named.map((name) => about[name].replace(/\/$/, ""));
    assertEquals([...found].sort(), expected.sort(), path);
  }
});
