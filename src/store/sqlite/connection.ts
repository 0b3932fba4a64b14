import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** How a database is opened. */
export interface ConnectionOptions {
  /** Whether writing is rejected. @default false */
  queryOnly?: boolean;
  /** Memory for pages of the file, in kB. @default 8000 */
  cache?: number;
  /** Whether nobody else uses the file, and it may be lost with the process: no log, nothing synced. @default false */
  scratch?: boolean;
  /** Called with how many rows a query gave. @default nothing */
  onRead?: ((rows: number) => void) | undefined;
}

const PRAGMAS = [
  // Before all others: it is what the others wait with.
  "busy_timeout = 5000",
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  // Access does it, at a better time.
  "wal_autocheckpoint = 0",
  "temp_store = MEMORY",
];

/** Of a file that need not outlive the process: it stays the only file, and no write waits for the disk. */
const SCRATCH = ["journal_mode = MEMORY", "synchronous = OFF", "locking_mode = EXCLUSIVE"];

/**
 * One connection to a database, with its prepared statements. Integers come back as bigint, because
 * microseconds pass 2^53 in the year 2255. Texts end at a NUL, so free text is kept as JSON.
 */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #onRead: ((rows: number) => void) | undefined;

  /** Opens the database of a file, or an empty one in memory. */
  constructor(path: string | undefined, options: ConnectionOptions = {}) {
    this.#onRead = options.onRead;
    this.#database = new DatabaseSync(path ?? ":memory:");
    for (const pragma of PRAGMAS) this.#database.exec(`PRAGMA ${pragma}`);
    this.#database.exec(`PRAGMA cache_size = -${options.cache ?? 8000}`);
    if (options.scratch) { for (const pragma of SCRATCH) this.#database.exec(`PRAGMA ${pragma}`); }
    if (options.queryOnly) this.#database.exec("PRAGMA query_only = ON");
  }

  /** Whether a transaction is open. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** How many rows were changed since it was opened. */
  get changes(): bigint {
    return this.row<{ changes: bigint }>("SELECT total_changes() AS changes")!.changes;
  }

  /** Runs statements that take and give nothing. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs a statement; gives the number of rows that it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** All rows of a query as objects. */
  rows<T>(sql: string, ...values: SQLInputValue[]): T[] {
    const rows = returning(this.#prepared(sql), "objects").all(...values) as T[];
    this.#onRead?.(rows.length);
    return rows;
  }

  /** The first row of a query. */
  row<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.rows<T>(sql, ...values)[0];
  }

  /** All rows of a query as arrays, which is faster. */
  arrays<T extends unknown[]>(sql: string, ...values: SQLInputValue[]): T[] {
    const rows = returning(this.#prepared(sql), "arrays").all(...values) as unknown as T[];
    this.#onRead?.(rows.length);
    return rows;
  }

  /** Closes the connection. */
  close(): void {
    this.#statements.clear();
    this.#database.close();
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

/** Chooses what a statement's rows are; the type of node:sqlite does not know this method yet. */
function returning(statement: StatementSync, rows: "objects" | "arrays"): StatementSync {
  (statement as StatementSync & { setReturnArrays(arrays: boolean): void })
    .setReturnArrays(rows === "arrays");
  return statement;
}
