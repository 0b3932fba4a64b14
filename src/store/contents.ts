import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import { archiveOthers, fileOf, type StoredFile } from "./files.ts";
import { pause } from "./sqlite/pause.ts";

/** Checksum and scan result of an uploaded content. */
export interface ContentSummary {
  readonly sha256: Uint8Array;
  /** Result of the malware scan. */
  readonly scan: "clean" | "infected";
}

/** Bytes per chunk. */
export const CHUNK: number = 512 * 1024;
/** Chunks written or deleted before other work may run: about 20 ms. */
const BATCH = 8;
/** Unfinished uploads are deleted after a day. */
const ABANDONED = 86_400_000_000n;

/**
 * Contents of files, in chunks. Chunks are written batch by batch as they arrive, so a slow upload
 * blocks nobody. A content belongs to a file only once it is complete: an upload cut off by a crash
 * is never read, and is deleted after a day.
 */
export class Contents {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Starts a content and returns its key. */
  async begin(): Promise<bigint> {
    const now = microsOf(this.#clock);
    const abandoned = await this.#access.read((db) =>
      db.rows<{ key: bigint }>(
        "SELECT key FROM contents WHERE sha256 IS NULL AND begun < ?",
        now - ABANDONED,
      )
    );
    for (const { key } of abandoned) await this.discard(key);
    return this.#access.write((db) =>
      db.one<{ key: bigint }>("INSERT INTO contents (begun) VALUES (?) RETURNING key", now).key
    );
  }

  /** Adds chunks of at most {@linkcode CHUNK} bytes, numbered from `number`. */
  async add(content: bigint, number: number, chunks: readonly Uint8Array[]): Promise<void> {
    for (let from = 0; from < chunks.length; from += BATCH) {
      await this.#access.write((db) => {
        for (const [i, bytes] of chunks.slice(from, from + BATCH).entries()) {
          db.run(
            "INSERT INTO chunks (content, number, bytes) VALUES (?, ?, ?)",
            content,
            BigInt(number + from + i),
            bytes,
          );
        }
      });
      await pause();
    }
  }

  /** Attaches a complete content to a file; returns false if the file no longer waits for one. */
  finish(id: string, content: bigint, { sha256, scan }: ContentSummary): Promise<boolean> {
    return this.#access.write((db) => {
      const file = fileOf(db, id);
      if (file?.state !== "created") return false;
      const now = microsOf(this.#clock);
      archiveOthers(db, file, now);
      db.run("UPDATE contents SET sha256 = ? WHERE key = ?", sha256, content);
      db.run(
        `UPDATE files SET state = 'uploaded', uploaded = ?, content = ?, scan_state = ?,
           scanned = ?, upload_hash = NULL WHERE id = ?`,
        now,
        content,
        scan,
        now,
        id,
      );
      return true;
    });
  }

  /** Marks a content as complete; the caller attaches it to a file. */
  async close(content: bigint, sha256: Uint8Array): Promise<void> {
    await this.#access.write((db) =>
      db.run("UPDATE contents SET sha256 = ? WHERE key = ?", sha256, content)
    );
  }

  async discard(content: bigint): Promise<void> {
    for (let deleted = BATCH; deleted === BATCH;) {
      deleted = await this.#access.write((db) =>
        db.run(
          `DELETE FROM chunks WHERE content = ? AND number IN
             (SELECT number FROM chunks WHERE content = ? ORDER BY number LIMIT ${BATCH})`,
          content,
          content,
        )
      );
      await pause();
    }
    await this.#access.write((db) => db.run("DELETE FROM contents WHERE key = ?", content));
  }

  /** Returns the SHA-256 of a file's content; `undefined` without content. */
  async sha256(file: StoredFile): Promise<Uint8Array | undefined> {
    const { content } = file;
    if (content === null) return undefined;
    return await this.#access.read((db) =>
      db.row<{ sha256: Uint8Array }>("SELECT sha256 FROM contents WHERE key = ?", content)?.sha256
    );
  }

  /** Yields the chunks of a complete content, which never changes. */
  async *read(content: bigint): AsyncGenerator<Uint8Array, void, void> {
    for (let number = 0n;; number++) {
      const row = await this.#access.read((db) =>
        db.row<{ bytes: Uint8Array }>(
          "SELECT bytes FROM chunks WHERE content = ? AND number = ?",
          content,
          number,
        )
      );
      if (row === undefined) return;
      yield row.bytes;
      await pause();
    }
  }
}
