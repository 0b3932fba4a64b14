import { assert, assertEquals } from "@std/assert";

interface Module {
  specifier: string;
  dependencies?: { isDynamic?: boolean; code?: { specifier: string } }[];
}

Deno.test("importing the toolkit loads no code of cohorts or gRPC until a cohort is opened", () => {
  const root = new URL("../../mod.ts", import.meta.url).href;
  const { stdout, success } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--lock=tools/deno.lock", root],
  }).outputSync();
  assert(success);
  const modules = JSON.parse(new TextDecoder().decode(stdout)).modules as Module[];
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const load = (specifier: string): void => {
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    for (const { isDynamic, code } of byName.get(specifier)?.dependencies ?? []) {
      if (isDynamic !== true && code !== undefined) load(code.specifier);
    }
  };
  load(root);
  assert(loaded.size > 100, "the walk has found the toolkit");
  const names = [...loaded].filter((name) => name.includes("/src/cohort/"))
    .map((name) => name.split("/src/cohort/")[1]!).sort();
  // The error classes are small, and users need them for instanceof.
  const errors = ["cohortError.ts", "query.ts", "spark/sparkError.ts"];
  assertEquals(names, ["cohort.ts", ...errors, "withdrawPeople.ts", "writeCohort.ts"]);
  assertEquals([...loaded].filter((name) => name.includes("grpc")), []);
});
