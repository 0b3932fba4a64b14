import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";

interface Graph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly isDynamic?: boolean;
      readonly code?: { readonly specifier?: string };
    }[];
  }[];
}

/** Lists the modules that an import loads, at any depth; type imports load nothing. */
async function loadedBy(path: string): Promise<Set<string>> {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--lock=tools/deno.lock", file],
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const found = new Set<string>();
  const visit = (specifier: string): void => {
    if (found.has(specifier)) return;
    found.add(specifier);
    for (const one of byName.get(specifier)?.dependencies ?? []) {
      if (one.isDynamic !== true && one.code?.specifier) visit(one.code.specifier);
    }
  };
  roots.forEach(visit);
  return found;
}

Deno.test("the client loads neither schemas nor zod, only their types", async () => {
  const loaded = await loadedBy("src/client/connect.ts");
  assert(loaded.size > 50);
  const schemas = [...loaded].filter((name) => /src\/schema\/|zod/.test(name));
  assertEquals(schemas.map((name) => name.replace(/.*\/src\//, "src/")), ["src/schema/enums.ts"]);
});

Deno.test("the service loads the schemas, which proves that this test detects them", async () => {
  const loaded = [...await loadedBy("src/service/createService.ts")];
  assert(loaded.some((name) => name.endsWith("src/schema/tags.ts")));
  assert(loaded.some((name) => name.includes("zod")));
});
