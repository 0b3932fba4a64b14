// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { plainText } from "../options/plainText.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { madeWith } from "./args/installation.ts";
import { exportHtml } from "../notebook/exportHtml.ts";
import { formatNotebook } from "../notebook/format/formatNotebook.ts";
import { IMPORT_HELP } from "../notebook/knowsPackage.ts";
import { parseNotebook } from "../notebook/format/parseNotebook.ts";
import { installKernel, startLab } from "./notebookLab.ts";
import { asksForHelp, flagFault } from "./args/readFlags.ts";
import { taskLine, usageName } from "./args/taskLine.ts";
import { type CellFailure, type CellRun, type NotebookRun, runNotebook } from "../notebook/run.ts";
import { withParameters } from "../notebook/parameters.ts";
import { withStaticPictures } from "../notebook/staticPictures.ts";
import { countText } from "../options/countText.ts";

const NAME = usageName("notebook");

const USAGE = `Usage:
  ${NAME} run FILE ... [--write | --out FILE] [--set NAME=VALUE ...] [--timeout SECONDS]
      Runs all code cells of a notebook in a Deno kernel, and prints a line for each.
      --write      puts the outputs into FILE, if every cell ran: pictures as PNG
      --out FILE   writes the notebook with its outputs to FILE, even after a failure
      --set        sets a parameter that the cell with the tag "parameters" declares
      --timeout    most seconds per cell (60)
  ${NAME} export FILE [--out FILE] [--set NAME=VALUE ...] [--timeout SECONDS]
      Runs a notebook and writes it with all outputs as a self-contained HTML page (FILE.html)
  ${NAME} lab [FOLDER] [-- OPTION ...]
      Starts JupyterLab (./notebooks) with its options: -- --no-browser --port 8888
      Its Deno notebooks run in the kernel of this package, "Deno (lifeframe)".
  ${NAME} install
      Installs that kernel for every Jupyter of this user.
  ${NAME} --help
      This text.`;

/** A wrong command line: exit code 2. */
class UsageError extends Error {}

/**
 * The task `notebook`: `run` executes a notebook, `lab` starts JupyterLab.
 *
 * @param args Arguments after the task's name.
 * @returns the exit code: 0; 1 if a cell failed or something is missing; 2 for wrong arguments; 130
 * after an interrupt; for `lab` the exit code of JupyterLab
 */
export async function notebookCommand(args: string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(plainText(error.message));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch([command, ...rest]: string[]): Promise<number> {
  if (asksForHelp(rest)) command = "help";
  switch (command) {
    case "run":
      return await run(rest);
    case "export":
      return await exportPage(rest);
    case "lab":
      return await lab(rest);
    case "install":
      return await install(rest);
    case "help":
    case "--help":
    case "-h":
      console.log(USAGE);
      return 0;
  }
  if (command === undefined) throw new UsageError(USAGE);
  throw new UsageError(
    `Cannot use ${
      JSON.stringify(command)
    }: the commands are run, export, lab and install. --help explains them.`,
  );
}

async function run(args: string[]): Promise<number> {
  const { files, write, out, ...call } = parseRunArgs(args);
  let worst = 0;
  for (const file of files) {
    if (files.length > 1) console.log(file);
    worst = Math.max(worst, await runFile({ ...call, file }, write ? file : out));
  }
  return worst;
}

async function runFile(call: RunCall, out: string | null): Promise<number> {
  return await executed(call, async (result) => {
    const isWritten = out !== null && (out !== call.file || result.failures.length === 0);
    if (isWritten) {
      const text = formatNotebook(await withStaticPictures(result.notebook));
      await replaceFile("save the notebook", await linkTarget(out), text);
    }
    return isWritten ? out : null;
  });
}

async function exportPage(args: string[]): Promise<number> {
  const { files: [file = "", ...others], write, out, ...call } = parseRunArgs(args);
  if (others.length > 0 || write) {
    throw new UsageError("Cannot export: expected one file, and no --write");
  }
  const name = basename(file), target = out ?? file.replace(/\.ipynb$/, "") + ".html";
  return await executed({ ...call, file }, async (result) => {
    if (result.failures.length > 0) return null;
    const provenance = {
      Notebook: name,
      "Made with": madeWith(),
      "To make it again": taskLine("notebook", "export", name),
    };
    const page = exportHtml(result.notebook, { name, provenance });
    await replaceFile("save the page", await linkTarget(target), page);
    return target;
  });
}

/** Runs a notebook, prints a line per cell, and passes the result on. */
async function executed(
  { file, timeout, parameters }: RunCall,
  write: (result: NotebookRun) => Promise<string | null>,
): Promise<number> {
  const notebook = withParameters(parseNotebook(await readFile(file), file), parameters);
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error("Interrupted: the kernel was stopped"));
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, interrupt);
  try {
    const result = await runNotebook(notebook, {
      cwd: dirname(file),
      timeout,
      signal: stop.signal,
      onCell: (cell) => {
        console.log(cellLine(cell));
        if (cell.warnings !== "") console.error(cell.warnings.trimEnd());
      },
    });
    for (const failure of result.failures) console.error(failureText(failure));
    console.log(summary(result, await write(result)));
    return result.failures.length > 0 ? 1 : 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    console.error(stop.signal.reason.message);
    return 130;
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, interrupt);
  }
}

interface RunCall {
  readonly file: string;
  /** Longest time per cell in milliseconds. */
  readonly timeout: number;
  /** Values of parameters, as text. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Arguments of `run` and `export`. */
interface RunArgs extends Omit<RunCall, "file"> {
  readonly files: readonly string[];
  /** `true` replaces each file. */
  readonly write: boolean;
  readonly out: string | null;
}

function parseRunArgs(args: string[]): RunArgs {
  const { values, positionals } = parse(args, {
    out: { type: "string" },
    set: { type: "string", multiple: true },
    timeout: { type: "string" },
    write: { type: "boolean" },
  });
  if (positionals.length === 0) throw new UsageError("Cannot run: FILE is missing");
  if (positionals.length > 1 && values.out !== undefined) {
    throw new UsageError("Cannot run: --out only works with a single file");
  }
  if (values.write && values.out !== undefined) {
    throw new UsageError("Cannot run: --write and --out cannot be combined");
  }
  const seconds = Number(values.timeout ?? 60);
  if (!(seconds > 0 && seconds <= 86_400)) {
    throw new UsageError(
      `Cannot run: --timeout is ${values.timeout}, expected more than 0 and at most 86400 seconds`,
    );
  }
  const parameters = Object.fromEntries((values.set as string[] | undefined ?? []).map(parameter));
  return {
    files: positionals,
    write: values.write === true,
    out: (values.out as string | undefined) ?? null,
    timeout: seconds * 1000,
    parameters,
  };
}

function parameter(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) {
    throw new UsageError(`Cannot run: --set ${text} is not NAME=VALUE`);
  }
  return [text.slice(0, equals).trim(), text.slice(equals + 1)];
}

async function lab(args: string[]): Promise<number> {
  const end = args.indexOf("--"), own = end < 0 ? [] : args.slice(end + 1);
  const { positionals } = parse(end < 0 ? args : args.slice(0, end), {});
  const [folder = "./notebooks", ...others] = positionals;
  if (others.length > 0) {
    throw new UsageError(
      `Cannot start JupyterLab: expected one folder, got ${positionals.length}`,
    );
  }
  return await startLab(folder, own);
}

async function install(args: string[]): Promise<number> {
  const { positionals } = parse(args, {});
  if (positionals.length > 0) {
    throw new UsageError(`Cannot install the kernel: expected no argument, got ${positionals[0]}`);
  }
  await installKernel();
  return 0;
}

type Flags = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse(args: string[], options: Flags) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(flagFault("read the arguments", error as Error, Object.keys(options)));
  }
}

async function readFile(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new Error(`Cannot read ${file}: the file does not exist`);
    }
    if (error instanceof Deno.errors.IsADirectory) {
      throw new Error(`Cannot read ${file}: it is a folder`);
    }
    throw error;
  }
}

/** Returns the path behind a link, so that the link stays and its file is replaced as a whole. */
function linkTarget(path: string): Promise<string> {
  return Deno.realPath(path).catch(() => path);
}

function cellLine({ index, milliseconds, outputs, failure }: CellRun): string {
  const kinds = outputs.length > 0 ? `${outputs.length} (${outputs.join(", ")})` : "none";
  return `cells[${index}]  ${Math.round(milliseconds)} ms  outputs: ${kinds}${
    failure ? "  FAILED" : ""
  }`;
}

function failureText({ index, name, message, source, stack }: CellFailure): string {
  const text = stack.startsWith(name) ? stack : `${name}: ${message}${stack && `\n${stack}`}`;
  const help = text.includes('"@lifeframe/lifeframe" not a dependency') ? `\n${IMPORT_HELP}` : "";
  return `cells[${index}] failed: ${source}\n${text}${help}`;
}

function summary({ cells, failures }: NotebookRun, written: string | null): string {
  const count = `${countText(cells.length, "cell")} run`;
  const where = written === null ? "nothing written" : `written to ${written}`;
  return `${count}, ${failures.length} failed, ${where}`;
}

if (import.meta.main) Deno.exitCode = await notebookCommand(Deno.args);
