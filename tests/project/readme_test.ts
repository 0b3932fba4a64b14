import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "../../mod.ts";
import { operationsTable } from "./operationsTable.ts";

const root = new URL("../../", import.meta.url);
const readme = Deno.readTextFileSync(new URL("README.md", root));
const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));

Deno.test("the README shows every operation as the tables have it", () => {
  const [before = "", rest = ""] = readme.split("<!-- operations -->");
  const [shown = "", after = ""] = rest.split("<!-- /operations -->");
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") {
    Deno.writeTextFileSync(
      new URL("README.md", root),
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

Deno.test("every task that the README names is one, and CI calls its test command word for word", () => {
  const tasks = [...readme.matchAll(/npx -y deno@([\d.]+) task (\w+)/g)];
  assert(tasks.length >= 4);
  for (const [, , name] of tasks) assert(config.tasks[name!] !== undefined, `no task ${name}`);
  assertEquals([...new Set(tasks.map(([, version]) => version))], ["2.9.6"]);
  const ci = Deno.readTextFileSync(new URL(".ci/run", root));
  assertStringIncludes(ci, "\nnpx -y deno@2.9.6 task test\n");
});

Deno.test("every link of the README to a file of the project leads to one", () => {
  for (const [, path] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    assert(Deno.statSync(new URL(path!, root)).isFile, path);
  }
});

Deno.test("the README names every function of the namespaces, and every notebook", () => {
  const { places, plot, read, series, show, sleep } = lifeframe;
  const listed = readme.slice(
    readme.indexOf("## What is in it"),
    readme.indexOf("## The operations"),
  );
  for (const [name, space] of Object.entries({ places, plot, read, series, show, sleep })) {
    const rows = listed.split("\n").filter((row) => row.includes(`\`${name}\``)).join("\n");
    for (const [verb, value] of Object.entries(space)) {
      if (typeof value !== "function" || /^[A-Z]/.test(verb)) continue;
      assert(new RegExp(`\`${verb}\\b`).test(rows), `${name}.${verb} is not listed`);
    }
  }
  for (const { name } of Deno.readDirSync(new URL("notebooks", root))) {
    if (name.endsWith(".ipynb")) assertStringIncludes(readme, `](notebooks/${name})`);
  }
});
