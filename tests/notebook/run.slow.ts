import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import process from "node:process";
import { joinText } from "../../src/notebook/format/joinText.ts";
import type {
  CodeCell,
  ErrorOutput,
  MultilineText,
  NotebookCell,
  NotebookOutput,
} from "../../src/notebook/format/nbformat.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { notebookOf } from "./notebookOf.ts";
import { withProgram } from "./withProgram.ts";

function outputsOf(cell: NotebookCell | undefined): readonly NotebookOutput[] {
  return (cell as CodeCell).outputs;
}

function textOf(output: NotebookOutput | undefined): string {
  const value = output?.output_type === "stream"
    ? output.text
    : output?.output_type === "error"
    ? output.evalue
    : output?.data["text/plain"];
  return joinText(value as MultilineText);
}

/** Returns whether a process runs. Signal 0 only checks. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Deno that writes the path of its connection file into a file next to it. */
const NOTING_DENO = `[ "$1" = jupyter ] && echo "$4" > "$0.connection"
exec "${Deno.execPath()}" "$@"`;

async function assertNoKey(program: string): Promise<void> {
  const file = (await Deno.readTextFile(`${program}.connection`)).trim();
  assertMatch(file, /connection\.json$/);
  await assertRejects(() => Deno.stat(file.replace(/\/[^/]+$/, "")), Deno.errors.NotFound);
}

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("runNotebook() maps every kind of output to nbformat, with its execution count", async () => {
  const { notebook, failures, cells } = await runNotebook(notebookOf(
    `console.log("out"); console.error("err"); const shown: number = 41; shown + 1`,
    `await Deno.jupyter.display({ "text/html": "<b>1</b>" }, { raw: true, display_id: "d" });`,
    `  \n`,
    `await Deno.jupyter.display({ "text/html": "<b>2</b>" }, { raw: true, display_id: "d", update: true });`,
    `console.log("gone"); Deno.jupyter.broadcast("clear_output", { wait: true }); console.log("kept")`,
  ));
  assertEquals(failures, []);
  assertEquals(cells.map((cell) => cell.index), [0, 1, 3, 4]);
  assertEquals(notebook.cells.map((cell) => (cell as CodeCell).execution_count), [
    1,
    2,
    null,
    3,
    4,
  ]);
  assertEquals(notebook.cells.map(outputsOf), [
    [
      { name: "stdout", output_type: "stream", text: ["out\n"] },
      { name: "stderr", output_type: "stream", text: ["err\n"] },
      {
        data: { "text/plain": ["42"] },
        execution_count: 1,
        metadata: {},
        output_type: "execute_result",
      },
    ],
    [{ data: { "text/html": ["<b>2</b>"] }, metadata: {}, output_type: "display_data" }],
    [],
    [],
    [{ name: "stdout", output_type: "stream", text: ["kept\n"] }],
  ]);
});

Deno.test("runNotebook() keeps ids, metadata, texts and unknown fields, and drops old outputs", async () => {
  const code = { ...notebookOf("1").cells[0]!, metadata: { tags: ["x"] }, unknown: [1] };
  const stale = { ...code, id: "stale", source: [" \n", "\n"], execution_count: 9, outputs: [{}] };
  const markdown = { cell_type: "markdown", id: "m", metadata: { a: 1 }, source: ["# T\n", "t"] };
  const cells = [markdown, code, stale] as unknown as NotebookCell[];
  const before = { ...notebookOf(), cells, other: true };
  const copy = structuredClone(before);
  const { notebook } = await runNotebook(before);
  assertEquals(before, copy);
  const outputs = [{
    data: { "text/plain": ["1"] },
    execution_count: 1,
    metadata: {},
    output_type: "execute_result",
  }];
  assertEquals(notebook as unknown, {
    ...copy,
    cells: [markdown, { ...code, execution_count: 1, outputs }, {
      ...stale,
      execution_count: null,
      outputs: [],
    }],
  });
});

Deno.test("runNotebook() stops at a cell that throws, and reports the cell, the error and its line", async () => {
  const source = `\n  // fails\nconsole.log("before");\nnull!.field`;
  const { notebook, failures, cells } = await runNotebook(notebookOf("1", source, "2"));
  assertEquals(cells.length, 2);
  const [failure] = failures;
  assert(failure);
  assertEquals([failure.index, failure.kind, failure.source], [1, "error", "// fails"]);
  assertEquals(failure.name, "TypeError");
  assertEquals(failure.message, "Cannot read properties of null (reading 'field')");
  assertMatch(failure.stack, /^TypeError: Cannot read properties of null[^]*\n {4}at <anonymous>/);
  const outputs = outputsOf(notebook.cells[1]);
  assertEquals(outputs.map((output) => output.output_type), ["stream", "error"]);
  assertEquals((outputs[1] as ErrorOutput).traceback.join("\n"), failure.stack);
  assertEquals(outputsOf(notebook.cells[2]), []);
});

Deno.test("runNotebook() continues after errors that are allowed or expected", async () => {
  const throwing = `throw new RangeError("boo")`;
  const all = await runNotebook(notebookOf(throwing, "throw 'text'", "3"), { allowErrors: true });
  assertEquals(all.failures.map((failure) => failure.message), ["boo", "text"]);
  assertEquals(textOf(outputsOf(all.notebook.cells[2])[0]), "3");
  const [first, second] = notebookOf(throwing, "2").cells;
  const tagged = { ...first!, metadata: { tags: ["raises-exception"] } };
  const expected = await runNotebook({ ...notebookOf(), cells: [tagged, second!] });
  assertEquals(expected.failures, []);
  assertEquals(expected.cells.map((cell) => cell.outputs), [["error"], ["execute_result"]]);
});

Deno.test("runNotebook() treats a value that cannot be shown as a failure", async () => {
  const source = `({ [Symbol.for("Jupyter.display")]() { throw new Error("no picture"); } })`;
  const { failures, cells } = await runNotebook(notebookOf(source, "2"));
  assertEquals(cells.length, 1);
  assertEquals([failures[0]?.name, failures[0]?.message], ["Error", "no picture"]);
});

Deno.test("runNotebook() gives the line of a syntax error, for which the kernel has no reason", async () => {
  const { failures } = await runNotebook(notebookOf("const a: number = 1;\nlet x = ;"));
  assertEquals(failures[0]?.name, "SyntaxError");
  assertMatch(failures[0]!.message, /^Expression expected\n[^]*2 \| let x = ;/);
});

Deno.test("runNotebook() interrupts a cell that runs too long, and keeps its printed output", async () => {
  const cells = notebookOf("console.log(Deno.pid); while (true) {}", "2");
  const { notebook, failures } = await runNotebook(cells, { timeout: 300, allowErrors: true });
  assertEquals(failures.length, 1);
  assertEquals([failures[0]!.kind, failures[0]!.name], ["timeout", "TimeoutError"]);
  assertEquals(
    failures[0]!.message,
    "Cannot finish the cell: it was interrupted after 0.3 s. --timeout sets another limit.",
  );
  const [printed, error] = outputsOf(notebook.cells[0]);
  assertEquals(textOf(error), failures[0]!.message);
  assert(!isAlive(Number(textOf(printed))));
});

Deno.test("runNotebook() ends a kernel that awaits forever, and leaves no process and no key", async () => {
  await withProgram(NOTING_DENO, async (deno) => {
    const cells = notebookOf("console.log(Deno.pid); await new Promise(() => {});", "2");
    const { notebook, failures } = await runNotebook(cells, { timeout: 300, deno });
    assertEquals(failures.map((failure) => failure.kind), ["timeout"]);
    assert(!isAlive(Number(textOf(outputsOf(notebook.cells[0])[0]))));
    await assertNoKey(deno);
  });
});

Deno.test("runNotebook() reports that the kernel exited, and its exit code", async () => {
  const started = performance.now();
  const { notebook, failures, cells } = await runNotebook(notebookOf("1", "Deno.exit(3)", "2"));
  assert(performance.now() - started < 20_000);
  assertEquals(cells.length, 2);
  assertEquals([failures[0]!.kind, failures[0]!.index, failures[0]!.name], [
    "ended",
    1,
    "KernelError",
  ]);
  assertEquals(failures[0]!.message, "The kernel ended with exit code 3");
  assertEquals(outputsOf(notebook.cells[1]).map((output) => output.output_type), ["error"]);
});

Deno.test("runNotebook() throws the reason of a signal, and leaves no process and no key", async () => {
  await withProgram(NOTING_DENO, async (deno) => {
    const controller = new AbortController();
    const pidFile = `${deno}.pid`;
    const first = `Deno.writeTextFileSync(${JSON.stringify(pidFile)}, String(Deno.pid))`;
    const run = runNotebook(notebookOf(first, "await new Promise(() => {})"), {
      deno,
      signal: controller.signal,
      onCell: () => setTimeout(() => controller.abort(new Error("stopped by the test")), 50),
    });
    await assertRejects(() => run, Error, "stopped by the test");
    assert(!isAlive(Number(await Deno.readTextFile(pidFile))));
    await assertNoKey(deno);
  });
});

Deno.test("runNotebook() obeys a signal before and during the start of the kernel", async () => {
  const aborted = AbortSignal.abort(new Error("before the start"));
  const early = () => runNotebook(notebookOf("1"), { signal: aborted });
  await assertRejects(early, Error, "before the start");
  const controller = new AbortController();
  const run = runNotebook(notebookOf("1"), { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("during the start")), 30);
  await assertRejects(() => run, Error, "during the start");
});

Deno.test("runNotebook() runs in the given folder, and receives outputs after the last cell", async () => {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.writeTextFile(`${cwd}/module.ts`, "export const answer: number = 42;");
    const { notebook, failures } = await runNotebook(
      notebookOf(
        `import { answer } from "./module.ts"; console.log(Deno.cwd()); answer`,
        `setTimeout(() => console.log("late"), 20); "early"`,
      ),
      { cwd },
    );
    assertEquals(failures, []);
    const texts = notebook.cells.map((cell) => outputsOf(cell).map(textOf));
    assertEquals(texts, [[`${cwd}\n`, "42"], ['"early"', "late\n"]]);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
});

Deno.test("runNotebook() reads a complete large output that the kernel splits when nobody reads", async () => {
  const big = 12_000_000;
  const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
  const { notebook, failures } = await runNotebook(
    notebookOf(
      "1",
      `await new Promise((resolve) => setTimeout(resolve, 150));
      await Deno.jupyter.display({ "text/html": "h".repeat(${big}) }, { raw: true });
      await new Promise((resolve) => setTimeout(resolve, 300));`,
      "3",
    ),
    { onCell: ({ index }) => index === 0 && setTimeout(block, 50) },
  );
  assertEquals(failures, []);
  const [output] = outputsOf(notebook.cells[1]);
  assert(output?.output_type === "display_data");
  assert(joinText(output.data["text/html"] as string[]) === "h".repeat(big));
  assertEquals(textOf(outputsOf(notebook.cells[2])[0]), "3");
});

Deno.test("runNotebook() rejects a notebook in another language before a kernel starts", async () => {
  const python = { ...notebookOf("1"), metadata: { language_info: { name: "python" } } };
  const run = () => runNotebook(python, { deno: "/nowhere/deno" });
  await assertRejects(run, TypeError, "Cannot run notebook: it is written in python");
});

Deno.test("runNotebook() reports that nobody can answer a question, and continues as after an empty answer", async () => {
  const { cells, failures, notebook } = await runNotebook(
    notebookOf(`const name = prompt("Name?") ?? "nobody"; [name, confirm("Sure?")]`),
  );
  assertEquals(failures, []);
  assertMatch(cells[0]!.warnings, /^prompt\("Name\?"\) returned null: nobody can answer .* --set/);
  assertMatch(cells[0]!.warnings, /confirm\("Sure\?"\) returned false/);
  assertEquals(textOf(outputsOf(notebook.cells[0]).at(-1)), '[ "nobody", false ]');
});

Deno.test("runNotebook() reports how many outputs a cell had sent when its time ran out", async () => {
  const { failures } = await runNotebook(
    notebookOf(`for (let i = 0;; i++) console.log("line", i)`),
    { timeout: 10_000 },
  );
  assertMatch(failures[0]!.message, /after 10 s\. It had sent \d{4,} outputs: write several/);
});
