import { assertEquals } from "@std/assert";
import { missingFiles } from "../../../tools/release/packages.ts";
import { changes, versionProblems } from "../../../tools/release/texts.ts";

const RELEASE = { version: "1.2.0" };

/** A project whose texts agree. */
const TEXTS: Readonly<Record<string, string>> = {
  "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.0\n",
  "src/options/version.ts": 'export const VERSION = "1.2.0";\n',
  "README.md": "Made with lifeframe 1.2.0, Deno 2.9.6\n",
  "docs/npm.md": "npm install ./lifeframe-lifeframe-1.2.0.tgz\nnpm i @lifeframe/lifeframe@1.2.0\n",
};

const problems = (texts: Readonly<Record<string, string>>, tag?: string): Promise<string[]> =>
  versionProblems(
    { ...RELEASE, ...tag !== undefined && { tag } },
    ["README.md", "docs/npm.md"],
    (path) => Promise.resolve(texts[path]!),
  );

Deno.test("a release reports each text with another version, and its line", async () => {
  assertEquals(await problems(TEXTS, "v1.2.0"), []);
  for (
    const [path, from, to, place] of [
      ["CITATION.cff", "\nversion: 1.2.0", "\nversion: 1.1.0", "CITATION.cff has version 1.1.0"],
      ["CITATION.cff", "\nversion: 1.2.0", "", "CITATION.cff has version (none)"],
      ["src/options/version.ts", "1.2.0", "1.1.0", "src/options/version.ts has version 1.1.0"],
      ["README.md", "1.2.0", "1.1.9", "README.md:1 has version 1.1.9"],
      ["docs/npm.md", "frame-1.2.0", "frame-1.1.9", "docs/npm.md:1 has version 1.1.9"],
      ["docs/npm.md", "@1.2.0", "@1.1.9", "docs/npm.md:2 has version 1.1.9"],
    ] as const
  ) {
    const broken = { ...TEXTS, [path]: TEXTS[path]!.replace(from, to) };
    assertEquals(await problems(broken), [`${place}, deno.json has 1.2.0`]);
  }
  assertEquals(await problems(TEXTS, "1.2.0"), [
    "the tag 1.2.0 has version (none), deno.json has 1.2.0",
  ]);
});

Deno.test("a tag publishes the section of its version; without a tag, unreleased changes come first", () => {
  const of = (open: string, own: string): string =>
    `# Changes\n\n## Unreleased\n${open}\n## 1.2.0\n${own}\n## 1.1.0\n\n- Old.\n`;
  const both = of("\n- New.\n", "\n### Added\n\n- Own.\n");
  assertEquals(changes(both, RELEASE), { heading: "Unreleased", text: "- New.", problems: [] });
  const tagged = { ...RELEASE, tag: "v1.2.0" };
  assertEquals(changes(both, tagged).text, "### Added\n\n- Own.");
  assertEquals(changes(both, tagged).problems, [
    'CHANGELOG.md has changes under Unreleased: move them below a heading "## 1.2.0"',
  ]);
  assertEquals(changes(of("", "\n- Own.\n"), tagged), {
    heading: "1.2.0",
    text: "- Own.",
    problems: [],
  });
  assertEquals(changes("# Changes\n\n## 1.1.0\n\n- Old.\n", RELEASE).problems, [
    "CHANGELOG.md has neither a section 1.2.0 nor anything under Unreleased",
  ]);
});

Deno.test("an export with a missing file is reported, even if only its types are missing", () => {
  const files = ["./mod.js", "./mod.d.ts", "./sleep.js"];
  const exports = {
    ".": { types: "./mod.d.ts", default: "./mod.js" },
    "./sleep": { types: "./sleep.d.ts", default: "./sleep.js" },
    "./plot": "./plot.js",
  };
  assertEquals(missingFiles(exports, (path) => files.includes(path)), [
    'the export "./sleep" names ./sleep.d.ts, which is not in the package',
    'the export "./plot" names ./plot.js, which is not in the package',
  ]);
});
