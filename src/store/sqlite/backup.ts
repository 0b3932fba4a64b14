import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import {
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
} from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explained } from "../../options/explained.ts";
import { sweepDrafts } from "../../options/sweepDrafts.ts";
import { hasCode } from "../../options/runtime.ts";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { STORE_FILE, takeFolder } from "./folderLock.ts";
import { MIGRATIONS } from "./migrations.ts";
import { faultOfFile, storeError } from "./storeError.ts";

/** Result of checking a database. */
export interface StoreCheck {
  /** Problems found; empty if the database is intact. */
  readonly problems: readonly string[];
  /** Version of the schema. */
  readonly version: number;
  /** Number of records. */
  readonly records: number;
  /** Number of file contents, each hashed again. */
  readonly contents: number;
}

/** Pages copied at a time: all, since a write by another process would restart a copy in parts. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Checks a database: pages, indexes, references, and the hash of every file's content. A service
 * may use it at the same time.
 *
 * @throws {Error} if the file is missing or is not a database
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
    if (version === 0 || !has(database, "records")) problems.push("it is not a lifeframe store");
    if (version > MIGRATIONS.length) {
      problems.push(
        `its version is ${version}, but this lifeframe supports at most ${MIGRATIONS.length}`,
      );
    }
    if (problems.length > 0) return { problems, version, records: 0, contents: 0 };
    const { contents, wrong } = checkContents(database);
    const records = numberOf(database, "SELECT count(*) FROM records");
    return { problems: wrong, version, records, contents };
  } catch (error) {
    throw faultOfFile(`check ${path}`, path, error);
  } finally {
    database.close();
  }
}

/**
 * Copies a database into a new file and checks the copy. A service may use the database at the same
 * time. The copy does not contain the key that signs tokens.
 *
 * @throws {Error} if the file already exists, or the copy is damaged; the copy is removed then
 */
export function backupStore(from: string, to: string): Promise<StoreCheck> {
  return explained(`back up ${from} to ${to}`, async () => {
    if (await isThere(to)) {
      throw new Error(`Cannot back up: ${to} already exists. Choose another path.`);
    }
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
    // Keeps the copy a single file.
    const copy = new DatabaseSync(draft);
    try {
      copy.exec("PRAGMA journal_mode = DELETE");
    } finally {
      copy.close();
    }
    const found = checkStore(draft);
    if (found.problems.length > 0) {
      throw new Error(`Cannot back up: the copy is damaged: ${found.problems.join("; ")}`);
    }
    const file = await open(draft, "r+");
    await file.sync().finally(() => file.close());
    await rename(draft, to);
    return found;
  } catch (error) {
    for (const end of ["", "-journal", "-wal", "-shm"]) {
      await rm(draft + end, { force: true }).catch(() => {});
    }
    throw error;
  } finally {
    database.close();
  }
}

/** Another process may remove a draft that is older than this, in milliseconds. */
const QUIET = 60_000;

/**
 * Copies a database of an older version before it is migrated, since the older version cannot open
 * it afterwards. The name of the copy contains a hash of its content: copies of several stores
 * never collide, and a repeated migration reuses the copy.
 *
 * @returns Path of the copy, `<name>.version-<number>-<hash>.sqlite`, or `undefined` if there is
 * nothing to migrate
 */
export async function backupBeforeMigration(path: string): Promise<string | undefined> {
  if (!await explained(`open the store ${path}`, () => isThere(path))) return undefined;
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

/**
 * Removes what an interrupted start, migration or restore left in a folder that only this process
 * uses: drafts, and second names of the present database.
 */
export async function sweepStore(folder: string): Promise<void> {
  for (const  of of["lifeframe", "signing.key"]) await sweepDrafts(folder, { of });
  const path = `${folder}/${STORE_FILE}`, store = await lstat(path).catch(() => undefined);
  if (store === undefined) return;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith("lifeframe.before-restore-") || !name.endsWith(".sqlite")) continue;
    const aside = `${folder}/${name}`, found = await lstat(aside).catch(() => undefined);
    if (found?.ino !== store.ino || found.dev !== store.dev) continue;
    // The restore ended before it replaced the database, which gets its log back.
    const hasLog = await isThere(`${path}-wal`);
    if (!hasLog) await rename(`${aside}-wal`, `${path}-wal`).catch(() => {});
    for (const end of ["-shm", ""]) await rm(aside + end, { force: true }).catch(() => {});
  }
}

/** Options for restoring a backup. */
export interface RestoreOptions {
  /** Moves an existing database aside. @default false: throws if one exists */
  readonly replace?: boolean;
}

/**
 * Copies a backup into a folder and checks it before and after. An existing database is renamed;
 * its new name contains `before-restore`.
 *
 * @returns The result of the check, and the new path of the former database
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
    throw new Error(`Cannot restore into ${folder}: a process uses it. Stop the process first.`);
  }
  const path = `${folder}/${STORE_FILE}`, draft = `${path}.${crypto.randomUUID()}`;
  try {
    const hasOne = await isThere(path);
    if (hasOne && !replace) {
      throw new Error(
        `Cannot restore into ${folder}: it already has a store. Pass --replace to move that store aside.`,
      );
    }
    await sweepStore(folder);
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
 * Gives a database a second name after checkpointing its log. The first name remains until it is
 * replaced in one step, so a database exists at every moment.
 */
async function putAside(path: string): Promise<string> {
  try {
    const database = openExisting(path);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  } catch {
    // A damaged database is moved aside without its log.
  }
  const now = Temporal.Now.instant().toString({ smallestUnit: "second" }).replaceAll(":", "");
  const aside = path.replace(/\.sqlite$/, `.before-restore-${now}.sqlite`);
  try {
    await link(path, aside);
  } catch {
    const draft = `${path}.${crypto.randomUUID()}`;
    try {
      await copyFile(path, draft, constants.COPYFILE_EXCL); // not all file systems support links
      await rename(draft, aside);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }
  // A damaged database may keep its log, which must not be applied to the next database.
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

/** Bytes of the first page that change if SQLite only opens a database: its mode and counters. */
const VOLATILE: readonly (readonly [from: number, to: number])[] = [[18, 20], [24, 28], [92, 100]];

/** Hashes the content of a database. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  let isFirst = true;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    if (isFirst) { for (const [from, to] of VOLATILE) piece.fill(0, from, to); }
    isFirst = false;
    hash.update(piece);
  }
  return hash.digest("hex");
}

/** Opens a database that exists; opening a missing file would create an empty database. */
function openExisting(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (!statSync(path).isFile()) {
      throw new Error(`Cannot read ${path}: it is not a file. Check the path.`);
    }
    database = new DatabaseSync(path);
    database.exec("PRAGMA busy_timeout = 5000");
    database.prepare("PRAGMA schema_version").get();
    return database;
  } catch (error) {
    database?.close();
    throw storeError(`read ${path}`, path, error);
  }
}

/** Hashes every complete content. */
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
