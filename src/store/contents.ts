import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import { archiveOthers, fileOf, type StoredFile } from "./files.ts";
import { pause } from "./sqlite/pause.ts";

/** What is known of a content once it has come. */
export interface ContentSummary {
  /** Its SHA-256. */
  readonly sha256: Uint8Array;
  /** What the scan said. */
  readonly scan: "clean" | "infected";
}

/** Bytes of a chunk. */
export const CHUNK: number = 512 * 1024;
/** Chunks that are written or deleted before other work may run: about 20 ms. */
const BATCH = 8;
/** After so long, what came of an upload that never ended is deleted: a day. */
const ABANDONED = 86_400_000_000n;

/**
 * The contents of files, in chunks. They are written batch by batch while they come, so that a slow
 * upload holds up nobody, and belong to a file only when they are whole: what a crash leaves behind
 * is never read, and is deleted after a day.
 */
export class Contents {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Begins a content; gives its key. */
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
      db.row<{ key: bigint }>("INSERT INTO contents (begun) VALUES (?) RETURNING key", now)!.key
    );
  }

  /** Adds chunks of at most {@linkcode CHUNK} bytes, from a number on. */
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

  /** Gives a whole content to a file, which becomes uploaded; false where it waits for none any more. */
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

  /** Marks a content as whole, which a file is then given elsewhere. */
  async close(content: bigint, sha256: Uint8Array): Promise<void> {
    await this.#access.write((db) =>
      db.run("UPDATE contents SET sha256 = ? WHERE key = ?", sha256, content)
    );
  }

  /** Deletes a content that belongs to no file. */
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

  /** The SHA-256 of a file's content; undefined where it has none. */
  async sha256(file: StoredFile): Promise<Uint8Array | undefined> {
    const { content } = file;
    if (content === null) return undefined;
    return await this.#access.read((db) =>
      db.row<{ sha256: Uint8Array }>("SELECT sha256 FROM contents WHERE key = ?", content)?.sha256
    );
  }

  /** The chunks of a content that is whole, which never changes. */
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
