import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "../../mod.ts";
import { operationsTable } from "./operationsTable.ts";

const root = new URL("../../", import.meta.url);
const page = (path: string): string => Deno.readTextFileSync(new URL(path, root));
const readme = page("README.md");
/** What people read, by its path: the README and the pages beside it. */
const pages = Object.fromEntries([
  "README.md",
  ...Array.from(Deno.readDirSync(new URL("docs", root)), ({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md")),
].map((path) => [path, page(path)]));
const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));

Deno.test("docs/operations.md shows every operation as the tables have it", () => {
  const path = "docs/operations.md";
  const [before = "", rest = ""] = page(path).split("<!-- operations -->");
  const [shown = "", after = ""] = rest.split("<!-- /operations -->");
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") {
    Deno.writeTextFileSync(
      new URL(path, root),
      `${before}<!-- operations -->\n\n${operationsTable()}\n\n<!-- /operations -->${after}`,
    );
    return;
  }
  const cells = (table: string) =>
    table.trim().split("\n").map((line) =>
      line.split("|").map((cell) => cell.trim().replace(/^-+$/, "-"))
    );
  assertEquals(cells(shown), cells(operationsTable()));
});

Deno.test("the README stays a page that one reads", () => {
  assert(readme.split("\n").length <= 170, "what is a table of everything belongs in docs/");
});

Deno.test("every task that the pages name is one, and CI calls its test command word for word", () => {
  const tasks = Object.values(pages)
    .flatMap((text) => [...text.matchAll(/npx -y deno@([\d.]+) task (\w+)/g)]);
  assert(tasks.length >= 4);
  for (const [, , name] of tasks) assert(config.tasks[name!] !== undefined, `no task ${name}`);
  assertEquals([...new Set(tasks.map(([, version]) => version))], ["2.9.6"]);
  const ci = Deno.readTextFileSync(new URL(".ci/run", root));
  assertStringIncludes(ci, "\n  npx -y deno@2.9.6 task test\n");
});

Deno.test("every link of a page to a file of the project leads to one", () => {
  for (const [from, text] of Object.entries(pages)) {
    for (const [, path] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      assert(Deno.statSync(new URL(path!, new URL(from, root))).isFile, `${from}: ${path}`);
    }
  }
});

Deno.test("every page of docs/ can be reached from the README", () => {
  for (const path of Object.keys(pages)) {
    if (path !== "README.md") assertStringIncludes(readme, `](${path})`);
  }
});

Deno.test("the pages name every function of the namespaces, and every notebook", () => {
  const { places, plot, read, series, show, sleep } = lifeframe;
  const listed = page("docs/functions.md");
  for (const [name, space] of Object.entries({ places, plot, read, series, show, sleep })) {
    const rows = listed.split("\n").filter((row) => row.includes(`\`${name}\``)).join("\n");
    for (const [verb, value] of Object.entries(space)) {
      if (typeof value !== "function" || /^[A-Z]/.test(verb)) continue;
      assert(new RegExp(`\`${verb}\\b`).test(rows), `${name}.${verb} is not listed`);
    }
  }
  for (const { name } of Deno.readDirSync(new URL("notebooks", root))) {
    if (name.endsWith(".ipynb")) {
      assertStringIncludes(page("docs/notebooks.md"), `](../notebooks/${name})`);
    }
  }
});
