import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { notebookCommand } from "../../src/cli/notebook.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { notebookOf } from "../notebook/notebookOf.ts";
import { printed, withEnv } from "./console.ts";

/** Runs the command in this process; returns its exit code and output. */
async function call(...args: string[]): Promise<[code: number, out: string, err: string]> {
  const { result, out, err } = await printed(() => notebookCommand(args));
  return [result, out, err];
}

Deno.test("notebook prints its usage on request, and as an error without arguments", async () => {
  for (const args of [["help"], ["--help"], ["-h"], ["run", "--help"], ["lab", "-h"]]) {
    const [code, out, err] = await call(...args);
    assertEquals([code, err], [0, ""], args.join(" "));
    assertMatch(out, /^Usage:\n {2}deno task notebook run FILE/);
    assertStringIncludes(out, "notebook --help");
  }
  const [code, out, err] = await call();
  assertEquals([code, out], [2, ""]);
  assertMatch(err, /^Usage:/);
  assertMatch(
    (await call("walk"))[2],
    /^Cannot use "walk": the commands are run, export, lab and install/,
  );
});

Deno.test("notebook export accepts one file, and does not replace it", () =>
  inFolder(async (folder) => {
    const file = `${folder}/a.ipynb`, said = "Cannot export: expected one file, and no --write";
    await Deno.writeTextFile(file, formatNotebook(notebookOf("1")));
    assertEquals(await call("export", file, file), [2, "", said]);
    assertEquals(await call("export", file, "--write"), [2, "", said]);
    assertEquals(await call("export", file, file, "--write"), [2, "", said]);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  }));

Deno.test("notebook run reports conflicting arguments and invalid numbers of seconds", async () => {
  const cases: [args: string[], message: string][] = [
    [[], "Cannot run: FILE is missing"],
    [["a", "b", "--out", "c"], "Cannot run: --out only works with a single file"],
    [["a", "--write", "--out", "b"], "Cannot run: --write and --out cannot be combined"],
    [["a", "--timeout", "0"], "--timeout is 0, expected more than 0 and at most 86400 seconds"],
    [["a", "--timeout", "86400.5"], "--timeout is 86400.5, expected more than 0 and at most 86400"],
    [["a", "--timeout", "x"], "--timeout is x"],
    [["a", "--set", "month"], "Cannot run: --set month is not NAME=VALUE"],
    [["a", "--set", "=2025"], "Cannot run: --set =2025 is not NAME=VALUE"],
    [["a", "--wirte"], 'unknown option --wirte; did you mean "--write"?'],
  ];
  for (const [args, message] of cases) {
    const [code, out, err] = await call("run", ...args);
    assertEquals([code, out], [2, ""], args.join(" "));
    assertStringIncludes(err, message);
  }
  for (const words of [["--timeout", "86400"], ["--timeout", "0.001"], ["--set", "n=1"]]) {
    const [code, , err] = await call("run", "/nowhere/a.ipynb", ...words); // valid, unlike the file
    assertEquals([code, err], [1, "Cannot read /nowhere/a.ipynb: the file does not exist"]);
  }
});

Deno.test("notebook reports whether an unreadable file is missing or a folder", () =>
  inFolder(async (folder) => {
    assertEquals((await call("run", folder))[2], `Cannot read ${folder}: it is a folder`);
    const none = `${folder}/none.ipynb`;
    assertEquals((await call("export", none))[2], `Cannot read ${none}: the file does not exist`);
    await Deno.writeTextFile(none, "no JSON");
    assert((await call("run", none))[2].startsWith(`Cannot read ${none}: it is not JSON: `));
  }));

/** Creates a JupyterLab that prints its arguments, in a folder used as home and PATH. */
async function withLab(work: (home: string, said: () => Promise<string>) => Promise<void>) {
  await inFolder(async (folder) => {
    const home = await Deno.realPath(folder);
    const program = `#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "$*" > ${home}/said\nexit 7\n`;
    await Deno.writeTextFile(`${home}/jupyter-lab`, program, { mode: 0o755 });
    const variables = { PATH: `${home}:/usr/bin:/bin`, HOME: home, XDG_DATA_HOME: `${home}/data` };
    const said = async () => (await Deno.readTextFile(`${home}/said`)).trim();
    await withEnv(variables, () => work(home, said));
  });
}

Deno.test("notebook lab passes on arguments after --, even without a folder", () =>
  withLab(async (home, said) => {
    const [code, out] = await call("lab", "--", "--no-browser", "--port", "8888");
    assertEquals([code, await said()], [7, "--no-browser --port 8888 ./notebooks"]);
    assertMatch(out, /^Deno notebooks run in the kernel Deno \(lifeframe\), by /m);
    await call("lab", home, "--", "--no-browser", home);
    assertEquals(await said(), `--no-browser ${home} ${home}`);
    await call("lab", home);
    assertEquals(await said(), home);
    await call("lab");
    assertEquals(await said(), "./notebooks");
  }));

Deno.test("notebook lab accepts one existing folder and no options", async () => {
  const [code, out, err] = await call("lab", "docs", "notebooks");
  assertEquals([code, out], [2, ""]);
  assertEquals(err, "Cannot start JupyterLab: expected one folder, got 2");
  assertEquals(await call("lab", "/nowhere"), [
    1,
    "",
    "Cannot start JupyterLab: the folder /nowhere does not exist",
  ]);
  assertEquals(
    (await call("lab", "deno.json"))[2],
    "Cannot start JupyterLab: the folder deno.json does not exist",
  );
  assertStringIncludes((await call("lab", "--port", "1"))[2], "unknown option --port");
});

Deno.test("notebook lab explains how to install JupyterLab if it is missing", () =>
  inFolder((folder) =>
    withEnv({ PATH: folder, HOME: folder }, async () => {
      const [code, out, err] = await call("lab");
      assertEquals([code, out], [1, ""]);
      assertMatch(err, /^Cannot start JupyterLab: neither .*\n {2}pipx install jupyterlab/);
    })
  ));

Deno.test("notebook run and export write the results, print the path, and exit with 1 if a cell failed", () =>
  inFolder(async (folder) => {
    const file = (name: string): string => `${folder}/${name}`;
    const good = formatNotebook(notebookOf("40 + 2"));
    const bad = formatNotebook(notebookOf("1", 'throw new RangeError("boo")'));
    await Deno.writeTextFile(file("good.ipynb"), good);
    await Deno.writeTextFile(file("bad.ipynb"), bad);
    const [code, out, err] = await call("run", file("good.ipynb"), file("bad.ipynb"), "--write");
    assertEquals(code, 1);
    assertMatch(out, /^\S+good.ipynb\ncells\[0\] {2}\d+ ms {2}outputs: 1 \(execute_result\)\n/);
    assertStringIncludes(out, `1 cell run, 0 failed, written to ${file("good.ipynb")}\n`);
    assertMatch(
      out,
      /bad.ipynb\n.*\ncells\[1\] .* {2}FAILED\n2 cells run, 1 failed, nothing written$/,
    );
    assertMatch(
      err,
      /^cells\[1\] failed: throw new RangeError\("boo"\)\nRangeError: boo/,
    );
    assertStringIncludes(await Deno.readTextFile(file("good.ipynb")), '"42"');
    assertEquals(await Deno.readTextFile(file("bad.ipynb")), bad);

    const page = file("good.html");
    const exported = await call("export", file("good.ipynb"));
    assertEquals([exported[0], exported[2]], [0, ""]);
    assertStringIncludes(exported[1], `1 cell run, 0 failed, written to ${page}`);
    const html = await Deno.readTextFile(page);
    for (
      const part of [
        "Made with",
        "lifeframe ",
        "npx -y deno@2.9.6 task --quiet notebook export good.ipynb",
      ]
    ) {
      assertStringIncludes(html, part);
    }
    assertEquals((await call("export", file("bad.ipynb"), "--out", file("bad.html")))[0], 1);
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
    assertEquals(names, ["bad.ipynb", "good.html", "good.ipynb"]);
  }));

Deno.test("notebook run stops a cell that exceeds its time limit", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/a.ipynb`,
      formatNotebook(notebookOf("await new Promise(() => {})")),
    );
    const start = performance.now();
    const [code, , err] = await call("run", `${folder}/a.ipynb`, "--timeout", "0.5");
    assertEquals(code, 1);
    assertMatch(err, /0\.5 s|500 ms/);
    assert(performance.now() - start >= 500);
  }));
