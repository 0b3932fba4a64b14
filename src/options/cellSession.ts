import process from "node:process";
import { format } from "node:util";
import {
  beginCell,
  cellOfWork,
  cellSignal,
  endCell,
  Interrupted,
  runningCell,
  stopCell,
} from "./callSignal.ts";
import { type NotebookKernel, notebookKernel } from "./runtime.ts";

/** Returns the value to display in place of another. */
export type ShowValue = (value: unknown) => unknown;

type Format = (value: unknown, ...more: unknown[]) => Promise<unknown>;

/** Functions of Deno's kernel that pass values to the notebook. */
interface KernelParts {
  /** Displays the value of a cell; called at the end of each cell that has not failed. */
  broadcastResult: (count: number, value: unknown) => Promise<void>;
}

/** Milliseconds after which a message explains why a stopped cell is still running. */
const PATIENCE = 1000;

let isStarted = false;

/**
 * Improves a notebook's kernel, once; does nothing elsewhere. The stop button ends calls of this
 * package and keeps the kernel, no error is lost, and the last value of a cell is displayed well.
 */
export function startCellSession(show: ShowValue): void {
  const kernel = notebookKernel();
  if (kernel === undefined || isStarted) return;
  isStarted = true;
  Object.assign(globalThis, { [Symbol.for("lifeframe.begin")]: beginCell }); // see kernel/beginCell.ts
  let ended = true;
  const end = (): void => {
    ended = true;
    endCell();
  };
  const markAwaited = showErrors(end);
  printUnderOwnCell(kernel);
  process.on("SIGINT", () => {
    ended = false;
    stopCell();
    setTimeout(() => ended || explainStop(), PATIENCE).unref();
  });
  const shown = async (value: unknown): Promise<unknown> => {
    const promises = (Array.isArray(value) ? value : [value]).filter((each) =>
      each instanceof Promise
    );
    if (promises.length === 0) return show(value);
    promises.forEach(markAwaited);
    return show(
      await untilStopped(Array.isArray(value) ? Promise.all(value) : value as Promise<unknown>),
    );
  };
  const displays = kernel as unknown as Record<"display" | "format", Format>;
  for (const name of ["display", "format"] as const) {
    const original = displays[name];
    displays[name] = async (value, ...more) => await original(await shown(value), ...more);
  }
  const parts = kernelParts();
  if (parts === undefined) return;
  const broadcast = parts.broadcastResult;
  parts.broadcastResult = async (count, value) => {
    try {
      await broadcast(count, await shown(value).catch(rethrowing));
    } finally {
      end();
    }
  };
}

/** Console methods and the streams to which they write. */
const METHODS = {
  debug: "stdout",
  info: "stdout",
  log: "stdout",
  warn: "stderr",
  error: "stderr",
} as const;

/** Prints the text of work that an earlier cell started under that cell, not under the running one. */
function printUnderOwnCell(kernel: NotebookKernel): void {
  const { console } = globalThis;
  for (const [method, name] of Object.entries(METHODS)) {
    const original = console[method as keyof typeof METHODS];
    console[method as keyof typeof METHODS] = (...values) => {
      const cell = cellOfWork();
      if (cell === runningCell()) return original(...values);
      const metadata = { lifeframe_cell: cell };
      void kernel.broadcast("stream", { name, text: `${format(...values)}\n` }, { metadata });
    };
  }
}

/** Returns a value whose display fails, so that the kernel shows the error. */
function rethrowing(error: unknown): object {
  return { [Symbol.for("Jupyter.display")]: () => Promise.reject(error) };
}

/** Settles like the promise, or rejects with the reason of a stop if that comes first. */
function untilStopped<T>(promise: Promise<T>): Promise<T> {
  const signal = cellSignal();
  if (signal === undefined) return promise;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([promise, stopped]).finally(() => signal.removeEventListener("abort", stop));
}

function kernelParts(): KernelParts | undefined {
  const { Deno: deno } = globalThis as { Deno?: Record<PropertyKey, unknown> };
  const internals = deno?.[deno["internal"] as symbol] as { jupyter?: KernelParts } | undefined;
  return internals?.jupyter;
}

function explainStop(): void {
  // deno-lint-ignore no-console -- the kernel shows it under the cell
  console.error(
    "Stopped: code that cannot be stopped is running. The cell ends at its next call of lifeframe; " +
      "other code runs to its end. To end it now, restart the kernel (variables are lost).",
  );
}

/** Folder of this package's own code; stacks contain it as a URL or as a path. */
const OWN = [import.meta.url, decodeURI(import.meta.url)].map((url) =>
  url.replace(/^file:\/\//, "").replace(/(?<=\/src\/).*$|[^/]+$/, "")
);
/** Lines of a stack between a public call and its caller: libraries and the runtime. */
const FOREIGN = /\b(?:ext|node):|\/node_modules\//;
/** Maximum number of stack frames, enough to include the caller's. */
const FRAMES = 100;
/** Maximum depth of a chain of causes, which may be circular. */
const DEEPEST = 5;
/** Milliseconds within which a promise may still be awaited before its error counts as lost. */
const AWAITED = 30;

/**
 * Prints errors that a notebook's kernel would lose, under the cell: rejections that nothing awaits
 * and errors in timers. Cuts stacks at the public call; the whole stack stays in `error.internal`.
 * Adds the causes of an error that ends a cell.
 *
 * @param onFailed Called when an error has ended a cell.
 */
function showErrors(onFailed: () => void): (awaited: Promise<unknown>) => void {
  const handled = new WeakSet<Promise<unknown>>();
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    const { promise, reason } = event;
    setTimeout(() => handled.has(promise) || print("Uncaught (in promise)", reason), AWAITED);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    print("Uncaught", event.error ?? event.message);
  });
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (error, places) => {
    const whole = places.map((place) => `    at ${inCell(String(place))}`);
    const internal = [head(error), ...whole].join("\n");
    Object.defineProperty(error, "internal", { value: internal, configurable: true });
    const stack = [head(error), ...whole.filter(isCallers)].join("\n");
    if (!isKernelAsking()) return stack; // the console adds causes by itself
    onFailed();
    return stack + causesText(error);
  };
  return (promise) => void handled.add(promise);
}

/**
 * Returns a location with the line number in its cell, since our kernel adds lines before the code.
 */
function inCell(place: string): string {
  const { [Symbol.for("lifeframe.lines")]: added = 0 } = globalThis as Record<symbol, number>;
  return place.replace(
    /(?<=<anonymous>:)\d+/,
    (line) => String(Math.max(1, Number(line) - added)),
  );
}

/** Returns the causes of an error as text, each below the error it caused. */
function causesText(error: Error): string {
  const causes: unknown[] = causesOf(error);
  for (let i = 0; i < causes.length && causes.length < DEEPEST; i++) {
    causes.push(...causesOf(causes[i]));
  }
  return causes.slice(0, DEEPEST).map((cause) => {
    const stack = cause instanceof Error ? cause.stack ?? head(cause) : String(cause);
    return `\nCaused by: ${stack.split("\n").filter(isCallers).join("\n")}`;
  }).join("");
}

/** Returns the cause of an error and the errors that it combines. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const { cause } = error;
  return [
    ...cause === undefined ? [] : [cause],
    ...error instanceof AggregateError ? error.errors : [],
  ];
}

function head({ name, message }: Error): string {
  return message === "" ? name : `${name}: ${message}`;
}

/** Returns whether a line of a stack belongs to the caller; lines of the message do. */
function isCallers(line: string): boolean {
  return !/^ +at /.test(line) ||
    !OWN.some((folder) => line.includes(folder)) && !FOREIGN.test(line) &&
      !line.endsWith("(<anonymous>)");
}

/** Returns whether the kernel reads the stack: then no code of a cell or of the console is running. */
function isKernelAsking(): boolean {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = undefined as never; // the default: text
  const { stack = "" } = new Error();
  Error.prepareStackTrace = prepareStackTrace;
  const [reader = "broadcastResult"] = stack.split("\n").slice(3); // below these two functions
  return reader.includes("broadcastResult");
}

function print(what: string, error: unknown): void {
  if (error instanceof Interrupted) return; // stopped by the user
  // deno-lint-ignore no-console -- the kernel shows it under the cell
  console.error(what, error);
}
