import { assert, assertEquals } from "@std/assert";
import plugin, { MAY_IMPORT, refusal } from "./importRule.ts";

Deno.test("the import rule refuses what the design forbids and allows the rest", () => {
  const file = (path: string) => `/project/src/${path}`;
  assert(refusal(file("client/a.ts"), "../service/b.ts", false));
  assert(refusal(file("service/a.ts"), "../client/b.ts", false));
  assert(refusal(file("time/a.ts"), "../frame/b.ts", true));
  assert(refusal(file("sleep/a.ts"), "../../mod.ts", false));
  assert(
    refusal(file("cohort/spark/a.ts"), "../../app/b.ts", false),
    "a room is part of its folder",
  );
  assertEquals(refusal(file("cohort/spark/a.ts"), "../../frame/b.ts", false), undefined);
  assertEquals(refusal(file("cohort/spark/a.ts"), "../query.ts", false), undefined);
  assert(refusal(file("api/a.ts"), "../time/instant.ts", false), "a value is not a type");
  assertEquals(refusal(file("api/a.ts"), "../time/instant.ts", true), undefined);
  assertEquals(refusal(file("sleep/a.ts"), "../series/b.ts", false), undefined);
  assertEquals(refusal(file("sleep/a.ts"), "./b.ts", false), undefined);
  assertEquals(refusal(file("sleep/a.ts"), "zod", false), undefined);
});

Deno.test("the import rule reports imports, re-exports and dynamic imports in the lint run", () => {
  for (
    const code of [
      'import { a } from "../service/a.ts";',
      'export { a } from "../service/a.ts";',
      'export * from "../service/a.ts";',
      'await import("../service/a.ts");',
    ]
  ) {
    const found = Deno.lint.runPlugin(plugin, "/project/src/client/x.ts", code);
    assertEquals(
      found.map((each) => each.message),
      ["src/client must not import from src/service"],
      code,
    );
  }
});

Deno.test("the import rule knows every folder of src/", () => {
  const folders = [...Deno.readDirSync(new URL("../../src", import.meta.url))]
    .filter((entry) => entry.isDirectory).map((entry) => entry.name);
  assertEquals(folders.filter((folder) => MAY_IMPORT[folder] === undefined), []);
});
