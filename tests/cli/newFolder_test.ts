import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { newFolderFiles } from "../../src/cli/newFolder.ts";

const task = new URL("../../src/cli/newFolder.ts", import.meta.url);

async function run(args: string[], cwd: string): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd }).output();
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, text: decode(stdout) + decode(stderr) };
}

const make = (folder: string): Promise<{ code: number; text: string }> =>
  run(["run", "--no-check", "-A", task.pathname, folder], ".");

Deno.test("task new makes a folder whose script, notebook and types work at once, without a warning", async () => {
  const parent = await Deno.makeTempDir();
  const folder = join(parent, "my days");
  const { code, text } = await make(folder);
  assertEquals(code, 0, text);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  assertEquals(names, [".gitignore", "deno.json", "first.ipynb", "first.ts"]);

  await run(["install"], folder); // what it downloads or links is said here
  const checked = await run(["check", "first.ts"], folder);
  assertEquals(checked.code, 0, checked.text);
  const script = await run(["task", "--quiet", "first"], folder);
  assertEquals(script.code, 0, script.text);
  assert(!/warning|error/i.test(script.text), script.text);
  assertStringIncludes(script.text, "nights.svg shows thirty nights");
  assertStringIncludes(await Deno.readTextFile(join(folder, "nights.svg")), "<svg");
  const notebook = await run(
    ["task", "--quiet", "notebook", "run", "first.ipynb", "--write"],
    folder,
  );
  assertEquals(notebook.code, 0, notebook.text);
  assertStringIncludes(notebook.text, "2 cells run, 0 failed");
  const { cells } = JSON.parse(await Deno.readTextFile(join(folder, "first.ipynb")));
  assertStringIncludes(JSON.stringify(cells.at(-1).outputs), "image/png");

  const again = await make(folder);
  assertEquals(again.code, 1);
  assertStringIncludes(again.text, "it is there, and has");
  await Deno.remove(parent, { recursive: true });
});

Deno.test("the task of a new folder names the notebook's program as one word of a shell, whatever its path", async () => {
  for (
    const project of ["/home/kim/life frame", "/home/kim/it's here", "/tmp/$(a) `b` \"c\" d'e'f"]
  ) {
    const { tasks } = JSON.parse(newFolderFiles(project)["deno.json"]!);
    const word = tasks.notebook.slice(tasks.notebook.indexOf("'"));
    const { stdout } = await new Deno.Command("sh", { args: ["-c", `printf %s ${word}`] }).output();
    assertEquals(new TextDecoder().decode(stdout), join(project, "src/cli/notebookTask.ts"));
  }
});

Deno.test("task new says what is wrong with the folder that it is given", async () => {
  assertStringIncludes((await make("tests/mine")).text, "it lies in this project");
  const missing = await run(["run", "--no-check", "-A", task.pathname], ".");
  assertEquals([missing.code, missing.text.split("\n")[0]], [
    2,
    "Cannot make a folder: FOLDER is missing",
  ]);
});
