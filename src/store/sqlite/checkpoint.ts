import { besideModule } from "../../options/besideModule.ts";
import { runInThread } from "../../options/thread.ts";

/**
 * Checkpoints the write-ahead log of a database file in a thread: a long log takes a second, and
 * SQLite cannot checkpoint it in parts. A failure does not affect what is committed.
 */
export function checkpoint(path: string): Promise<void> {
  const worker = besideModule("./checkpointWorker.ts", import.meta);
  return runInThread<void>(worker, path).catch(() => {});
}
