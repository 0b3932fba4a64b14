import { golden } from "../plot/golden.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "../../mod.ts";
import { newFolderFiles } from "../../src/cli/args/folderFiles.ts";
import type { Picture } from "../../src/plot/picture/picture.ts";
import { READERS } from "../../src/read/readers.ts";
import { apiPage } from "../../tools/reference/apiPage.ts";
import { interfacePage } from "../../tools/reference/interfacePage.ts";
import { operationsTable } from "./operationsTable.ts";

const root = new URL("../../", import.meta.url);
const page = (path: string): string => Deno.readTextFileSync(new URL(path, root));
const readme = page("README.md");
/** Pages that people read, by path: the README and docs/. */
const pages = Object.fromEntries([
  "README.md",
  ...Array.from(Deno.readDirSync(new URL("docs", root)), ({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md")),
].map((path) => [path, page(path)]));
const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));

/** Generated content of pages, between two marks with this name. */
const GENERATED = {
  "docs/operations.md": { mark: "operations", make: operationsTable },
  "docs/interface.md": { mark: "interface", make: interfacePage },
  "docs/api.md": { mark: "api", make: apiPage },
  "docs/your-data.md": { mark: "readers", make: readerSections },
} as const;

/** Formats without two independent public sources, such as a parser or a published file. */
const WITHOUT_READER = [
  "COROS account (its FIT, TCX and GPX files are read)",
  "Ultrahuman",
  "Medication lists",
];

/** Returns a table of all readers and a section for each, from the file in its folder. */
function readerSections(): string {
  const sections = READERS.map(({ name }) => page(`src/read/${name}/about.md`));
  const rows = sections.map((section) => {
    const [, title, call] = /^### (.+): `(read\.\w+)`/.exec(section)!;
    const [, sources] = /\*\*Format:\*\*\s+([^]*?)\.?\s*$/.exec(section)!;
    const anchor = `${title}: ${call}`.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-");
    return `| [${title}](#${anchor}) | \`${call}\` | ${sources!.replaceAll(/\s+/g, " ")} |`;
  });
  const absent = WITHOUT_READER.map((title) => `| ${title} | none | no evidence found |`);
  const head = ["| vendor or format | function | evidence |", "| --- | --- | --- |"];
  const table = [...head, ...rows, ...absent];
  return [table.join("\n"), ...sections].join("\n\n");
}

for (const [path, { mark, make }] of Object.entries(GENERATED)) {
  Deno.test(`${path} matches the sources`, () => {
    const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
    const [before = "", rest = ""] = page(path).split(begin);
    const [shown = "", after = ""] = rest.split(end);
    if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") {
      const made = `${before}${begin}\n\n${make().trim()}\n\n${end}${after}`;
      return Deno.writeTextFileSync(new URL(path, root), made);
    }
    // The formatter changes the layout of tables and lines.
    const words = (text: string): string[] =>
      text.replaceAll(/\|[\s|:-]+\|\n/g, "|\n").split(/[\s|]+/).filter((word) => word !== "");
    assertEquals(words(shown), words(make()), "deno task update writes it");
  });
}

Deno.test("the README stays short enough to read", () => {
  assert(readme.split("\n").length <= 151, "what is a table of everything belongs in docs/");
});

Deno.test("the first lines of the README draw the chart above them", async () => {
  const [, picture, code] = /!\[[^\]]*\]\(tests\/pictures\/(\w+)\.svg\)\n\n```ts\n(.*?)```/s
    .exec(readme)!;
  const lines = code!.trim().split("\n").filter((line) => !line.startsWith("import "));
  assert(lines.length <= 10);
  const body = `${lines.slice(0, -1).join("\n")}\nreturn ${lines.at(-1)}`;
  const run = (async () => {}).constructor as new (...code: string[]) => (
    ...values: unknown[]
  ) => Promise<Picture>;
  await golden(picture!, await new run("demo", "plot", body)(lifeframe.demo, lifeframe.plot));
});

Deno.test("every task that the pages mention exists, and CI calls its test command word for word", () => {
  const tasks = Object.values(pages)
    .flatMap((text) => [...text.matchAll(/npx -y deno@([\d.]+) task (?:--quiet )?(\w+)/g)]);
  assert(tasks.length >= 4);
  const own = Object.assign( // tasks of a user's own folder
    {},
    ...[false, true].map((isStudy) => JSON.parse(newFolderFiles("", isStudy)["deno.json"]!).tasks),
  );
  for (const [, , name] of tasks) {
    assert((config.tasks[name!] ?? own[name!]) !== undefined, `no task ${name}`);
  }
  assertEquals([...new Set(tasks.map(([, version]) => version))], ["2.9.6"]);
  const ci = Deno.readTextFileSync(new URL(".ci/run", root));
  assertStringIncludes(ci, "\n  npx -y deno@2.9.6 task test\n");
});

Deno.test("every link of a page to a file of the project has a target", () => {
  for (const [from, text] of Object.entries(pages)) {
    for (const [, path] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      assert(Deno.statSync(new URL(path!, new URL(from, root))).isFile, `${from}: ${path}`);
    }
  }
});

Deno.test("every page of docs/ can be reached from the README", () => {
  const reached = new Set<string>();
  const follow = (from: string): void => {
    if (reached.has(from)) return;
    reached.add(from);
    for (const [, path] of (pages[from] ?? "").matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      follow(new URL(path!, new URL(from, root)).href.slice(root.href.length));
    }
  };
  follow("README.md");
  assertEquals(Object.keys(pages).filter((path) => !reached.has(path)), []);
});

Deno.test("the pages name every function of the namespaces, and every notebook", () => {
  const { experiment, places, plot, read, series, show, sleep } = lifeframe;
  const listed = page("docs/functions.md");
  for (
    const [name, space] of Object.entries({ experiment, places, plot, read, series, show, sleep })
  ) {
    const rows = listed.split("\n").filter((row) => row.includes(`\`${name}\``)).join("\n");
    for (const [verb, value] of Object.entries(space)) {
      if (typeof value !== "function" || /^[A-Z]/.test(verb)) continue;
      const isReader = name === "read" && READERS.some((reader) => reader.name === verb);
      if (isReader) assertStringIncludes(page("docs/your-data.md"), `\`read.${verb}\``);
      else assert(new RegExp(`\`${verb}\\b`).test(rows), `${name}.${verb} is not listed`);
    }
  }
  for (const { name } of Deno.readDirSync(new URL("notebooks", root))) {
    if (name.endsWith(".ipynb")) {
      assertStringIncludes(page("docs/notebooks.md"), `](../notebooks/${name})`);
    }
  }
});
