import process from "node:process";
import { cellSignal, endCell, stopCell } from "./callSignal.ts";
import { notebookKernel } from "./runtime.ts";
import { showErrors } from "./cellErrors.ts";

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
  let ended = true;
  const end = (): void => {
    ended = true;
    endCell();
  };
  const markAwaited = showErrors(end);
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
  const format = kernel as unknown as Record<"display" | "format", Format>;
  for (const name of ["display", "format"] as const) {
    const original = format[name];
    format[name] = async (value, ...more) => await original(await shown(value), ...more);
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

/** Returns a value whose display fails, so that the kernel shows the error. */
function rethrowing(error: unknown): object {
  return { [Symbol.for("Jupyter.display")]: () => Promise.reject(error) };
}

/** Settles as the promise does, or rejects with the reason of a stop if that comes first. */
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
    "Stopped: no call of lifeframe is running. Other code in the cell runs to its end. " +
      "To end it now, restart the kernel (variables are lost).",
  );
}
