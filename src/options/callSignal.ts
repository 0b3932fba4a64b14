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
 * Work of several calls, and the signal that aborts it: the signal of the cell that started the
 * work.
 */
interface Work {
  /** Identifier of that cell; `undefined` if unknown. */
  readonly cell: string | undefined;
  readonly signal: AbortSignal | undefined;
  isOver: boolean;
}

/** Work that a call belongs to. */
const origin = new AsyncLocalStorage<Work>();

/**
 * Returns the signal that aborts a call: the caller's signal and, in a notebook, the signal of the
 * cell that made the call, which the stop button aborts.
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

/**
 * Returns the identifier of the running cell, which the program that runs the notebook sets;
 * `undefined` elsewhere. See beginCell.ts.
 */
export function runningCell(): string | undefined {
  return (globalThis as { [key: symbol]: string | undefined })[Symbol.for("lifeframe.cell")];
}

/** Returns the identifier of the cell that started the current work; `undefined` if unknown. */
export function cellOfWork(): string | undefined {
  return origin.getStore()?.cell ?? runningCell();
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

/** Begins a cell: leaves the context of earlier work, in which the kernel may run it. */
export function beginCell(): void {
  endCell();
  origin.enterWith({ cell: runningCell(), signal: undefined, isOver: true });
}

async function runWork<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const work = { cell: cellOfWork(), signal, isOver: false };
  try {
    return await origin.run(work, run);
  } finally {
    work.isOver = true;
  }
}

/**
 * Stops the current and later calls of the running cell. If nothing reports the start of the next
 * cell, later calls could belong to that cell, so they are not stopped.
 */
export function stopCell(): void {
  running?.abort(new Interrupted());
  if (runningCell() === undefined) endCell();
}

/** Ends a cell: calls that are still running are not stopped with a later cell. */
export function endCell(): void {
  if (running !== undefined) running = new AbortController();
}
