import { besideModule } from "../../options/besideModule.ts";
import { runInThread } from "../../options/thread.ts";

/**
 * Brings the write-ahead log of a database file into it in a thread of its own: a long one takes a
 * second, and SQLite cannot do it in parts. What is committed stays so should it fail.
 */
export function checkpoint(path: string): Promise<void> {
  const worker = besideModule("./checkpointWorker.ts", import.meta);
  return runInThread<void>(worker, path).catch(() => {});
}
