import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { newFolder } from "../../src/cli/newFolder.ts";
import { reproduce } from "../../src/cli/reproduce.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { notebookOf } from "../notebook/notebookOf.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { printed } from "./console.ts";

/** A study without lifeframe, which runs in a second: it counts its data and writes a result. */
const CELLS = [
  `const lines = Deno.readTextFileSync("data/nights.csv").split("\\n"); lines.length;`,
  `Deno.writeTextFileSync("results/count.txt", String(lines.length));`,
];

/** Makes a study with these cells in a folder, and returns its path. */
async function studyIn(parent: string, cells: readonly string[] = CELLS): Promise<string> {
  const folder = join(parent, "my study");
  assertEquals((await printed(() => newFolder([folder, "--study"]))).result, 0);
  await Deno.writeTextFile(join(folder, "study.ipynb"), formatNotebook(notebookOf(...cells)));
  await Deno.writeTextFile(join(folder, "data/nights.csv"), "7.5\n8.25");
  return folder;
}

Deno.test("a study made by `new --study` reproduces every number, chart and file", () =>
  inFolder(async (parent) => {
    const folder = join(parent, "a study");
    await printed(() => newFolder([folder, "--study"]));
    const kept = await printed(() => reproduce([folder, "--update"]));
    assertEquals([kept.result, kept.err], [0, ""]);
    const { result, out, err } = await printed(() => reproduce([folder]));
    assertEquals([result, err], [0, ""], out);
    assertMatch(out, /^study\.ipynb, cell \d+, chart \(\d+ numbers\) +same$/m);
    assertMatch(out, /^results\/report\.html +same$/m);
    assertMatch(out, /^All \d+ are the same\.$/m);
    const left = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
    assertEquals(left.filter((name) => name.startsWith(".reproduce")), []);
  }));

Deno.test("what differs is named: data, a number, a result, a file", () =>
  inFolder(async (parent) => {
    const folder = await studyIn(parent);
    await printed(() => reproduce([folder, "--update"]));
    assertEquals(await Deno.readTextFile(join(folder, "results/count.txt")), "2");
    await Deno.writeTextFile(join(folder, "data/nights.csv"), "7.5\n8.25\n6");
    await Deno.writeTextFile(join(folder, "data/more.csv"), "");
    const { result, out } = await printed(() => reproduce([folder]));
    assertEquals(result, 1);
    assertMatch(out, /^data\/README\.md +same$/m);
    assertMatch(out, /^data\/more\.csv +DIFFERS: is new$/m);
    assertMatch(out, /^data\/nights\.csv +DIFFERS: another content$/m);
    assertMatch(out, /^study\.ipynb, cell 1, text \(1 number\) +DIFFERS: 2 became 3$/m);
    assertMatch(out, /^results\/count\.txt +DIFFERS: another content$/m);
    assertMatch(out, /^4 of 5 differ\./m);
    assertEquals(await Deno.readTextFile(join(folder, "results/count.txt")), "2", "it is kept");
  }));

Deno.test("results and outputs that somebody changed or removed by hand are named", () =>
  inFolder(async (parent) => {
    const folder = await studyIn(parent, [
      ...CELLS,
      `Deno.writeTextFileSync("results/twice.txt", "4");`,
      `({ [Symbol.for("Jupyter.display")]: () => ({ "text/html": "<b>3.5</b>", "text/plain": "3.5" }) })`,
    ]);
    await printed(() => reproduce([folder, "--update"]));
    const notebook = join(folder, "study.ipynb"), text = await Deno.readTextFile(notebook);
    await Deno.writeTextFile(join(folder, "results/count.txt"), "9");
    await Deno.remove(join(folder, "results/twice.txt"));
    await Deno.writeTextFile(join(folder, "results/mine.txt"), "");
    await Deno.writeTextFile(notebook, text.replace('"3.5"', '"4.5"'));
    const { result, out } = await printed(() => reproduce([folder]));
    assertEquals(result, 1);
    assertMatch(out, /^results\/count\.txt +DIFFERS: the stored file was changed by hand$/m);
    assertMatch(out, /^results\/twice\.txt +DIFFERS: the stored file is missing$/m);
    assertMatch(out, /^results\/mine\.txt +DIFFERS: no notebook writes it$/m);
    assertMatch(out, /^study\.ipynb, cell 4, text \(1 number\) +DIFFERS: 4\.5 became 3\.5$/m);
    assertMatch(out, /^4 of 7 differ\./m);
  }));

Deno.test("a study that fails does not change, and the cell is named", () =>
  inFolder(async (parent) => {
    const folder = await studyIn(parent, [`Deno.writeTextFileSync("results/a", "1");`, "missing;"]);
    const before = await Deno.readTextFile(join(folder, "study.json"));
    const { result, err } = await printed(() => reproduce([folder, "--update"]));
    assertEquals(result, 1);
    assertStringIncludes(err, "Cannot reproduce study.ipynb: cell 2 failed: missing;");
    assertEquals(await Deno.readTextFile(join(folder, "study.json")), before);
    assert(!Array.from(Deno.readDirSync(folder)).some(({ name }) => name === "results"));
  }));

Deno.test("a folder without a study is rejected with advice", () =>
  inFolder(async (parent) => {
    const run = async (...args: string[]) => {
      const { result, err } = await printed(() => reproduce(args));
      return [result, err] as const;
    };
    const [code, said] = await run(parent);
    assertEquals(code, 1);
    assertMatch(said, /study\.json is missing\. `.* new FOLDER --study` creates a study\.$/);
    const folder = await studyIn(parent);
    assertMatch((await run(folder, "--timeout", "no"))[1], /--timeout is no, expected more than 0/);
    await Deno.remove(join(folder, "study.ipynb"));
    assertMatch((await run(folder))[1], /it contains no notebook \(\*\.ipynb\)$/);
    await Deno.writeTextFile(join(folder, "study.json"), "{");
    assertMatch((await run(folder))[1], /study\.json is damaged/);
  }));
