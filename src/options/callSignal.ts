import { AsyncLocalStorage } from "node:async_hooks";
import { notebookKernel } from "./runtime.ts";

/** Error with which calls end when their cell is stopped. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("the cell was stopped; all variables are kept");
  }
}

/** Aborts the calls of the running cell; `undefined` outside a notebook's kernel. */
let running = notebookKernel() === undefined ? undefined : new AbortController();

/**
 * Work of several calls, and the signal that aborts it: the one of the cell that started the work.
 */
interface Work {
  readonly signal: AbortSignal | undefined;
  isOver: boolean;
}

/** Work that a call belongs to. The kernel may run a cell in the context of work that has ended. */
const origin = new AsyncLocalStorage<Work>();

/**
 * Returns the signal that aborts a call: the caller's own, and in a notebook also the signal of the
 * cell that made the call. The stop button aborts the latter.
 */
export function callSignal(own?: AbortSignal): AbortSignal | undefined {
  const cell = cellSignal();
  if (own === undefined || cell === undefined || own === cell) return own ?? cell;
  return AbortSignal.any([own, cell]);
}

/** Returns the signal of the cell that made the current call; `undefined` outside a notebook. */
export function cellSignal(): AbortSignal | undefined {
  const work = origin.getStore();
  return work === undefined || work.isOver ? running?.signal : work.signal;
}

/** Adds the signal of the running cell to the options of a call. */
export function obeyCell<T extends { signal?: AbortSignal | undefined }>(options: T): T {
  const signal = callSignal(options.signal);
  return signal === undefined ? options : { ...options, signal };
}

/**
 * Runs work that makes several calls. They belong to the cell that started it, even after the cell
 * has ended.
 */
export function inCell<T>(run: () => Promise<T>): Promise<T> {
  return running === undefined ? run() : runWork(run, cellSignal());
}

/** Runs work that the stop button does not stop, such as a watcher with its own `stop()`. */
export function outsideCells<T>(run: () => Promise<T>): Promise<T> {
  return running === undefined ? run() : runWork(run, undefined);
}

async function runWork<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const work = { signal, isOver: false };
  try {
    return await origin.run(work, run);
  } finally {
    work.isOver = true;
  }
}

/** Stops the calls of the running cell. */
export function stopCell(): void {
  running?.abort(new Interrupted());
  endCell();
}

/** Ends a cell: calls that are still running are not stopped with a later cell. */
export function endCell(): void {
  if (running !== undefined) running = new AbortController();
}
