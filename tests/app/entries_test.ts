import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url);

/** Matches an import or re-export, with optional braces and its module. */
const IMPORT =
  /^(?:import|export)(?! type\b)(?:\s+[^"{;]*)?(?:\{([^}]*)\}\s*from\s*|from\s*)?\s*"(\.[^"]+)"/gm;
/** Matches `import("...")` as a value: Deno loads its module together with the importing one. */
const LITERAL = /(?<!typeof )\bimport\(\s*"(\.[^"]+)"\s*\)/g;

/**
 * Returns the library's modules that an entry needs as code, excluding types, from each module's
 * text.
 */
async function modulesOf(entry: string): Promise<string[]> {
  const found = new Set<string>(), open = [new URL(entry, root).href];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (found.has(url)) continue;
    found.add(url);
    const text = (await Deno.readTextFile(new URL(url))).replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const [, braces, path] of text.matchAll(IMPORT)) {
      const names = braces?.split(",").filter((name) => name.trim() !== "") ?? [];
      const onlyTypes = names.length > 0 && names.every((name) => name.trim().startsWith("type "));
      if (!onlyTypes && path!.endsWith(".ts")) open.push(new URL(path!, url).href);
    }
    for (const [, path] of text.matchAll(LITERAL)) open.push(new URL(path!, url).href);
  }
  return [...found].map((url) => url.slice(root.href.length));
}

/** Entries that re-export another package, with the version in use. */
const PACKAGES: readonly string[] = ["./observable-plot", "./polars"];

/** The entry that contains no code. */
const TYPES = "./types";

const ENTRIES = Object.entries(config.exports)
  .filter(([name]) => name !== "." && name !== TYPES && !PACKAGES.includes(name));

Deno.test("Polars and Observable Plot can be imported in the versions that this library uses", async () => {
  const [plot, polars] = await Promise.all(
    PACKAGES.map((name) => import(new URL(config.exports[name as "./polars"], root).href)),
  );
  assertEquals(typeof plot.plot, "function");
  assertEquals(polars.default.DataFrame({ a: [1, 2] }).height, 2);
});

Deno.test("each namespace and the client can be imported separately", async () => {
  assertEquals(ENTRIES.map(([name]) => name), [
    "./client",
    "./experiment",
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
    assert(Object.keys(entry).length > 1, name);
  }
});

Deno.test("the types entry loads no code of this library", async () => {
  assertEquals(await modulesOf(config.exports[TYPES]), ["types.ts"]);
  assertEquals(Object.keys(await import(new URL(config.exports[TYPES], root).href)), []);
});

Deno.test("no entry loads the service, its store or the sample before demo() is called", async () => {
  for (const [name, path] of ENTRIES) {
    const modules = await modulesOf(path);
    assert(modules.length > 3, name);
    assertEquals(modules.filter((path) => /^src\/(service|store|sample|cohort)\//.test(path)), []);
  }
  const all = await modulesOf("mod.ts");
  const late = all.filter((path) => /^src\/(service|store)\//.test(path));
  assertEquals(late, []);
  assert(!all.includes("src/app/sample/ingestSample.ts"));
});
