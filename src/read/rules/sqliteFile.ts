import { truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "../../options/limits.ts";
import { explained } from "../../options/explained.ts";
import { hasCode } from "../../options/runtime.ts";
import { withTempFolder } from "../../options/tempFolder.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";

/** Maximum bytes of a database: 1 TiB. */
const MOST_BYTES = 2 ** 40;

/** State of an opened database. */
export interface SqliteState {
  /** `true` if it was written with a write-ahead log, which is not read. */
  readonly hasLog: boolean;
  /** Description of the missing part if the file is truncated. */
  readonly cut: string | undefined;
}

/** Returns whether a file is an SQLite database, by its first bytes. */
export async function isDatabase(file: ExportFile): Promise<boolean> {
  return new TextDecoder().decode((await file.head()).subarray(0, 16)) === "SQLite format 3\0";
}

/**
 * Opens an SQLite database, passes it to `use` and closes it. The database is read in place. It is
 * first copied to a temporary folder if it is in an archive, in memory or truncated, or if SQLite
 * would have to write files next to it.
 *
 * @throws {TypeError} if its header claims an impossible length, or as `use` throws
 */
export async function withSqlite(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
  use: (database: DatabaseSync, state: SqliteState) => void | Promise<void>,
): Promise<void> {
  const head = await file.head(), hasLog = head[18] === 2, { length, page } = sizeOf(head);
  const isCut = file.size < length, text = `it has ${file.size} bytes of ${length}`;
  const cut = isCut ? text : undefined;
  if (length > MOST_BYTES) throw new TypeError(`it is damaged: ${text}`);
  if (isCut) collector.skip("the file is cut short", undefined, cut);
  const { DatabaseSync } = await import("node:sqlite"); // late: 10 ms
  const useHere = async (path: string): Promise<void> => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      await use(database, { hasLog, cut });
    } catch (cause) {
      throw sqliteError(cause);
    } finally {
      database.close();
    }
  };
  if (file.path !== undefined && !hasLog && !isCut) return await useHere(file.path);
  await withTempFolder(async (folder) => {
    const copy = join(folder, "copy.db");
    await explained(
      `copy the database into ${tmpdir()}`,
      () => writeFile(copy, file.pieces(), { mode: 0o600 }),
    );
    if (isCut) {
      // SQLite opens no file shorter than its header says; a page of zeros is an error only when it
      // is read.
      await truncate(copy, file.size - file.size % page);
      await truncate(copy, length);
    }
    await useHere(copy);
  });
}

/** Returns the bytes of a database and of a page, from its header; a length of 0 if unknown. */
function sizeOf(head: Uint8Array<ArrayBuffer>): { length: number; page: number } {
  if (head.length < 100) return { length: 100, page: 100 };
  const view = new DataView(head.buffer), size = view.getUint16(16);
  const page = size === 1 ? 65_536 : size;
  const isKept = view.getUint32(24) === view.getUint32(92); // `true` if the page count is valid
  return { length: isKept ? page * view.getUint32(28) : 0, page };
}

/** A row of a query, by the names of its columns. */
export type SqliteRow = Readonly<Record<string, unknown>>;

/**
 * Yields the rows of a query. If the table is damaged, the rows before the damage are read and the
 * rest is reported.
 */
export function* sqliteRows(
  database: DatabaseSync,
  sql: string,
  { collector, where }: { collector: Pick<ExportCollector, "skip">; where: string },
): Generator<SqliteRow> {
  let count = 0;
  try {
    for (const row of database.prepare(sql).iterate()) {
      count++;
      yield row;
    }
  } catch (cause) {
    if (!hasCode(cause, "ERR_SQLITE_ERROR")) throw cause;
    const { message } = sqliteError(cause);
    collector.skip("the table cannot be read after this row", `${where} ${count}`, message);
  }
}

/** Reasons by SQLite's result codes (https://www.sqlite.org/rescode.html). */
const REASONS: Readonly<Record<number, string>> = {
  1: "a table or column is missing",
  10: "the disk cannot be read. Copy the file to another disk",
  11: "the database is damaged. Export it again",
  14: "the file cannot be opened. Copy it to another folder",
  26: "it is not an SQLite database, or encrypted. Export it again",
};

/** Returns an error of SQLite in our words, and any other error unchanged. */
export function sqliteError(cause: unknown): Error {
  if (!hasCode(cause, "ERR_SQLITE_ERROR")) return cause as Error;
  const { errcode = 0 } = cause as { readonly errcode?: number };
  const reason = REASONS[errcode & 0xff] ?? `SQLite cannot read it (code ${errcode})`;
  return new TypeError(reason, { cause });
}

/**
 * Returns the names of the columns of each table whose rows are stored: views, virtual tables and
 * tables with generated columns are left out, since a hostile file could compute values without end.
 *
 * @throws {TypeError} if there are too many columns
 * @throws {Error} of SQLite, if the list is damaged
 */
export function storedTables(database: DatabaseSync): Map<string, Set<string>> {
  const sql = "SELECT m.name AS name, p.name AS field FROM sqlite_master m " +
    "JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.rootpage > 0 " +
    "AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(m.name) x WHERE x.hidden > 0)";
  const tables = new Map<string, Set<string>>(), { most, error } = LIMITS.databaseColumns;
  let count = 0;
  for (const { name, field } of database.prepare(sql).iterate()) {
    if (++count > most) throw new TypeError(`it has more than ${most} ${error}`);
    tables.getOrInsertComputed(String(name), () => new Set()).add(String(field));
  }
  return tables;
}

/**
 * Returns the names of the columns of each stored table; if the list is damaged, the map is empty.
 */
export function sqliteTables(database: DatabaseSync): ReadonlyMap<string, ReadonlySet<string>> {
  try {
    return storedTables(database);
  } catch (cause) {
    if (!hasCode(cause, "ERR_SQLITE_ERROR")) throw cause;
    return new Map();
  }
}
