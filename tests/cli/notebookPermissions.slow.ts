import { assertEquals, assertThrows } from "@std/assert";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { notebookPermissions } from "../../src/cli/notebookPermissions.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { notebookOf } from "../notebook/notebookOf.ts";

const read = (...args: string[]): string | undefined =>
  notebookPermissions(args).find((flag) => flag.startsWith("--allow-read"));

Deno.test("a notebook can be read in the project, the temporary folder and its own folder", () => {
  const libraries = fileURLToPath(new URL("../../node_modules", import.meta.url)); // needed to render charts
  assertEquals(read("run", "/a/b/c.ipynb"), `--allow-read=.,${tmpdir()},/a/b,${libraries}`);
  assertEquals(
    read("run", "notebooks/c.ipynb"),
    `--allow-read=.,${tmpdir()},notebooks,${libraries}`,
  );
  assertEquals(read("run", "c.ipynb", "--write"), `--allow-read=.,${tmpdir()},${libraries}`);
  assertEquals(
    notebookPermissions(["export", "--out", "/d/e.html", "--timeout", "9", "/a/c.ipynb"]),
    [
      `--allow-run=${Deno.execPath()}`,
      "--allow-net=127.0.0.1",
      `--allow-read=.,${tmpdir()},/a,/d`,
      `--allow-write=.,${tmpdir()},/a,/d`,
    ],
  );
  assertEquals(read("--help"), `--allow-read=.,${tmpdir()}`);
});

Deno.test("a folder with a comma in its path is rejected", () => {
  assertThrows(() => notebookPermissions(["run", "/a,b/c.ipynb"]), RangeError, "/a,b:");
});

// A folder outside the project and the temporary folder.
Deno.test("deno task notebook run writes a notebook outside the project, and exits with its code", async () => {
  const folder = await Deno.makeTempDir({ dir: "/var/tmp" });
  try {
    for (const [source, expected] of [["1 + 1", 0], ["throw new Error('no')", 1]] as const) {
      const file = `${folder}/a b.ipynb`;
      await Deno.writeTextFile(file, formatNotebook(notebookOf(source)));
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", "--quiet", "notebook", "run", file, "--write"],
        cwd: new URL("../../", import.meta.url),
        stdout: "null",
      }).output();
      assertEquals(code, expected, new TextDecoder().decode(stderr));
      const written = (await Deno.readTextFile(file)).includes('"execute_result"');
      assertEquals(written, expected === 0);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
