import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { hasCode } from "../../options/runtime.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFiles.ts";

/** A row of a table of samples. */
export interface GadgetSample {
  /** Its time, in microseconds since 1970. */
  readonly time: number;
  /** The number of the device. */
  readonly device: number;
  /** The device's name. */
  readonly source: string;
  /** Where it stands, for the report. */
  readonly where: string;
  /** What a column holds; undefined where it holds nothing, or there is no such column. */
  value(column: string): number | undefined;
}

/** A device, of table `DEVICE`. */
interface Device {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Called with the last row of a table that could be read, and the error of the next. */
type OnDamage = (where: string, error: string) => void;

/** The most bytes of a database: 1 TiB. */
const MOST_BYTES = 2 ** 40;

/** The longest stretch of time that is in memory at once. */
const PAGE_DAYS = 30;

/** A Gadgetbridge database, opened to be read. */
export class GadgetbridgeDatabase {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, ReadonlySet<string>>();
  readonly #devices = new Map<number, Device>();
  readonly #onDamage: OnDamage;

  /**
   * Reads which tables and devices there are.
   *
   * @throws {TypeError} if its list of tables or devices is damaged, or it is no database of Gadgetbridge
   */
  constructor(database: DatabaseSync, onDamage: OnDamage) {
    this.#database = database;
    this.#onDamage = onDamage;
    for (
      const { name } of this.all(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
      )
    ) {
      const columns = this.all("SELECT name FROM pragma_table_info(?)", String(name));
      this.#tables.set(String(name), new Set(columns.map((column) => String(column["name"]))));
    }
    if (!this.#tables.has("DEVICE")) {
      const names = [...this.#tables.keys()].slice(0, 10).join(", ") || "none";
      throw new TypeError(
        `it has no table DEVICE, as those of Gadgetbridge have; its tables: ${names}`,
      );
    }
    for (const row of this.all("SELECT * FROM DEVICE")) {
      this.#devices.set(Number(row["_id"]), {
        name: String(row["NAME"] ?? "Gadgetbridge"),
        type: String(row["TYPE_NAME"] ?? row["TYPE"]),
      });
    }
  }

  /** Its tables, in the order of their names. */
  get tables(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** The name of a device. */
  sourceOf(device: number): string {
    return this.#devices.get(device)?.name ?? "Gadgetbridge";
  }

  /** The type of a device, as Gadgetbridge names it, older ones number it; an empty text if it is not known. */
  typeOf(device: number): string {
    return this.#devices.get(device)?.type ?? "";
  }

  /** Whether a table has a column. */
  has(table: string, column: string): boolean {
    return this.#tables.get(table)?.has(column) === true;
  }

  /** Whether a table has rows. */
  hasRows(table: string): boolean {
    return this.all(`SELECT 1 FROM "${table}" LIMIT 1`).length > 0;
  }

  /**
   * The rows of a table of samples, in order of time; of a damaged table those before the damage. Seconds
   * count the times of activity samples, milliseconds those of all others.
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
      `ORDER BY "${table}".TIMESTAMP, "${table}".DEVICE_ID`; // the columns, which are a key, not the casts
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
   * The rows that a query gives of a table; of a damaged one those before the damage, which is reported.
   *
   * @param last The row that was read last, for the report; `undefined` if none was read.
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
   * The rows that a query gives.
   *
   * @throws {TypeError} if the database is damaged
   */
  all(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    try {
      return this.#database.prepare(sql).all(...values);
    } catch (cause) {
      if (!hasCode(cause, "ERR_SQLITE_ERROR")) throw cause;
      throw new TypeError(`SQLite says: ${(cause as Error).message}`, { cause });
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

/** Whether a file is a database of SQLite, by its first bytes. */
export async function isDatabase(file: ExportFile): Promise<boolean> {
  return new TextDecoder().decode((await file.head()).subarray(0, 16)) === "SQLite format 3\0";
}

/**
 * Opens a database, gives it to `use` and closes it; `hasLog` if it was written with a write-ahead log, of
 * which nothing is read. It is read where it lies; what lies in a zip file or in memory, what is cut short
 * and what SQLite would have to write beside, is first copied to a folder for temporary files.
 *
 * @throws {TypeError} if nothing of it can be read, or it is no database of Gadgetbridge
 */
export async function withDatabase(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
  use: (database: GadgetbridgeDatabase, hasLog: boolean) => void,
): Promise<void> {
  const head = await file.head(), hasLog = head[18] === 2, { length, page } = sizeOf(head);
  const isCut = file.size < length, cut = `it has ${file.size} bytes of ${length}`;
  if (length > MOST_BYTES) throw new TypeError(`it is damaged: ${cut}`);
  if (isCut) collector.skip("the file is cut short", undefined, cut);
  const { DatabaseSync } = await import("node:sqlite"); // late: 10 ms
  const onDamage = (where: string, error: string): void =>
    collector.skip("the table cannot be read after this row", where, error);
  const openTables = (database: DatabaseSync): GadgetbridgeDatabase => {
    try {
      return new GadgetbridgeDatabase(database, onDamage);
    } catch (cause) {
      if (!isCut || !(cause instanceof TypeError)) throw cause;
      throw new TypeError(`it is cut short: ${cut}`, { cause });
    }
  };
  const useHere = (path: string): void => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      use(openTables(database), hasLog);
    } finally {
      database.close();
    }
  };
  if (file.path !== undefined && !hasLog && !isCut) return useHere(file.path);
  const folder = await mkdtemp(join(tmpdir(), "lifeframe-"));
  try {
    const copy = join(folder, "copy.db");
    await writeFile(copy, file.pieces(), { mode: 0o600 });
    if (isCut) {
      // SQLite opens nothing that is shorter than its head says; a page of zeros is an error where it is read.
      await truncate(copy, file.size - file.size % page);
      await truncate(copy, length);
    }
    useHere(copy);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bytes of a database and of a page by its head; a length of 0 if it does not say. */
function sizeOf(head: Uint8Array<ArrayBuffer>): { length: number; page: number } {
  if (head.length < 100) return { length: 100, page: 100 };
  const view = new DataView(head.buffer), size = view.getUint16(16);
  const page = size === 1 ? 65_536 : size;
  const isKept = view.getUint32(24) === view.getUint32(92); // whether the count of pages is
  return { length: isKept ? page * view.getUint32(28) : 0, page };
}
