import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { constants, copyFile, link, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explained } from "../../options/explained.ts";
import { sweepDrafts } from "../../options/sweepDrafts.ts";
import { hasCode } from "../../options/runtime.ts";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { STORE_FILE, takeFolder } from "./folderLock.ts";
import { MIGRATIONS } from "./migrations.ts";

/** What was found in a database. */
export interface StoreCheck {
  /** What is wrong; empty where nothing is. */
  readonly problems: readonly string[];
  /** The version of its form. */
  readonly version: number;
  /** Records. */
  readonly records: number;
  /** Contents of files, each of which was hashed again. */
  readonly contents: number;
}

/** Pages that are copied at a time: all, so that another process that writes cannot make it begin again. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Checks a database: its pages and indexes, what refers to what, and the hash of every file's content.
 * A service may use it meanwhile.
 *
 * @throws {Error} if the file is not there, or not a database
 */
export function checkStore(path: string): StoreCheck {
  const database = openExisting(path);
  try {
    database.exec("BEGIN");
    const problems = [
      ...texts(database, "PRAGMA integrity_check").filter((text) => text !== "ok"),
      ...database.prepare("PRAGMA foreign_key_check").all()
        .map(({ table, rowid, parent }) => `${table} ${rowid} refers to no row of ${parent}`),
    ];
    const version = numberOf(database, "PRAGMA user_version");
    if (version === 0 || !has(database, "records")) problems.push("it is not a store of lifeframe");
    if (version > MIGRATIONS.length) {
      problems.push(`it has version ${version}, this lifeframe knows ${MIGRATIONS.length}`);
    }
    if (problems.length > 0) return { problems, version, records: 0, contents: 0 };
    const { contents, wrong } = checkContents(database);
    const records = numberOf(database, "SELECT count(*) FROM records");
    return { problems: wrong, version, records, contents };
  } finally {
    database.close();
  }
}

/**
 * Copies a database that a service may use meanwhile into a new file, and checks the copy. The key that
 * signs tokens is not in it.
 *
 * @throws {Error} if the file is there already, or the copy is found wrong; no file is left then
 */
export function backupStore(from: string, to: string): Promise<StoreCheck> {
  return explained(`back up ${from} to ${to}`, async () => {
    if (await isThere(to)) throw new Error(`Cannot back up: ${to} is there already`);
    await sweepDrafts(dirname(to), { of: basename(to), quietFor: QUIET });
    return await copyStore(from, to);
  });
}

async function copyStore(from: string, to: string): Promise<StoreCheck> {
  const draft = `${to}.${crypto.randomUUID()}`;
  const database = openExisting(from);
  try {
    await (await open(draft, "wx", 0o600)).close();
    await copyPages(database, draft, { rate: ALL_PAGES });
    // One file stays one file.
    const copy = new DatabaseSync(draft);
    copy.exec("PRAGMA journal_mode = DELETE");
    copy.close();
    const found = checkStore(draft);
    if (found.problems.length > 0) {
      throw new Error(`Cannot back up: the copy is damaged: ${found.problems.join("; ")}`);
    }
    const file = await open(draft, "r+");
    await file.sync().finally(() => file.close());
    await rename(draft, to);
    return found;
  } catch (error) {
    for (const end of ["", "-journal"]) await rm(draft + end, { force: true }).catch(() => {});
    throw error;
  } finally {
    database.close();
  }
}

/** Milliseconds for which a draft has to be left alone before another process may remove it. */
const QUIET = 60_000;

/**
 * Copies a database that an older version has written, before this one brings it to the present form:
 * an older version cannot open it after that. A copy is named for its content: copies of several stores
 * never hide each other, and a migration that begins again makes the same copy.
 *
 * @returns The copy, `<name>.version-<number>-<hash>.sqlite`, or `undefined` if there is nothing to migrate
 */
export async function backupBeforeMigration(path: string): Promise<string | undefined> {
  if (!await isThere(path)) return undefined;
  const database = openExisting(path);
  const version = numberOf(database, "PRAGMA user_version");
  database.close();
  if (version === 0 || version >= MIGRATIONS.length) return undefined;
  const copyOf = (name: string): string =>
    path.replace(/(?:\.sqlite)?$/, `.version-${version}${name}.sqlite`);
  const draft = `${copyOf("")}.${crypto.randomUUID()}`;
  return await explained(`copy ${path} before it is migrated`, async () => {
    try {
      await copyStore(path, draft);
      const copy = copyOf(`-${(await hashOf(draft)).slice(0, 16)}`);
      await rename(draft, copy);
      return copy;
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
  });
}

/** How a backup is restored. */
export interface RestoreOptions {
  /** Whether a database that is there is put aside. @default false: it is left as it is, and an error */
  readonly replace?: boolean;
}

/**
 * Puts a backup into a folder, checked before and after. A database that is there is put aside, under a
 * name with `before-restore` in it.
 *
 * @returns What was found in it, and where the database went that was there
 * @throws {Error} if the backup is damaged, or a process uses the folder
 */
export function restoreStore(
  from: string,
  folder: string,
  { replace = false }: RestoreOptions = {},
): Promise<StoreCheck & { readonly aside: string | undefined }> {
  return explained(`restore ${from} into ${folder}`, () => restore(from, folder, replace));
}

async function restore(
  from: string,
  folder: string,
  replace: boolean,
): Promise<StoreCheck & { readonly aside: string | undefined }> {
  const found = checkStore(from);
  if (found.problems.length > 0) {
    throw new Error(`Cannot restore ${from}: ${found.problems.join("; ")}`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = takeFolder(folder);
  if (lock === undefined) {
    throw new Error(`Cannot restore into ${folder}: a process uses it; stop it first`);
  }
  const path = `${folder}/${STORE_FILE}`, draft = `${path}.${crypto.randomUUID()}`;
  try {
    const hasOne = await isThere(path);
    if (hasOne && !replace) {
      throw new Error(`Cannot restore into ${folder}: there is a store; --replace puts it aside`);
    }
    await sweepDrafts(folder, { of: STORE_FILE });
    const copied = await copyStore(from, draft);
    const aside = hasOne ? await putAside(path) : undefined;
    try {
      await rename(draft, path);
    } catch (error) {
      if (aside !== undefined) await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    return { ...copied, aside };
  } finally {
    await rm(draft, { force: true }).catch(() => {});
    lock.release();
  }
}

/**
 * Gives a database a second name once its log is in it. The first name stays, and is replaced in one
 * step: whenever the process ends, there is a database.
 */
async function putAside(path: string): Promise<string> {
  try {
    const database = openExisting(path);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  } catch {
    // A damaged one is put aside as it is.
  }
  const now = Temporal.Now.instant().toString({ smallestUnit: "second" }).replaceAll(":", "");
  const aside = path.replace(/\.sqlite$/, `.before-restore-${now}.sqlite`);
  try {
    await link(path, aside);
  } catch {
    await copyFile(path, aside, constants.COPYFILE_EXCL); // not all file systems have links
  }
  // A damaged database may keep its log, which must not be taken for that of the next one.
  try {
    for (const end of ["-wal", "-shm"]) {
      if (await isThere(path + end)) await rename(path + end, aside + end);
    }
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
  return aside;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}

function openExisting(path: string): DatabaseSync {
  // Opening it makes an empty one where there is none.
  if (!statSync(path).isFile()) throw new Error(`Cannot read ${path}: it is not a file`);
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    database.prepare("PRAGMA schema_version").get();
    return database;
  } catch (error) {
    database.close();
    throw new Error(`Cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Hashes every content that is whole. */
function checkContents(database: DatabaseSync): { contents: number; wrong: string[] } {
  const wrong: string[] = [];
  const all = database.prepare("SELECT key, sha256 FROM contents WHERE sha256 IS NOT NULL").all();
  const chunk = database.prepare("SELECT bytes FROM chunks WHERE content = ? AND number = ?");
  for (const { key, sha256 } of all) {
    const hash = createHash("sha256");
    for (let number = 0;; number++) {
      const row = chunk.get(key!, number);
      if (row === undefined) break;
      hash.update(row["bytes"] as Uint8Array);
    }
    const expected = (sha256 as Uint8Array).toHex();
    if (hash.digest("hex") !== expected) wrong.push(`content ${key} of a file is damaged`);
  }
  return { contents: all.length, wrong };
}

function texts(database: DatabaseSync, sql: string): string[] {
  return database.prepare(sql).all().map((row) => String(Object.values(row)[0]));
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get()!)[0]);
}

function has(database: DatabaseSync, table: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
