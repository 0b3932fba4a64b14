import { assertEquals, assertRejects } from "@std/assert";
import { tmpdir } from "node:os";
import { withTempFolder } from "../../src/options/tempFolder.ts";

const there = (path: string): boolean => {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
};

Deno.test("a temporary folder is private, and removed even if its work fails", async () => {
  let path = "";
  await assertRejects(
    () =>
      withTempFolder(async (folder) => {
        path = folder;
        if (Deno.build.os !== "windows") {
          assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
        }
        await Deno.writeTextFile(`${folder}/night.db`, "x");
        throw new Error("failed");
      }),
    Error,
    "failed",
  );
  assertEquals([path !== "", there(path)], [true, false]);
});

Deno.test("a temporary folder that a terminated process left is removed after a day, other folders are not", async () => {
  const names = [1, 2].map(() => `${tmpdir()}/lifeframe.${crypto.randomUUID()}`);
  const [old = "", recent = ""] = names,
    other = `${tmpdir()}/lifeframe-notes-${crypto.randomUUID()}`;
  try {
    for (const name of [...names, other]) {
      await Deno.mkdir(name);
      await Deno.writeTextFile(`${name}/page.html`, "x");
    }
    const before = Date.now() / 1000 - 2 * 86_400;
    for (const name of [old, other]) await Deno.utime(name, before, before);
    await withTempFolder(() => Promise.resolve());
    assertEquals([old, recent, other].map(there), [false, true, true]);
  } finally {
    for (const name of [...names, other]) {
      await Deno.remove(name, { recursive: true }).catch(() => {});
    }
  }
});
