import { parentPort, type Transferable, Worker } from "node:worker_threads";
import { must } from "./must.ts";

/** Answer of a thread: its result, or the reason for its failure. */
type Reply<T> = { readonly result: T } | { readonly error: string };

/**
 * Runs a module in a new thread, sends it one message and returns its answer; the thread then ends.
 *
 * @param module URL of the module, which calls `answerInThread`: `besideModule("./work.ts",
 * import.meta)`.
 * @param transfer Memory of the message that is transferred instead of copied.
 * @throws {Error} if the work throws, or the thread does not start
 */
export function runInThread<T>(
  module: URL,
  message: unknown,
  transfer: readonly Transferable[] = [],
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const worker = new Worker(module);
    worker.once("message", (reply: Reply<T>) => {
      if ("result" in reply) resolve(reply.result);
      else reject(new Error(reply.error));
      worker.terminate();
    });
    worker.once("error", reject);
    worker.postMessage(message, transfer);
  });
}

/**
 * Does the work of a thread that `runInThread` started.
 *
 * @param work Returns the result for a message, and the memory in it to transfer.
 */
export function answerInThread<M, T>(
  work: (message: M) => Promise<{ result: T; transfer?: Transferable[] }>,
): void {
  const port = must(parentPort, "answerInThread() is called outside of a thread");
  port.once("message", (message: M) => {
    work(message).then(
      ({ result, transfer = [] }) => port.postMessage({ result } satisfies Reply<T>, transfer),
      (error: Error) => port.postMessage({ error: error.message } satisfies Reply<T>),
    );
  });
}
