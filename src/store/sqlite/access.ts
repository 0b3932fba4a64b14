import { checkpoint } from "./checkpoint.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { Gate } from "./gate.ts";
import { migrate } from "./migrate.ts";
import { pause } from "./pause.ts";
import { BusyError, storeError } from "./storeError.ts";
import { syncFile } from "./syncFile.ts";

/** Connection on loan, with a snapshot of the database. */
export interface Lease {
  readonly db: Connection;
  /** Returns the connection. Must be called exactly once. */
  readonly release: () => void;
}

/** Pages of write-ahead log that trigger a checkpoint: 4 MB. */
const MAX_LOG = 1000n;

/** A longer write-ahead log, in pages, is checkpointed in a thread: 16 MB. */
const LONG_LOG = 4000n;

/** A transaction that changes this many rows syncs its log before its commit. */
const LARGE = 20_000n;

/**
 * Page cache of the writer, in kB. A long transaction writes pages that do not fit while it runs,
 * which leaves less for its commit. If it changes such a page again, SQLite overwrites the page in
 * the log, and the commit reads the log from that page on to compute checksums. The inner pages of
 * the index must therefore fit until they are complete. With 16 MB, the commit of 1.6 M records
 * read 130 MB of log; with 24 MB it read nothing.
 */
const WRITER_CACHE = 32_000;

/** Milliseconds to wait for another writing process, and between two attempts. */
const PATIENCE = 5000, RETRY = 20;

/** Maximum number of concurrent readers; further readers wait. */
const MAX_READERS = 8;

/**
 * Coordinates readers and writers of a database. A reader never sees half of a write, and a read of
 * many pages sees one snapshot, although both let other work run in between.
 *
 * A file has one connection for writing, used by one writer at a time, and others for reading, each
 * with a snapshot (WAL). A database in memory has a single connection, shared in turns by any
 * number of readers or one writer.
 */
export class Access {
  readonly #path: string | undefined;
  readonly #writer: Connection;
  readonly #readers: Connection[] = [];
  readonly #free: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Queue of writers, and in memory also of readers. */
  readonly #turns = new Gate();
  /** All users of the database; closing waits for them. */
  readonly #users = new Gate();
  readonly #onRead: ((rows: number) => void) | undefined;
  #closed: Promise<void> | undefined;

  /**
   * Opens a database file, or a database in memory, and migrates it. A scratch file is used like
   * memory, over one connection, so it no longer needs its name.
   */
  constructor(
    path: string | undefined,
    { scratch = false, onRead }: Pick<ConnectionOptions, "scratch" | "onRead"> = {},
  ) {
    this.#path = scratch ? undefined : path;
    this.#onRead = onRead;
    const options = { cache: WRITER_CACHE, scratch, onRead };
    this.#writer = namingPath(path, () => new Connection(path, options));
    try {
      namingPath(path, () => migrate(this.#writer));
      // From here on, waiting for another process must not block this one.
      this.#writer.exec("PRAGMA busy_timeout = 0");
    } catch (error) {
      this.#writer.close();
      throw error;
    }
  }

  /** Reads from one snapshot of the database. */
  async read<T>(work: (db: Connection) => T | Promise<T>): Promise<T> {
    const { db, release } = await this.lease();
    try {
      return await work(db);
    } finally {
      release();
    }
  }

  /** Returns a connection for several reads from one snapshot. */
  async lease(): Promise<Lease> {
    const leave = await this.#enter();
    if (this.#path === undefined) {
      const done = await this.#turns.read();
      return { db: this.#writer, release: () => (done(), leave()) };
    }
    let db: Connection | undefined;
    const free = (): void => {
      if (db !== undefined) this.#free.push(db);
      this.#waiting.shift()?.();
      leave();
    };
    try {
      db = await this.#reader();
      db.exec("BEGIN");
    } catch (error) {
      free(); // otherwise closing would wait forever
      throw error;
    }
    const connection = db;
    return {
      db: connection,
      release: () => {
        try {
          connection.exec("COMMIT");
        } finally {
          free();
        }
      },
    };
  }

  /**
   * Writes all or nothing: an exception rolls everything back.
   *
   * @throws {BusyError} if another process writes for longer than five seconds
   */
  async write<T>(work: (db: Connection) => T | Promise<T>): Promise<T> {
    const leave = await this.#enter();
    const done = await this.#turns.write();
    try {
      await this.#begin();
      try {
        const before = this.#writer.changes;
        const result = await work(this.#writer);
        const isLarge = this.#writer.changes - before > LARGE;
        if (isLarge && this.#path !== undefined) await syncFile(`${this.#path}-wal`);
        this.#writer.exec("COMMIT");
        if (isLarge) await pause(); // the commit has blocked the thread long enough
        await this.#checkpoint();
        return result;
      } catch (error) {
        // SQLite ends the transaction itself after some errors, such as a full disk.
        if (this.#writer.inTransaction) this.#writer.exec("ROLLBACK");
        throw error;
      }
    } finally {
      done();
      leave();
    }
  }

  /** Closes all connections after pending work; rejects later calls. */
  close(): Promise<void> {
    this.#closed ??= this.#users.write().then(() => {
      for (const connection of [...this.#readers, this.#writer]) connection.close();
    });
    return this.#closed;
  }

  async #begin(): Promise<void> {
    for (let waited = 0;; waited += RETRY) {
      try {
        return this.#writer.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (waited >= PATIENCE) throw new BusyError();
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  /**
   * Checkpoints a long log. SQLite would do so within the commit; done separately, other work runs
   * in between, and a failure does not affect what is committed.
   */
  async #checkpoint(): Promise<void> {
    const log = this.#writer.row<{ log: bigint; checkpointed: bigint }>(
      "PRAGMA wal_checkpoint(NOOP)",
    );
    if (log === undefined || log.log - log.checkpointed < MAX_LOG) return;
    if (this.#path !== undefined && log.log - log.checkpointed > LONG_LOG) {
      return await checkpoint(this.#path);
    }
    await pause();
    try {
      this.#writer.row("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The next checkpoint tries again.
    }
  }

  #enter(): Promise<() => void> {
    if (this.#closed === undefined) return this.#users.read();
    return Promise.reject(new Error("Cannot use the store: it is closed"));
  }

  async #reader(): Promise<Connection> {
    for (;;) {
      const free = this.#free.pop();
      if (free !== undefined) return free;
      if (this.#readers.length < MAX_READERS) {
        const options = { queryOnly: true, onRead: this.#onRead };
        const connection = namingPath(this.#path, () => new Connection(this.#path, options));
        this.#readers.push(connection);
        return connection;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** Runs work with a database, and adds the file's name to errors. */
function namingPath<T>(path: string | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw path === undefined ? error : storeError(`open the store ${path}`, path, error);
  }
}

/** Detects a locked database by the message, since the error has no code. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("database is locked");
}
