import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url);

/** The modules of this library that Deno reads for an entry, by its own account. */
async function modulesOf(entry: string): Promise<string[]> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--frozen", new URL(entry, root).href],
    cwd: root,
  }).output();
  assert(success);
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: { specifier: string }[];
  };
  return modules.map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith(`${root}src/`))
    .map((specifier) => specifier.slice(root.href.length));
}

const ENTRIES = Object.entries(config.exports).filter(([name]) => name !== ".");

Deno.test("each namespace, and the client, can be imported by itself", async () => {
  assertEquals(ENTRIES.map(([name]) => name), [
    "./client",
    "./places",
    "./plot",
    "./range",
    "./read",
    "./series",
    "./sleep",
  ]);
  const whole: Record<string, unknown> = await import("../../mod.ts");
  for (const [name, path] of ENTRIES) {
    const entry: Record<string, unknown> = await import(new URL(path, root).href);
    const same = name === "./client" ? whole : whole[name.slice(2)] as Record<string, unknown>;
    for (const key of Object.keys(entry)) assertEquals(entry[key], same[key], `${name} ${key}`);
    assert(Object.keys(entry).length > 3, name);
  }
});

Deno.test("no entry reads the service, its store or the sample before demo() is called", async () => {
  for (const [name, path] of ENTRIES) {
    const modules = await modulesOf(path);
    assert(modules.length > 3, name);
    assertEquals(modules.filter((path) => /^src\/(service|store|sample|cohort)\//.test(path)), []);
  }
  const all = await modulesOf("mod.ts");
  const late = all.filter((path) => /^src\/(service|store)\//.test(path));
  assertEquals(late, ["src/service/types/units.ts"], "a table of units, which workouts need");
  assert(!all.includes("src/app/sample/ingestSample.ts"));
});
