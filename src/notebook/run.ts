import { CELL_FIELD } from "./kernel/beginCell.ts";
import { CellOutputs, type Displays } from "./kernel/cellOutputs.ts";
import { checkLanguage } from "./kernel/checkLanguage.ts";
import { evaluate } from "./kernel/evaluate.ts";
import { executeCode, type Execution } from "./kernel/executeCode.ts";
import { joinText } from "./format/joinText.ts";
import { Kernel } from "./kernel/kernel.ts";
import type { CodeCell, ErrorOutput, Notebook, NotebookCell } from "./format/nbformat.ts";
import { importFault } from "./kernel/importFault.ts";
import type { KernelMessage } from "./kernel/kernelMessage.ts";
import { silentFault } from "./kernel/silentFault.ts";

/** Options of {@linkcode runNotebook}. */
export interface RunNotebookOptions {
  /**
   * Runs the cells after a cell that threw. A cell that ran too long, or ended the kernel, always
   * ends the run.
   * @default {false}
   */
  readonly allowErrors?: boolean | undefined;
  /**
   * Working folder of the notebook, where it finds `deno.json` and relative paths.
   * @default {undefined} the folder of this process
   */
  readonly cwd?: string | undefined;
  /**
   * Deno executable whose kernel runs the notebook.
   * @default {Deno.execPath()}
   */
  readonly deno?: string | undefined;
  /** Called after each executed cell. */
  readonly onCell?: ((cell: CellRun) => void) | undefined;
  /**
   * Milliseconds to wait after the last cell for outputs that it does not await.
   * @default {100}
   */
  readonly settle?: number | undefined;
  /** Ends the run, which throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that the kernel has to start.
   * @default {30_000}
   */
  readonly startTimeout?: number | undefined;
  /**
   * Maximum duration of one cell, in milliseconds.
   * @default {60_000}
   */
  readonly timeout?: number | undefined;
}

/** Failure of a cell. */
export interface CellFailure {
  /** Index of the cell, from 0. */
  readonly index: number;
  /** `error` if it threw, `timeout` if it ran too long, `ended` if the kernel ended. */
  readonly kind: "error" | "timeout" | "ended";
  /** Message of the error. */
  readonly message: string;
  /** Name of the error. */
  readonly name: string;
  /** First line of the cell's code that is not blank, at most 80 characters. */
  readonly source: string;
  /** Stack of the error; `""` without a stack. */
  readonly stack: string;
}

/** An executed cell. */
export interface CellRun {
  /** Failure of the cell, or `null`. */
  readonly failure: CellFailure | null;
  /** Index of the cell, from 0. */
  readonly index: number;
  /** Duration in milliseconds; for the last cell, includes `settle`. */
  readonly milliseconds: number;
  /** Kinds of the outputs, in order, such as `stream`. */
  readonly outputs: readonly string[];
  /** Text that the cell wrote to standard error; `""` if it wrote none. */
  readonly warnings: string;
}

/** A notebook after its run. */
export interface NotebookRun {
  /** Executed cells, in order. */
  readonly cells: readonly CellRun[];
  /** Failures of the cells; without `allowErrors`, at most one. */
  readonly failures: readonly CellFailure[];
  /** The notebook with only the outputs of this run. */
  readonly notebook: Notebook;
}

/** Number of outputs at which they may be the reason that a cell is slow: about a second. */
const MANY = 5000;

/** Expression that makes functions such as `prompt` report that nobody can answer. */
const ANSWER_NOTHING = `void Object.entries({ prompt: null, confirm: false }).forEach(
  ([name, answer]) => globalThis[name] = (question = "") => {
    console.error(name + "(" + JSON.stringify(question) + ") returned " + answer +
      ": nobody can answer while a whole notebook runs. Declare the value in a cell with the tag " +
      '"parameters", and set it with --set NAME=VALUE.');
    return answer;
  })`;

/**
 * Runs the code cells of a notebook from top to bottom in a new Deno kernel, and returns the
 * notebook with all outputs. Skips blank cells, and all cells after a failure. A cell with the tag
 * `raises-exception` may throw. The result does not depend on the clock: two runs with equal
 * outputs give equal notebooks. The kernel has all permissions, so only run code that you trust.
 *
 * @param notebook The notebook, as returned by {@linkcode parseNotebook}; it is not changed.
 * @param options Folder, Deno executable and time limits.
 * @returns The notebook with outputs, and the result of each cell. A failing cell does not throw.
 * @throws {TypeError} If the notebook is in a language that Deno does not run.
 * @throws {KernelError} If the kernel does not start.
 * @throws The signal's reason, if it aborts. No process, connection or file is left in any case.
 */
export async function runNotebook(
  notebook: Notebook,
  options: RunNotebookOptions = {},
): Promise<NotebookRun> {
  checkLanguage(notebook);
  const { deno = Deno.execPath(), cwd, signal, startTimeout } = options;
  const sources = notebook.cells.map((cell) => isRunnable(cell) ? joinText(cell.source) : null);
  const last = sources.findLastIndex((source) => source !== null);
  const displays: Displays = new Map();
  const gathered = new Map<number, { outputs: CellOutputs; count: number }>();
  const cells: CellRun[] = [];
  await using kernel = await Kernel.start({ deno, cwd, signal, startTimeout });
  await evaluate(kernel, ANSWER_NOTHING);
  for (const [index, source] of sources.entries()) {
    if (source === null) continue;
    const started = performance.now();
    const outputs = new CellOutputs(displays);
    gathered.set(index, { outputs, count: gathered.size + 1 });
    const timeout = options.timeout ?? 60_000;
    const settle = index === last ? options.settle ?? 100 : 0;
    const onOutput = (message: KernelMessage): void =>
      // of this cell, or of work of an earlier one
      (gathered.get(Number(message.metadata[CELL_FIELD] ?? index))?.outputs ?? outputs).add(
        message,
      );
    const cell = String(index);
    const execution = await executeCode(kernel, source, {
      cell,
      timeout,
      settle,
      signal,
      onOutput,
    });
    // An interrupt from a terminal reaches the kernel too, which then ends by itself.
    signal?.throwIfAborted();
    await addUnpublished(kernel, outputs, execution, { source, deno, timeout });
    const failure = describe({ index, source, execution, error: outputs.error });
    const isExpected = failure?.kind === "error" && raisesException(notebook.cells[index]!);
    const run: CellRun = {
      index,
      milliseconds: performance.now() - started,
      outputs: outputs.kinds,
      warnings: outputs.warnings,
      failure: isExpected ? null : failure,
    };
    cells.push(run);
    options.onCell?.(run);
    if (run.failure && !(options.allowErrors && run.failure.kind === "error")) break;
  }
  await kernel.shutdown();
  return {
    cells,
    failures: cells.flatMap((cell) => cell.failure ?? []),
    notebook: {
      ...notebook,
      cells: notebook.cells.map((cell, index) =>
        cell.cell_type === "code" ? withOutputs(cell, gathered.get(index)) : cell
      ),
    },
  };
}

function isRunnable(cell: NotebookCell): boolean {
  return cell.cell_type === "code" && joinText(cell.source).trim() !== "";
}

function raisesException(cell: NotebookCell): boolean {
  return Array.isArray(cell.metadata.tags) && cell.metadata.tags.includes("raises-exception");
}

/** Adds errors that the kernel does not publish, so that the file has every failure. */
async function addUnpublished(
  kernel: Kernel,
  outputs: CellOutputs,
  execution: Execution,
  { source, deno, timeout }: { source: string; deno: string; timeout: number },
): Promise<void> {
  if (execution.kind === "timeout") {
    const many = outputs.count < MANY
      ? ""
      : ` It had sent ${outputs.count} outputs: write several lines per call.`;
    const evalue = `Cannot finish the cell: it was interrupted after ${timeout / 1000} s.${many} ` +
      `--timeout sets another limit.`;
    outputs.addError({ ename: "TimeoutError", evalue, traceback: [] });
  } else if (execution.kind === "ended") {
    outputs.addError({ ename: "KernelError", evalue: execution.reason, traceback: [] });
  } else if (!outputs.error) {
    const fault = execution.reply.status === "error"
      ? await silentFault(kernel, source, deno)
      : await importFault(kernel, source);
    if (fault) outputs.addError(fault);
  }
}

function describe(
  { index, source, execution, error }: {
    index: number;
    source: string;
    execution: Execution;
    error: ErrorOutput | null;
  },
): CellFailure | null {
  if (!error) return null;
  return {
    index,
    kind: execution.kind === "replied" ? "error" : execution.kind,
    name: error.ename,
    message: error.evalue,
    source: source.split("\n").find((line) => line.trim() !== "")!.trim().slice(0, 80),
    stack: error.traceback.join("\n"),
  };
}

function withOutputs(
  cell: CodeCell,
  run: { outputs: CellOutputs; count: number } | undefined,
): CodeCell {
  return {
    ...cell,
    execution_count: run?.count ?? null,
    outputs: run?.outputs.toOutputs() ?? [],
  };
}
