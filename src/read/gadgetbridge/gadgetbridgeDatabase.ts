import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { hasCode } from "../../options/runtime.ts";
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

/** The longest stretch of time that is in memory at once. */
const PAGE_DAYS = 30;

/** A Gadgetbridge database, opened to be read. */
export class GadgetbridgeDatabase {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, ReadonlySet<string>>();
  readonly #devices = new Map<number, Device>();

  /**
   * Reads which tables and devices there are.
   *
   * @throws {TypeError} if it is damaged, or no database of Gadgetbridge
   */
  constructor(database: DatabaseSync) {
    this.#database = database;
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
   * The rows of a table of samples, in order of time. Seconds count the times of activity samples,
   * milliseconds those of all others.
   *
   * @throws {TypeError} if it has no times, or is damaged
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
      "ORDER BY TIMESTAMP, DEVICE_ID";
    const first =
      `SELECT CAST(MIN(TIMESTAMP) AS REAL) AS first FROM "${table}" WHERE TIMESTAMP >= ?`;
    for (let from = -Number.MAX_SAFE_INTEGER;;) {
      const start = this.all(first, from)[0]?.["first"];
      if (typeof start !== "number" || start > Number.MAX_SAFE_INTEGER) return;
      for (const row of this.all(rows, start, start + page)) yield this.#sample(table, row, micros);
      from = start + page;
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
 * which nothing is read. It is read where it lies; what lies in a zip file or in memory, and what SQLite
 * would have to write beside, is first copied to a folder for temporary files.
 *
 * @throws {TypeError} if it is damaged or cut short, or no database of Gadgetbridge
 */
export async function withDatabase(
  file: ExportFile,
  use: (database: GadgetbridgeDatabase, hasLog: boolean) => void,
): Promise<void> {
  const head = await file.head(), hasLog = head[18] === 2, length = lengthOf(head);
  if (file.size < length) {
    throw new TypeError(`it is cut short: it has ${file.size} bytes of ${length}`);
  }
  const { DatabaseSync } = await import("node:sqlite"); // late: 10 ms
  const useHere = (path: string): void => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      use(new GadgetbridgeDatabase(database), hasLog);
    } finally {
      database.close();
    }
  };
  if (file.path !== undefined && !hasLog) return useHere(file.path);
  const folder = await mkdtemp(join(tmpdir(), "lifeframe-"));
  try {
    const copy = join(folder, "copy.db");
    await writeFile(copy, file.pieces(), { mode: 0o600 });
    useHere(copy);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How long a database is by its head, of which SQLite reads a missing end as empty; 0 if it does not say. */
function lengthOf(head: Uint8Array<ArrayBuffer>): number {
  if (head.length < 100) return 100;
  const view = new DataView(head.buffer), size = view.getUint16(16);
  if (view.getUint32(24) !== view.getUint32(92)) return 0; // the count of pages is not kept
  return (size === 1 ? 65_536 : size) * view.getUint32(28);
}
