import { dirname } from "node:path";
import { checkpoint } from "./checkpoint.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { Gate } from "./gate.ts";
import { migrate } from "./migrate.ts";
import { pause } from "./pause.ts";
import { syncFile } from "./syncFile.ts";

/** A connection on loan, on which the database stands still. */
export interface Lease {
  /** The connection. */
  readonly db: Connection;
  /** Gives it back; to be called once. */
  readonly release: () => void;
}

/** Pages of the write-ahead log from which on it is brought into the database: 4 MB. */
const MAX_LOG = 1000n;

/** Pages of the log from which on that is done in a thread of its own: 16 MB. */
const LONG_LOG = 4000n;

/** Rows that a transaction changes from which on its log is synced before its commit. */
const LARGE = 20_000n;

/**
 * Memory for pages that are written, in kB. A long transaction writes what does not fit as it goes,
 * so that little is left for its commit. But a page that it changes again after that is written
 * where it stands in the log, and the commit then reads the whole log from there on, for its
 * checksums: the inner pages of the index must stay until they are complete. With 16 MB the commit
 * of 1.6 M records read 130 MB, with 24 MB none.
 */
const WRITER_CACHE = 32_000;

/** How long to wait for another process that writes, in milliseconds, and how long between two tries. */
const PATIENCE = 5000, RETRY = 20;

/** The most connections that read at once; further readers wait. */
const MAX_READERS = 8;

/** Another process kept the database to itself for too long; a later try may find it free. */
export class BusyError extends Error {
  /** With a message for people. */
  constructor() {
    super("Cannot write to the store: another process is writing to it; try again");
    this.name = "BusyError";
  }
}

/** There is no space left to write. */
export class FullError extends Error {
  /** With the folder that is full. */
  constructor(path: string) {
    super(`Cannot write to the store: no space is left in ${dirname(path)}; nothing was stored`);
    this.name = "FullError";
  }
}

/**
 * Who may use the database when. Nobody ever sees half of a write, and a read of many pages sees one
 * state, although both let other work run in between.
 *
 * A file is written over one connection, one writer at a time, and read over others that each hold a
 * snapshot (WAL). A database in memory has one connection only, so there readers and writers take
 * turns: any number of readers, or one writer.
 */
export class Access {
  readonly #path: string | undefined;
  readonly #writer: Connection;
  readonly #readers: Connection[] = [];
  readonly #free: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Who writes, and in memory also who reads. */
  readonly #turns = new Gate();
  /** Who uses the database at all; closing waits for them. */
  readonly #users = new Gate();
  readonly #onRead: ((rows: number) => void) | undefined;
  #closed: Promise<void> | undefined;

  /**
   * Opens a database file, or a database in memory, and brings it to the present form. A scratch file is
   * used as memory is: over one connection, which needs its name no more.
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
      // From here on it waits for other processes without holding up this one.
      this.#writer.exec("PRAGMA busy_timeout = 0");
    } catch (error) {
      this.#writer.close();
      throw error;
    }
  }

  /** Reads in one state of the database. */
  async read<T>(work: (db: Connection) => T | Promise<T>): Promise<T> {
    const { db, release } = await this.lease();
    try {
      return await work(db);
    } finally {
      release();
    }
  }

  /** A connection for reads of several steps, all in one state of the database. */
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
      free(); // otherwise closing would wait for it for ever
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
   * Writes all or nothing: a throw takes everything back.
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
        if (isLarge) await pause(); // the commit has held the thread long enough
        await this.#checkpoint();
        return result;
      } catch (error) {
        // A full disk, for one, has already ended the transaction.
        if (this.#writer.inTransaction) this.#writer.exec("ROLLBACK");
        if (this.#path === undefined) throw error;
        if (isFull(error)) throw new FullError(this.#path);
        const { message } = error as Error;
        if (!/^disk I\/O error/.test(message)) throw error;
        const what = `Cannot write to the store ${this.#path}: ${message.trim()}`;
        throw new Error(what, { cause: error });
      }
    } finally {
      done();
      leave();
    }
  }

  /** Closes all connections when the work under way is done; what comes later is rejected. */
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
   * Brings a long log into the database. SQLite would do it within the commit; apart from it, other
   * work runs in between, and what is committed stays so should it fail.
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
      // The next one tries again.
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

/** Does work with a database, and names its file where that fails for a reason of the disk's. */
function namingPath<T>(path: string | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    const isExplained = message.startsWith("Cannot ") || error instanceof RangeError;
    if (path === undefined || isExplained) throw error;
    if (isFull(error)) throw new FullError(path);
    throw new Error(`Cannot open the store ${path}: ${message}`, { cause: error });
  }
}

/** Whether SQLite found the disk full. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("database or disk is full");
}

/** Whether SQLite found the database locked: its message says so, a code does not come with it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("database is locked");
}
