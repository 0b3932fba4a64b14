import { assertEquals, assertRejects } from "@std/assert";
import { replaceFile } from "../../src/options/replaceFile.ts";

const names = (folder: string): string[] =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("a file is replaced completely, keeps its mode, and leaves no other file behind", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/page.html`;
  await Deno.writeTextFile(path, "old", { mode: 0o640 });
  const left = `${path}.${crypto.randomUUID()}`, recent = `${path}.${crypto.randomUUID()}`;
  const other = `${folder}/page.html.bak`;
  for (const each of [left, recent, other]) await Deno.writeTextFile(each, "x");
  for (const each of [left, other]) await Deno.utime(each, 0, 0);
  await replaceFile("save the page", path, "new");
  assertEquals(await Deno.readTextFile(path), "new");
  assertEquals((await Deno.stat(path)).mode! & 0o777, 0o640);
  // Deletes a draft of a process that has exited, but keeps one that may still be written.
  assertEquals(
    names(folder),
    ["page.html", "page.html.bak", recent.slice(folder.length + 1)].sort(),
  );
  await Deno.remove(folder, { recursive: true });
});

Deno.test("replaceFile() writes to the target of a link", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/target`, "old");
  await Deno.symlink(`${folder}/target`, `${folder}/link`);
  await replaceFile("save the page", `${folder}/link`, "new");
  assertEquals(await Deno.readTextFile(`${folder}/target`), "new");
  assertEquals((await Deno.lstat(`${folder}/link`)).isSymlink, true);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a path where no file can be written is reported with the action and a remedy", async () => {
  const folder = await Deno.makeTempDir(), file = `${folder}/file`;
  await Deno.writeTextFile(file, "");
  for (
    const [path, reason] of [
      ["/nowhere/at/all.html", "its folder does not exist. Create it first."],
      [`${file}/all.html`, "a file is where a folder should be. Choose another path."],
      [folder, "it is a folder. Add the name of a file."],
    ] as const
  ) {
    const error = await assertRejects(() => replaceFile("save the page", path, "new"), Error);
    assertEquals(error.message, `Cannot save the page as ${path}: ${reason}`);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the permission to write one file is enough", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/page.html`, script = `${folder}/a.ts`;
  const module = new URL("../../src/options/replaceFile.ts", import.meta.url);
  await Deno.writeTextFile(
    script,
    `import { replaceFile } from "${module}";\nawait replaceFile("save", Deno.args[0], "new");`,
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      "--allow-read",
      `--allow-write=${path}`,
      script,
      path,
    ],
  }).output();
  assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
  assertEquals(await Deno.readTextFile(path), "new");
  await Deno.remove(folder, { recursive: true });
});
