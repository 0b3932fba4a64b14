import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import type { CodeCell, Notebook } from "../../src/notebook/format/nbformat.ts";
import { notebookOf } from "./notebookOf.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const COMMAND = fileURLToPath(new URL("../../src/cli/notebook.ts", import.meta.url));

interface CallOptions {
  readonly env?: Record<string, string>;
  readonly flags?: readonly string[];
}

function start(args: readonly string[], { env = {}, flags = ["-A"] }: CallOptions = {}) {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", ...flags, COMMAND, ...args],
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function call(args: readonly string[], options?: CallOptions) {
  const { code, stdout, stderr } = await start(args, options).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function write(file: string, notebook: Notebook): Promise<string> {
  const text = formatNotebook(notebook);
  await Deno.writeTextFile(file, text);
  return text;
}

Deno.test("notebook run prints a line for each cell, and writes nothing", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/a.ipynb`;
    const text = await write(file, notebookOf(`console.log("a"); 1`, "", "const b = 2;"));
    const { code, out, err } = await call(["run", file]);
    assertEquals([code, err], [0, ""]);
    assertMatch(
      out,
      /^cells\[0\] {2}\d+ ms {2}outputs: 2 \(stream, execute_result\)\ncells\[2\] {2}\d+ ms {2}outputs: none\n2 cells run, 0 failed, nothing written\n$/,
    );
    assertEquals(await Deno.readTextFile(file), text);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  });
});

Deno.test("notebook run only needs permission for the program, loopback, the files and the temporary folder", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/a.ipynb`;
    await write(file, notebookOf("1"));
    const flags = [
      `--allow-run=${Deno.execPath()}`,
      "--allow-net=127.0.0.1",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
    ];
    const { code, err } = await call(["run", file, "--write"], { flags, env: { TMPDIR: folder } });
    assertEquals([code, err], [0, ""]);
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["a.ipynb"]);
  });
});

Deno.test("notebook run --write gives equal files when run twice, and --out does not change the first", async () => {
  await inFolder(async (folder) => {
    const [file, other] = [`${folder}/a.ipynb`, `${folder}/b.ipynb`];
    const before = await write(file, notebookOf(`console.log("a"); 1`, "2"));
    assertEquals((await call(["run", file, "--out", other])).code, 0);
    assertEquals(await Deno.readTextFile(file), before);
    assertEquals((await call(["run", file, "--write"])).code, 0);
    const first = await Deno.readTextFile(file);
    assertEquals(first, await Deno.readTextFile(other));
    assertEquals((await call(["run", "--write", file])).code, 0);
    assertEquals(await Deno.readTextFile(file), first);
    const { cells } = parseNotebook(first);
    assertEquals(cells.map((cell) => (cell as CodeCell).execution_count), [1, 2]);
  });
});

Deno.test("notebook run reports a failing cell with its error, and does not change the file that --write names", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/a.ipynb`;
    const before = await write(file, notebookOf("1", `throw new RangeError("boo")`, "3"));
    const { code, out, err } = await call(["run", file, "--write"]);
    assertEquals(code, 1);
    assertMatch(out, /cells\[1\] .*FAILED\n2 cells run, 1 failed, nothing written\n$/);
    assertMatch(
      err,
      /^cells\[1\] failed: throw new RangeError\("boo"\)\nRangeError: boo\n {4}at /,
    );
    assertEquals(await Deno.readTextFile(file), before);
    const late = await call(["run", file, "--out", `${folder}/b.ipynb`, "--timeout", "30"]);
    assertEquals(late.code, 1);
    const written = parseNotebook(await Deno.readTextFile(`${folder}/b.ipynb`));
    assertEquals((written.cells[1] as CodeCell).outputs[0]?.output_type, "error");
  });
});

Deno.test("notebook run ends its kernel on an interrupt, with exit code 130", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/a.ipynb`;
    await write(file, notebookOf("1", "await new Promise(() => {})"));
    const child = start(["run", file, "--write"]);
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill("SIGINT");
    reader.releaseLock();
    const { code, stderr } = await child.output();
    assertEquals(code, 130);
    assertEquals(new TextDecoder().decode(stderr), "Interrupted: the kernel was stopped\n");
  });
});

Deno.test("notebook reports wrong input with one line and exit code 1 or 2", async () => {
  await inFolder(async (folder) => {
    const file = (name: string) => `${folder}/${name}`;
    await Deno.writeTextFile(file("text"), "no JSON");
    await Deno.writeTextFile(file("old"), `{"nbformat": 3, "worksheets": []}`);
    await write(file("python"), {
      ...notebookOf("1"),
      metadata: { kernelspec: { language: "python" } },
    });
    const cases: [args: string[], code: number, message: RegExp][] = [
      [["run", file("none")], 1, /^Cannot read .*none: the file does not exist$/],
      [["run", folder], 1, /^Cannot read .*: it is a folder$/],
      [["run", file("text")], 1, /^Cannot read \S+text: it is not JSON: [^\n]+$/],
      [["run", file("old")], 1, /^Cannot read \S+old: its nbformat is 3, and only 4/],
      [["run", file("python")], 1, /^Cannot run notebook: it is written in python\. /],
      [
        ["run", file("text"), "--fast"],
        2,
        /^Cannot read the arguments: unknown option --fast; available: --out, --set, --timeout, --write, --help$/,
      ],
      [["run", "a", "--timeout", "0"], 2, /^Cannot run: --timeout is 0, expected more than 0 .*$/],
      [["run", "a", "--timeout", "x"], 2, /^Cannot run: --timeout is x, expected .*$/],
      [
        ["run", "a", "--write", "--out", "b"],
        2,
        /^Cannot run: --write and --out cannot be combined/,
      ],
      [
        ["run", "a", "b", "--out", "c"],
        2,
        /^Cannot run: --out only works with a single file$/,
      ],
      [["run"], 2, /^Cannot run: FILE is missing$/],
      [["export", "a", "b"], 2, /^Cannot export: expected one file, and no --write$/],
      [
        ["run", "a", "--set", "month"],
        2,
        /^Cannot run: --set month is not NAME=VALUE$/,
      ],
      [["convert"], 2, /^Cannot use "convert": the commands are run, export, lab and install/],
      [["lab", file("none")], 1, /^Cannot start JupyterLab: the folder .*none does not exist$/],
      [["lab", folder, folder], 2, /^Cannot start JupyterLab: expected one folder, got 2$/],
    ];
    for (const [args, code, message] of cases) {
      const result = await call(args);
      assertEquals([result.code, result.out], [code, ""], args.join(" "));
      assertEquals(result.err.split("\n").length, 2, result.err);
      assertMatch(result.err.trimEnd(), message);
    }
  });
});

Deno.test("notebook lab explains how to get JupyterLab if it is missing", async () => {
  await inFolder(async (folder) => {
    const { code, out, err } = await call(["lab", folder], { env: { PATH: folder, HOME: folder } });
    assertEquals([code, out], [1, ""]);
    for (const hint of ["pipx install jupyterlab", "uv tool install jupyterlab", "apt install"]) {
      assert(err.includes(hint), hint);
    }
  });
});

Deno.test("notebook lab gives JupyterLab its own kernel under the name that notebooks use", async () => {
  await inFolder(async (home) => {
    const program = `#!/bin/sh
[ "$1" = --version ] && exit 0
echo "folder=$1"; echo "path=$JUPYTER_PATH"
cat "\${JUPYTER_PATH%%:*}/kernels/deno/kernel.json"
exit 7
`;
    await Deno.writeTextFile(`${home}/jupyter-lab`, program, { mode: 0o755 });
    await Deno.mkdir(`${home}/notebooks`);
    const TMPDIR = `${home}/tmp`;
    await Deno.mkdir(TMPDIR);
    const env = { PATH: `${home}:/usr/bin:/bin`, HOME: home, TMPDIR, JUPYTER_PATH: "/given" };
    const { code, out, err } = await call(["lab", `${home}/notebooks`], { env });
    assertEquals([code, err], [7, ""]);
    assert(out.includes(`folder=${home}/notebooks\n`), out);
    assertMatch(out, /\npath=.*:\/given\n/);
    const spec = JSON.parse(out.slice(out.indexOf("{")));
    assertEquals(spec.display_name, "Deno (lifeframe)");
    assertEquals(spec.argv[0], Deno.execPath());
    assertEquals([...Deno.readDirSync(TMPDIR)], [], "nothing is left when JupyterLab has ended");
    const known = [".cache", "jupyter-lab", "notebooks", "tmp"]; // .cache is Deno's own
    const others = [...Deno.readDirSync(home)].filter(({ name }) => !known.includes(name));
    assertEquals(others, []);
  });
});

Deno.test("notebook install writes the kernel to the folder where Jupyter looks", async () => {
  await inFolder(async (home) => {
    const places = [
      [{ HOME: home, XDG_DATA_HOME: "" }, ".local/share/jupyter"],
      [{ HOME: home, XDG_DATA_HOME: `${home}/data` }, "data/jupyter"],
      [{ HOME: home, JUPYTER_DATA_DIR: `${home}/own` }, "own"],
    ] as const;
    for (const [env, folder] of places) {
      const { code, out, err } = await call(["install"], { env });
      assertEquals([code, err], [0, ""]);
      const target = `${home}/${folder}/kernels/lifeframe`;
      assert(out.startsWith(`Installed the kernel Deno (lifeframe) in ${target}: it runs `), out);
      const { argv } = JSON.parse(await Deno.readTextFile(`${target}/kernel.json`));
      assert(
        argv.includes(fileURLToPath(import.meta.resolve("../../src/notebook/bridge/main.ts"))),
      );
      assertEquals(argv.at(-1), "{connection_file}");
    }
    assertEquals((await call(["install", "here"])).code, 2);
  });
});

Deno.test("the error in a notebook outside a lifeframe folder explains how to import the library", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/lost.ipynb`;
    await write(file, notebookOf(`import { demo } from "@lifeframe/lifeframe"; demo`));
    const { code, err } = await call(["run", file]);
    assertEquals(code, 1);
    assertMatch(err, /not a dependency[^]*Make such a folder with the command `new FOLDER`/);
    await Deno.writeTextFile(`${folder}/jupyter-lab`, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, XDG_DATA_HOME: `${folder}/data` };
    assertMatch(
      (await call(["lab", folder], { env })).out,
      /cannot import lifeframe yet\. A notebook/,
    );
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      `{"imports":{"@lifeframe/lifeframe":"./mod.ts"}}`,
    );
    await Deno.mkdir(`${folder}/deep/er`, { recursive: true });
    assert(!(await call(["lab", `${folder}/deep/er`], { env })).out.includes("cannot import"));
  });
});

Deno.test("notebook lab passes its options to JupyterLab", async () => {
  await inFolder(async (home) => {
    const program = `#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "args=$*"\n`;
    await Deno.writeTextFile(`${home}/jupyter-lab`, program, { mode: 0o755 });
    const env = { PATH: `${home}:/usr/bin:/bin`, HOME: home };
    const first = await call(["lab", home, "--", "--no-browser", "--port", "8888"], { env });
    assertEquals([first.code, first.err], [0, ""]);
    assert(first.out.endsWith(`args=--no-browser --port 8888 ${home}\n`), first.out);
    assert((await call(["lab", home, "--port", "1"], { env })).err.includes("--port"));
  });
});

Deno.test("notebook run runs several files, and sets parameters", async () => {
  await inFolder(async (folder) => {
    const [first, second] = ["a", "b"].map((name) => `${folder}/${name}.ipynb`) as [string, string];
    const notebook = notebookOf(`let month = "2025-02";\nlet days = 28;`, "[month, days]");
    const tagged = {
      ...notebook,
      cells: notebook.cells.map((cell, i) =>
        i === 0 ? { ...cell, metadata: { tags: ["parameters"] } } : cell
      ),
    };
    await write(first, tagged);
    await write(second, tagged);
    const args = ["run", first, second, "--set", "month=2025-03", "--set", "days=31", "--write"];
    const { code, out, err } = await call(args);
    assertEquals([code, err], [0, ""]);
    assertEquals(out.match(/3 cells run, 0 failed, written to/g)?.length, 2);
    for (const file of [first, second]) {
      const { cells } = parseNotebook(await Deno.readTextFile(file));
      assertEquals(cells[1]!.metadata, { tags: ["injected-parameters"] });
      assert(JSON.stringify((cells[2] as CodeCell).outputs).includes(`[ \\"2025-03\\", 31 ]`));
    }
    const wrong = await call(["run", first, "--set", "mnth=2025-03"]);
    assertEquals([wrong.code, wrong.out], [1, ""]);
    assertMatch(
      wrong.err,
      /^Cannot set mnth: .* parameters are month, days; did you mean month\?\n$/,
    );
  });
});

Deno.test("notebook lab stops JupyterLab on an interrupt, and forwards its exit code", async () => {
  await inFolder(async (home) => {
    const program = `#!/bin/sh
[ "$1" = --version ] && exit 0
trap 'echo stopped; exit 5' TERM
echo ready
while :; do sleep 0.05; done
`;
    await Deno.writeTextFile(`${home}/jupyter-lab`, program, { mode: 0o755 });
    const env = { PATH: `${home}:/usr/bin:/bin`, HOME: home, XDG_DATA_HOME: `${home}/data` };
    const child = start(["lab", home], { env });
    const text = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let out = "";
    for (let isKilled = false;;) {
      const { value, done } = await text.read();
      if (done) break;
      out += value;
      if (!isKilled && out.includes("ready")) child.kill("SIGINT");
      isKilled ||= out.includes("ready");
    }
    assertEquals((await child.status).code, 5);
    await child.stderr.cancel();
    assert(out.endsWith("ready\nstopped\n"));
  });
});

Deno.test("notebook export writes a page with every output, and no page after a failure", async () => {
  await inFolder(async (folder) => {
    await write(`${folder}/a.ipynb`, notebookOf('"shown <b>as text</b>"', 'console.log("said")'));
    const { code, out } = await call(["export", `${folder}/a.ipynb`]);
    assertEquals(code, 0);
    assertMatch(out, /2 cells run, 0 failed, written to .*a\.html/);
    const page = await Deno.readTextFile(`${folder}/a.html`);
    assert(page.includes("shown &lt;b&gt;as text") && page.includes("said"), page);
    assert(page.includes("<dt>Notebook</dt><dd>a.ipynb</dd>"));
    await write(`${folder}/b.ipynb`, notebookOf('throw new Error("no")'));
    assertEquals((await call(["export", `${folder}/b.ipynb`])).code, 1);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "a.html",
      "a.ipynb",
      "b.ipynb",
    ]);
  });
});
