import { assert, assertEquals } from "@std/assert";
import plugin, { MAY_IMPORT, OTHERS, refusal, refusalOfDeno, ROOMS } from "./importRule.ts";

/** The most files that a newcomer can take in at a glance. */
const MOST_FILES = 25;

/** Maximum for the folders whose files are public verbs, and for plot/, with a file per chart. */
const MOST_VERBS = 40, MOST_CHARTS = 40;

Deno.test("the import rule rejects what the design forbids, and allows the rest", () => {
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
  assertEquals(refusal(file("sleep/a.ts"), "d3-array", false), undefined);
  assertEquals(refusal(file("sleep/a.ts"), "node:path", false), undefined);
  assert(refusal(file("sleep/a.ts"), "zod", true), "a package that only the service may import");
});

Deno.test("modules published for Node do not use APIs that only Deno has", () => {
  for (const path of ["read/zip/a.ts", "store/a.ts", "app/report.ts"]) {
    assert(refusalOfDeno(`/project/src/${path}`), path);
    assert(refusal(`/project/src/${path}`, "../../deno.json", false), path);
  }
  for (const path of ["src/cli/a.ts", "src/cohort/local/a.ts", "tests/read/a_test.ts"]) {
    assertEquals(refusalOfDeno(`/project/${path}`), undefined);
  }
  const found = Deno.lint.runPlugin(plugin, "/project/src/read/a.ts", "Deno.open(path);");
  assertEquals(found.map(({ id }) => id), ["lifeframe/no-deno-in-packed"]);
});

Deno.test("the import rule only allows Polars in frame/, including its types", () => {
  const file = (path: string) => `/project/src/${path}`;
  for (const path of ["series/windows/a.ts", "cohort/a.ts", "client/response/a.ts", "show/a.ts"]) {
    assert(refusal(file(path), "nodejs-polars", false), path);
    assert(refusal(file(path), "nodejs-polars", true), path);
  }
  assertEquals(refusal(file("frame/polars/a.ts"), "nodejs-polars", false), undefined);
  assertEquals(refusal(file("series/a.ts"), "../frame/polars/rearrange.ts", false), undefined);
});

Deno.test("the import rule keeps the rooms of a folder in order", () => {
  const file = "/project/src/service/auth/a.ts";
  assertEquals(refusal(file, "./b.ts", false), undefined);
  assertEquals(refusal(file, "../http/b.ts", false), undefined);
  assert(refusal(file, "../records/b.ts", true), "not even a type");
  assert(refusal(file, "../router.ts", true), "the folder's own files lie above its rooms");
  assertEquals(refusal("/project/src/service/router.ts", "./records/b.ts", false), undefined);
});

Deno.test("the import rule rejects imports between vendors' readers, except FIT", () => {
  const file = "/project/src/read/garmin/a.ts";
  assertEquals(refusal(file, "../fit/b.ts", false), undefined);
  assertEquals(refusal(file, "../export/b.ts", false), undefined);
  assert(refusal(file, "../oura/b.ts", true));
  assert(refusal("/project/src/read/fit/a.ts", "../garmin/b.ts", true));
  assert(refusal("/project/src/read/export/a.ts", "../garmin/b.ts", true));
});

Deno.test("the import rule knows every room", () => {
  const src = new URL("../../src/", import.meta.url);
  for (const [folder, rooms] of Object.entries(ROOMS)) {
    const found = [...Deno.readDirSync(new URL(folder, src))]
      .filter((entry) => entry.isDirectory).map((entry) => entry.name);
    const isListed = (name: string) => rooms.includes(name);
    const expected = rooms.filter((room) => room !== OTHERS);
    assertEquals(
      rooms.includes(OTHERS) ? found.filter(isListed).sort() : found.sort(),
      [...expected].sort(),
      folder,
    );
  }
});

Deno.test("no folder or room has more than about 25 files", () => {
  const crowded: string[] = [];
  const visit = (folder: URL): void => {
    const entries = [...Deno.readDirSync(folder)];
    const files = entries.filter(({ isFile, name }) => isFile && name.endsWith(".ts"));
    const isVerbs = /\/src\/(series|sleep)\/$/.test(folder.href); // each file is a public verb
    const most = folder.href.endsWith("/src/plot/")
      ? MOST_CHARTS
      : isVerbs
      ? MOST_VERBS
      : MOST_FILES;
    if (files.length > most) crowded.push(`${folder}: ${files.length}`);
    for (const { isDirectory, name } of entries) {
      if (isDirectory) visit(new URL(`${name}/`, folder));
    }
  };
  visit(new URL("../../src/", import.meta.url));
  assertEquals(crowded, []);
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

Deno.test("the lint run rejects the pathname of a file URL, which is not a path", () => {
  const found = (code: string): string[] =>
    Deno.lint.runPlugin(plugin, "/project/tests/a_test.ts", code).map(({ id }) => id);
  for (
    const code of [
      'const path = new URL("../a", import.meta.url).pathname;',
      'const path = decodeURIComponent(new URL(import.meta.resolve("a")).pathname);',
      'const file = new URL("./a.ts", import.meta.url);\nrun(file.pathname);',
      "const path = new URL(`file://${folder}`).pathname;",
      "const path = source instanceof URL ? source.pathname : source;",
      "const path = pathToFileURL(folder).pathname;",
    ]
  ) {
    assertEquals(found(code), ["lifeframe/no-pathname-of-file-url"], code);
  }
  assertEquals(found("const { pathname } = new URL(request.url);"), []);
  assertEquals(found("const route = new URL(request.url).pathname;"), []);
});
