// Checkpoints the write-ahead log of a database over its own connection, then posts a message.
import { DatabaseSync } from "node:sqlite";
import { answerInThread } from "../../options/thread.ts";

answerInThread<string, null>(async (path) => {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } finally {
    database.close();
  }
  return await Promise.resolve({ result: null });
});
