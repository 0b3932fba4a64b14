/**
 * Brings the write-ahead log of a database file into it in a thread of its own: a long one takes a
 * second, and SQLite cannot do it in parts. What is committed stays so should it fail.
 */
export function checkpoint(path: string): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(import.meta.resolve("./checkpointWorker.ts"), { type: "module" });
    const done = (): void => {
      worker.terminate();
      resolve();
    };
    worker.onmessage = done;
    worker.onerror = (event) => {
      event.preventDefault();
      done();
    };
    worker.postMessage(path);
  });
}
