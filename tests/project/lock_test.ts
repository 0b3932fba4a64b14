import { assertEquals } from "@std/assert";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => Deno.readTextFileSync(new URL(path, root));

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, unknown>>;
  readonly workspace: { readonly dependencies: readonly string[] };
}

const lock: Lock = JSON.parse(read("deno.lock"));
const contributors: Lock = JSON.parse(read("tools/deno.lock"));

// Deno installs every package of the lock, also one that a script has added and nothing imports.
Deno.test("the lock has only what deno.json imports", () => {
  const { specifiers, workspace } = lock;
  const left = Object.keys(specifiers).filter((name) => !workspace.dependencies.includes(name));
  assertEquals(left, [], "git checkout deno.lock; tests run with --lock=tools/deno.lock");
});

Deno.test("contributors' lock has the packages of users unchanged, and the packages of tools/packages/", () => {
  const differs = Object.keys(lock.npm).filter((name) =>
    JSON.stringify(lock.npm[name]) !== JSON.stringify(contributors.npm[name])
  );
  assertEquals(differs, []);
  const imported = [...Deno.readDirSync(new URL("tools/packages/", root))]
    .flatMap(({ name }) => read(`tools/packages/${name}`).match(/npm:(?:@[^/]+\/)?[^/"]+/g) ?? []);
  const added = Object.keys(contributors.specifiers).filter((name) => !(name in lock.specifiers));
  assertEquals(added.sort(), [...new Set(imported)].sort());
});

// With `links`, Deno writes to node_modules at each start, which fails in a read-only clone.
Deno.test("deno.json links no packages", () => {
  assertEquals(JSON.parse(read("deno.json")).links, undefined);
});

// A new lock file has the builds for both C libraries of Linux, 114 MB; Deno runs on glibc only.
Deno.test("the lock files leave out the builds for musl", () => {
  for (const { npm } of [lock, contributors]) {
    assertEquals(JSON.stringify(npm).match(/"[^"]*-musl\b[^"]*"/g) ?? [], [], "delete these lines");
  }
});

Deno.test("no build for musl is installed", () => {
  const installed: string[] = [];
  const packages = new URL("node_modules/.deno/", root);
  for (const { name } of Deno.readDirSync(packages)) {
    if (!/-musl@/.test(name)) continue;
    const visit = (folder: URL): void => {
      for (const entry of Deno.readDirSync(folder)) {
        if (entry.isDirectory) visit(new URL(`${entry.name}/`, folder));
        else if (entry.name.endsWith(".node")) installed.push(`${name}/${entry.name}`);
      }
    };
    visit(new URL(`${name}/`, packages));
  }
  assertEquals(installed, []);
});
