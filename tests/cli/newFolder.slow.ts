import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolderFiles } from "../../src/cli/args/folderFiles.ts";
import { newFolder } from "../../src/cli/newFolder.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { printed, withEnv } from "./console.ts";

const task = new URL("../../src/cli/newFolder.ts", import.meta.url);

async function run(args: string[], cwd: string): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd }).output();
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, text: decode(stdout) + decode(stderr) };
}

const make = (folder: string): Promise<{ code: number; text: string }> =>
  run(["run", "--no-check", "-A", fileURLToPath(task), folder], ".");

Deno.test("task new creates a folder with a script, a notebook and types that work without warnings", async () => {
  const parent = await Deno.makeTempDir();
  const folder = join(parent, "my days");
  const { code, text } = await make(folder);
  assertEquals(code, 0, text);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  assertEquals(names, [".absent", ".gitignore", "deno.json", "first.ipynb", "first.ts"]);

  await run(["install"], folder); // prints downloads and links here
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
  assertStringIncludes(again.text, "it exists and contains");
  await Deno.remove(parent, { recursive: true });
});

Deno.test("the task of a new folder quotes the path of the notebook's program for the shell", async () => {
  for (
    const project of ["/home/kim/life frame", "/home/kim/it's here", "/tmp/$(a) `b` \"c\" d'e'f"]
  ) {
    const { tasks } = JSON.parse(newFolderFiles(project)["deno.json"]!);
    const word = tasks.notebook.slice(tasks.notebook.indexOf("'")).replace(/ notebook$/, "");
    const { stdout } = await new Deno.Command("sh", { args: ["-c", `printf %s ${word}`] }).output();
    assertEquals(new TextDecoder().decode(stdout), join(project, "src/cli/lifeframe.ts"));
  }
});

Deno.test("task new reports a problem with the given folder", async () => {
  assertStringIncludes((await make("tests/mine")).text, "it is inside of this project");
  const missing = await run(["run", "--no-check", "-A", fileURLToPath(task)], ".");
  assertEquals([missing.code, missing.text.split("\n")[0]], [
    2,
    "Cannot make a folder: FOLDER is missing",
  ]);
});

Deno.test("the script of a new folder can only write there and to the sample's folder", async () => {
  const mayWrite = (variables: Record<string, string | undefined>): Promise<string | undefined> =>
    withEnv({ HOME: undefined, XDG_CACHE_HOME: undefined, ...variables }, () => {
      const { tasks } = JSON.parse(newFolderFiles("/project")["deno.json"]!);
      return /'--allow-write=([^']*)' first\.ts$/.exec(tasks.first)?.[1];
    });
  if (Deno.build.os !== "linux") return; // other platforms use another folder
  assertEquals(await mayWrite({ XDG_CACHE_HOME: "/kept" }), ".,/kept/lifeframe");
  assertEquals(await mayWrite({ HOME: "/home/kim" }), ".,/home/kim/.cache/lifeframe");
  assertEquals(await mayWrite({}), ".");
  assertEquals(await mayWrite({ HOME: "/home/kim,lee" }), ".", "a comma ends a path there");
});

Deno.test("the script of a new folder loads Polars and reads the environment without a prompt", () => {
  const { tasks, imports, nodeModulesDir } = JSON.parse(newFolderFiles("/project")["deno.json"]!);
  const flags = tasks.first.split(/ '?--allow-write=/)[0].split(" ").slice(2);
  assertEquals(tasks.first.slice(0, 8), "deno run");
  assertEquals(flags, [
    ...["--quiet", "--no-prompt", "--allow-ffi", "--allow-read", "--allow-sys", "--allow-env"],
  ]);
  assertEquals(
    tasks.notebook,
    "deno run --quiet --no-prompt --allow-run --allow-read --allow-env --allow-sys=uid,gid '/project/src/cli/lifeframe.ts' notebook",
  );
  assertEquals(nodeModulesDir, "auto");
  assertEquals(imports["@lifeframe/lifeframe"], "file:///project/mod.ts");
  assertEquals(imports["@lifeframe/lifeframe/sleep"], "file:///project/src/sleep/mod.ts");
  assertEquals(imports["@lifeframe/lifeframe/types"], "file:///project/types.ts");
});

Deno.test("the notebook of a new folder uses Deno's kernel, with a heading and cells that have not run", () => {
  const { cells, metadata, nbformat, nbformat_minor } = JSON.parse(
    newFolderFiles("/project")["first.ipynb"]!,
  );
  assertEquals([nbformat, nbformat_minor, metadata.kernelspec.name], [4, 5, "deno"]);
  assertEquals(metadata.kernelspec.language, metadata.language_info.name);
  assertEquals(metadata.language_info.file_extension, ".ts");
  assertEquals(
    cells.map((cell: { id: string; cell_type: string }) => [cell.id, cell.cell_type]),
    [["cell-1", "markdown"], ["cell-2", "code"], ["cell-3", "code"]],
  );
  for (const { outputs, execution_count } of cells.slice(1)) {
    assertEquals([outputs, execution_count], [[], null]);
  }
  assertEquals("outputs" in cells[0], false);
});

Deno.test("task new in this process creates files, reports them, and does not replace them", () =>
  inFolder(async (parent) => {
    const folder = join(parent, "deep", "mine");
    const { result, out, err } = await printed(() => newFolder([folder]));
    assertEquals([result, err], [0, ""]);
    assertStringIncludes(out, `${folder} is there. Next:\n  cd ${folder}\n`);
    assertStringIncludes(out, "\nmine imports this project from its folder");
    const home = join(import.meta.dirname!, "../..") + "/";
    for (const [name, text] of Object.entries(newFolderFiles(home))) {
      assertEquals(await Deno.readTextFile(join(folder, name)), text);
    }
    const again = await printed(() => newFolder([folder]));
    assertEquals([again.result, again.out], [1, ""]);
    const file = join(parent, "file");
    await Deno.writeTextFile(file, "");
    const onFile = await printed(() => newFolder([file]));
    assertEquals(onFile.result, 1);
    assertStringIncludes(onFile.err, `Cannot make ${file}: `);
    const empty = join(parent, "empty");
    await Deno.mkdir(empty);
    assertEquals((await printed(() => newFolder([empty]))).result, 0);
    for (const args of [[], ["a", "b"], ["--here"]]) {
      const wrong = await printed(() => newFolder(args));
      assertEquals([wrong.result, wrong.out], [2, ""]);
      assertStringIncludes(wrong.err, "Usage: deno task new FOLDER");
    }
    const inside = await printed(() => newFolder([join(home, "mine")]));
    assertEquals(inside.result, 1);
    assertStringIncludes(inside.err, "it is inside of this project");
    assertEquals((await printed(() => newFolder(["--help"]))).result, 0);
  }));
