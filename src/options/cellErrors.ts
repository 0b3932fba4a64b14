import { Interrupted } from "./callSignal.ts";

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
const PATIENCE = 30;

/**
 * Prints errors that a notebook's kernel would lose, under the cell: rejections that nothing awaits
 * and errors in timers. Cuts stacks at the public call; the whole stack stays in `error.internal`.
 * Adds the causes of an error that ends a cell.
 *
 * @param onFailed Called when an error has ended a cell.
 */
export function showErrors(onFailed: () => void): (awaited: Promise<unknown>) => void {
  const handled = new WeakSet<Promise<unknown>>();
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    const { promise, reason } = event;
    setTimeout(() => handled.has(promise) || print("Uncaught (in promise)", reason), PATIENCE);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    print("Uncaught", event.error ?? event.message);
  });
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (error, places) => {
    const whole = places.map((place) => `    at ${place}`);
    const internal = [head(error), ...whole].join("\n");
    Object.defineProperty(error, "internal", { value: internal, configurable: true });
    const stack = [head(error), ...whole.filter(isCallers)].join("\n");
    if (!isKernelAsking()) return stack; // the console adds causes by itself
    onFailed();
    return stack + causesText(error);
  };
  return (promise) => void handled.add(promise);
}

/** Returns the causes of an error as text, each below the error it caused. */
function causesText(error: Error): string {
  const texts: string[] = [];
  for (let { cause } = error; cause !== undefined && texts.length < DEEPEST;) {
    const isError = cause instanceof Error;
    const stack = isError ? (cause as Error).stack ?? head(cause as Error) : String(cause);
    texts.push(`\nCaused by: ${stack.split("\n").filter(isCallers).join("\n")}`);
    cause = isError ? (cause as Error).cause : undefined;
  }
  return texts.join("");
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
