import { parentPort, type Transferable, Worker } from "node:worker_threads";

/** What a thread answers: what came of its work, or why nothing did. */
type Reply<T> = { readonly result: T } | { readonly error: string };

/**
 * Runs a module in a thread of its own, gives it one message and gives its answer; the thread then ends.
 *
 * @param module The module, which calls `answerInThread`: `besideModule("./work.ts", import.meta)`.
 * @param transfer Memory of the message that is handed over and not copied.
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
 * Does the work of a thread that `runInThread` has started.
 *
 * @param work What is made of the message, and which memory of it is handed over.
 */
export function answerInThread<M, T>(
  work: (message: M) => Promise<{ result: T; transfer?: Transferable[] }>,
): void {
  parentPort!.once("message", (message: M) => {
    work(message).then(
      ({ result, transfer = [] }) =>
        parentPort!.postMessage({ result } satisfies Reply<T>, transfer),
      (error: Error) => parentPort!.postMessage({ error: error.message } satisfies Reply<T>),
    );
  });
}
