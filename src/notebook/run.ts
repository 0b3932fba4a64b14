import { CellOutputs, type Displays } from "./kernel/cellOutputs.ts";
import { checkLanguage } from "./kernel/checkLanguage.ts";
import { executeCode, type Execution } from "./kernel/executeCode.ts";
import { joinText } from "./format/joinText.ts";
import { Kernel } from "./kernel/kernel.ts";
import type { CodeCell, ErrorOutput, Notebook, NotebookCell } from "./format/nbformat.ts";
import { importFault } from "./kernel/importFault.ts";
import { silentFault } from "./kernel/silentFault.ts";

/** Options of {@linkcode runNotebook}. */
export interface RunNotebookOptions {
  /**
   * Whether cells after one that threw are run too. One that ran too long, or ended the kernel,
   * always stops the run.
   * @default {false}
   */
  readonly allowErrors?: boolean | undefined;
  /**
   * The folder the notebook runs in, from which `deno.json` and relative paths are found.
   * @default {undefined} the folder of this process
   */
  readonly cwd?: string | undefined;
  /**
   * The Deno whose kernel runs the notebook.
   * @default {Deno.execPath()}
   */
  readonly deno?: string | undefined;
  /** Called after each cell that was run. */
  readonly onCell?: ((cell: CellRun) => void) | undefined;
  /**
   * How long to wait after the last cell for outputs that it does not await, in milliseconds.
   * @default {100}
   */
  readonly settle?: number | undefined;
  /** Ends the run; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long the kernel may take to start, in milliseconds.
   * @default {30_000}
   */
  readonly startTimeout?: number | undefined;
  /**
   * How long one cell may take, in milliseconds.
   * @default {60_000}
   */
  readonly timeout?: number | undefined;
}

/** Why a cell failed. */
export interface CellFailure {
  /** The cell's place among all cells, from 0. */
  readonly index: number;
  /** `error`: it threw; `timeout`: it ran too long; `ended`: the kernel is gone. */
  readonly kind: "error" | "timeout" | "ended";
  /** The error's message. */
  readonly message: string;
  /** The error's name. */
  readonly name: string;
  /** The first line of the cell's code that is not blank, at most 80 characters. */
  readonly source: string;
  /** The error's stack, or `""` where there is none. */
  readonly stack: string;
}

/** A cell that was run. */
export interface CellRun {
  /** Why it failed, or `null`. */
  readonly failure: CellFailure | null;
  /** The cell's place among all cells, from 0. */
  readonly index: number;
  /** How long it took, in milliseconds; for the last cell `settle` included. */
  readonly milliseconds: number;
  /** The kinds of its outputs, in order, such as `stream`. */
  readonly outputs: readonly string[];
}

/** A notebook after its run. */
export interface NotebookRun {
  /** The cells that were run, in order. */
  readonly cells: readonly CellRun[];
  /** The failures among them: without `allowErrors` one at most. */
  readonly failures: readonly CellFailure[];
  /** The notebook with the outputs of this run, and none of an earlier one. */
  readonly notebook: Notebook;
}

/**
 * Runs a notebook's code cells from top to bottom in a Deno kernel of its own, and returns the
 * notebook with all their outputs. Blank cells are not run, nor are those after a failure. A cell
 * tagged `raises-exception` may throw. Nothing in the notebook depends on the clock: two runs with
 * equal outputs give equal notebooks. The kernel has all permissions: only run code you trust.
 *
 * @param notebook The notebook, as {@linkcode parseNotebook} reads it; it is not changed.
 * @param options Where it runs, and how long it may take.
 * @returns The notebook with outputs, and what happened cell by cell. A failing cell is a result.
 * @throws {TypeError} If the notebook is in a language that Deno does not run.
 * @throws {KernelError} If the kernel does not start.
 * @throws The signal's reason, if it aborts. In every case no process, connection or file is left.
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
  for (const [index, source] of sources.entries()) {
    if (source === null) continue;
    const started = performance.now();
    const outputs = new CellOutputs(displays);
    gathered.set(index, { outputs, count: gathered.size + 1 });
    const timeout = options.timeout ?? 60_000;
    const settle = index === last ? options.settle ?? 100 : 0;
    const onOutput = outputs.add.bind(outputs);
    const execution = await executeCode(kernel, source, { timeout, settle, signal, onOutput });
    // An interrupt from a terminal reaches the kernel too, which then ends by itself.
    signal?.throwIfAborted();
    await addUnpublished(kernel, outputs, execution, { source, deno, timeout });
    const failure = describe({ index, source, execution, error: outputs.error });
    const isExpected = failure?.kind === "error" && raisesException(notebook.cells[index]!);
    const cell: CellRun = {
      index,
      milliseconds: performance.now() - started,
      outputs: outputs.kinds,
      failure: isExpected ? null : failure,
    };
    cells.push(cell);
    options.onCell?.(cell);
    if (cell.failure && !(options.allowErrors && cell.failure.kind === "error")) break;
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

/** Adds the error that the kernel does not publish itself, so that each failure is in the file. */
async function addUnpublished(
  kernel: Kernel,
  outputs: CellOutputs,
  execution: Execution,
  { source, deno, timeout }: { source: string; deno: string; timeout: number },
): Promise<void> {
  if (execution.kind === "timeout") {
    const evalue = `The cell ran longer than ${timeout / 1000} s and was interrupted`;
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
