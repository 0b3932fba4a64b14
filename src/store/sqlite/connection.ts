import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { must } from "../../options/must.ts";
import { faultOfFile } from "./storeError.ts";

/** Options of a connection. */
export interface ConnectionOptions {
  /** Rejects writes. @default false */
  queryOnly?: boolean;
  /** Page cache in kB. @default 8000 */
  cache?: number;
  /**
   * Writes no log and syncs nothing: the file may be lost with the process, and nobody else uses
   * it.
   * @default false
   */
  scratch?: boolean;
  /** Called with the number of rows of each query. @default nothing */
  onRead?: ((rows: number) => void) | undefined;
}

const PRAGMAS = [
  // Must come first: the other pragmas wait for locks by it.
  "busy_timeout = 5000",
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  // Access checkpoints at a better time.
  "wal_autocheckpoint = 0",
  "temp_store = MEMORY",
];

/**
 * Settings for a file that may be lost with the process: it stays a single file, and no write waits
 * for the disk.
 */
const SCRATCH = ["journal_mode = MEMORY", "synchronous = OFF", "locking_mode = EXCLUSIVE"];

/**
 * Connection to a database, with its prepared statements. Integers are read as bigint, because
 * microseconds exceed 2^53 in the year 2255. SQLite cuts text at a NUL, so free text is stored as
 * JSON.
 */
export class Connection {
  readonly #path: string | undefined;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #onRead: ((rows: number) => void) | undefined;

  /** Opens a database file, or an empty database in memory. */
  constructor(path: string | undefined, options: ConnectionOptions = {}) {
    this.#path = path;
    this.#onRead = options.onRead;
    this.#database = new DatabaseSync(path ?? ":memory:");
    try {
      for (const pragma of PRAGMAS) this.exec(`PRAGMA ${pragma}`);
      this.exec(`PRAGMA cache_size = -${options.cache ?? 8000}`);
      if (options.scratch) { for (const pragma of SCRATCH) this.exec(`PRAGMA ${pragma}`); }
      if (options.queryOnly) this.exec("PRAGMA query_only = ON");
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Number of rows changed since the connection was opened. */
  get changes(): bigint {
    return this.one<{ changes: bigint }>("SELECT total_changes() AS changes").changes;
  }

  /** Runs statements without parameters or results. */
  exec(sql: string): void {
    this.#explained(() => this.#database.exec(sql));
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#explained(() => Number(this.#prepared(sql).run(...values).changes));
  }

  /** Returns all rows of a query as objects. */
  rows<T>(sql: string, ...values: SQLInputValue[]): T[] {
    const rows = this.#explained(() =>
      returning(this.#prepared(sql), "objects").all(...values)
    ) as T[];
    this.#onRead?.(rows.length);
    return rows;
  }

  /** Returns the first row of a query. */
  row<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.rows<T>(sql, ...values)[0];
  }

  /** Returns the first row of a statement that always has one, such as an aggregate. */
  one<T>(sql: string, ...values: SQLInputValue[]): T {
    return must(this.row<T>(sql, ...values), `The store has no row for ${sql}`);
  }

  /** Returns all rows of a query as arrays, which is faster. */
  arrays<T extends unknown[]>(sql: string, ...values: SQLInputValue[]): T[] {
    const rows = this.#explained(() =>
      returning(this.#prepared(sql), "arrays").all(...values)
    ) as unknown as T[];
    this.#onRead?.(rows.length);
    return rows;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Runs work, and names the file in errors that the disk or the file caused. */
  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const path = this.#path;
      throw path === undefined ? error : faultOfFile(`use the store ${path}`, path, error);
    }
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Sets the row format of a statement; the types of node:sqlite lack this method. */
function returning(statement: StatementSync, rows: "objects" | "arrays"): StatementSync {
  (statement as StatementSync & { setReturnArrays(arrays: boolean): void })
    .setReturnArrays(rows === "arrays");
  return statement;
}
