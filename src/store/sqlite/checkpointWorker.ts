// Brings the write-ahead log of a database into it, over a connection of its own, and says so.
import { DatabaseSync } from "node:sqlite";

const scope = globalThis as unknown as Worker;

scope.onmessage = ({ data: path }: MessageEvent<string>): void => {
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec("PRAGMA synchronous = FULL");
      database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } finally {
      database.close();
    }
  } finally {
    scope.postMessage(null);
  }
};
