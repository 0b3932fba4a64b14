import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { hasCode } from "../../options/runtime.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";
import { sqliteError, storedTables, withSqlite } from "../rules/sqliteFile.ts";

/** Row of a table of samples. */
export interface GadgetSample {
  /** Time in microseconds since 1970. */
  readonly time: number;
  readonly device: number;
  readonly source: string;
  /** Place of the row, for the report. */
  readonly where: string;
  /** Returns the value of a column; `undefined` if it is empty or the column is missing. */
  value(column: string): number | undefined;
}

/** Device, from table `DEVICE`. */
interface Device {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Called with the last row of a table that could be read, and the error of the next row. */
type OnDamage = (where: string, error: string) => void;

/** Maximum number of days that are in memory at once. */
const PAGE_DAYS = 2;

/** A Gadgetbridge database, opened for reading. */
export class GadgetbridgeDatabase {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, ReadonlySet<string>>();
  readonly #devices = new Map<number, Device>();
  readonly #onDamage: OnDamage;

  /**
   * Reads the names of the tables and the devices.
   *
   * @throws {TypeError} if its list of tables or devices is damaged, or it is not a Gadgetbridge
   * database
   */
  constructor(database: DatabaseSync, onDamage: OnDamage) {
    this.#database = database;
    this.#onDamage = onDamage;
    try {
      const found = [...storedTables(database)].sort(([a], [b]) => a < b ? -1 : 1);
      for (const [name, columns] of found) this.#tables.set(name, columns);
    } catch (cause) {
      throw sqliteError(cause);
    }
    if (!this.#tables.has("DEVICE")) {
      const names = [...this.#tables.keys()].slice(0, 10).join(", ") || "none";
      throw new TypeError(
        `it has no table DEVICE, so it is not from Gadgetbridge; its tables: ${names}`,
      );
    }
    for (const row of this.all("SELECT * FROM DEVICE")) {
      this.#devices.set(Number(row["_id"]), {
        name: String(row["NAME"] ?? "Gadgetbridge"),
        type: String(row["TYPE_NAME"] ?? row["TYPE"]),
      });
    }
  }

  /** Names of its tables, sorted. */
  get tables(): readonly string[] {
    return [...this.#tables.keys()];
  }

  sourceOf(device: number): string {
    return this.#devices.get(device)?.name ?? "Gadgetbridge";
  }

  /**
   * Returns the type of a device, a name, or a number in older versions; an empty text if unknown.
   */
  typeOf(device: number): string {
    return this.#devices.get(device)?.type ?? "";
  }

  has(table: string, column: string): boolean {
    return this.#tables.get(table)?.has(column) === true;
  }

  hasRows(table: string): boolean {
    return this.all(`SELECT 1 FROM "${table}" LIMIT 1`).length > 0;
  }

  /**
   * Yields the rows of a table of samples in order of time; if the table is damaged, the rows
   * before the damage. Times are in seconds in tables of activity samples, in milliseconds in all
   * others.
   *
   * @throws {TypeError} if it has no times, or no row can be read
   */
  *samples(table: string, columns: readonly string[]): Generator<GadgetSample> {
    if (!this.#tables.has(table)) return;
    if (!this.has(table, "TIMESTAMP") || !this.has(table, "DEVICE_ID")) {
      throw new TypeError(`${table} has no columns TIMESTAMP and DEVICE_ID`);
    }
    const micros = /ACTIVITY_SAMPLE$/.test(table) ? 1e6 : 1e3;
    const page = PAGE_DAYS * 86_400e6 / micros;
    const chosen = [
      "TIMESTAMP",
      "DEVICE_ID",
      ...columns.filter((column) => this.has(table, column)),
    ]
      .map((column) => `CAST("${column}" AS REAL) AS "${column}"`).join(", ");
    const rows = `SELECT ${chosen} FROM "${table}" WHERE TIMESTAMP >= ? AND TIMESTAMP < ? ` +
      `ORDER BY "${table}".TIMESTAMP, "${table}".DEVICE_ID`; // sorts by the columns, which are a key, not by the casts
    const first =
      `SELECT CAST(MIN(TIMESTAMP) AS REAL) AS first FROM "${table}" WHERE TIMESTAMP >= ?`;
    let last: unknown; // the time of the last row that was read
    for (let from = -Number.MAX_SAFE_INTEGER;;) {
      const next = this.rowsUntilDamage(table, first, [from], last);
      const start = next.rows[0]?.["first"];
      if (typeof start !== "number" || start > Number.MAX_SAFE_INTEGER) return;
      const found = this.rowsUntilDamage(table, rows, [start, start + page], last);
      for (const row of found.rows) {
        yield this.#sample(table, row, micros);
        last = row["TIMESTAMP"];
      }
      if (found.isDamaged) return;
      from = start + page;
    }
  }

  /**
   * Yields the rows of a query on a table; if it is damaged, yields the rows before the damage and
   * reports it.
   *
   * @param last The last row that was read, for the report; `undefined` before the first row.
   * @throws {TypeError} if the table is damaged before its first row
   */
  rowsUntilDamage(
    table: string,
    sql: string,
    values: readonly SQLInputValue[] = [],
    last?: unknown,
  ): { readonly rows: readonly Row[]; readonly isDamaged: boolean } {
    try {
      return { rows: this.all(sql, ...values), isDamaged: false };
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      const rows: Row[] = [];
      try {
        for (const row of this.#database.prepare(sql).iterate(...values)) rows.push(row);
      } catch (error) {
        if (!hasCode(error, "ERR_SQLITE_ERROR")) throw error;
      }
      const end = rows.at(-1) === undefined ? last : Object.values(rows.at(-1)!)[0];
      if (end === undefined) throw cause;
      this.#onDamage(`${table} ${end}`, cause.message);
      return { rows, isDamaged: true };
    }
  }

  /**
   * Returns the rows of a query.
   *
   * @throws {TypeError} if the database is damaged
   */
  all(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    try {
      return this.#database.prepare(sql).all(...values);
    } catch (cause) {
      throw sqliteError(cause);
    }
  }

  #sample(table: string, row: Row, micros: number): GadgetSample {
    const device = Number(row["DEVICE_ID"]), timestamp = Number(row["TIMESTAMP"]);
    return {
      time: Math.round(timestamp * micros),
      device,
      source: this.sourceOf(device),
      where: `${table} ${timestamp}`,
      value: (column) => typeof row[column] === "number" ? row[column] : undefined,
    };
  }
}

/**
 * Opens a Gadgetbridge database, passes it to `use` and closes it; see `withSqlite`.
 *
 * @throws {TypeError} if no part of it can be read, or it is not a Gadgetbridge database
 */
export async function withDatabase(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
  use: (database: GadgetbridgeDatabase, hasLog: boolean) => Promise<void>,
): Promise<void> {
  const onDamage = (where: string, error: string): void =>
    collector.skip("the table cannot be read after this row", where, error);
  await withSqlite(file, collector, (database, { hasLog, cut }) => {
    let opened: GadgetbridgeDatabase;
    try {
      opened = new GadgetbridgeDatabase(database, onDamage);
    } catch (cause) {
      if (cut === undefined || !(cause instanceof TypeError)) throw cause;
      throw new TypeError(`it is cut short: ${cut}`, { cause });
    }
    return use(opened, hasLog);
  });
}
