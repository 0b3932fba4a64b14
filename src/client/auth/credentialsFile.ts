import { constants, readFileSync, statSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import process from "node:process";
import { explain, explained } from "../../options/explained.ts";
import { hasCode } from "../../options/runtime.ts";
import { sweepDrafts } from "../../options/sweepDrafts.ts";

export interface TokenEntry {
  access_token: string;
  refresh_token?: string;
  expires_at?: string;
}

export interface ServiceEntry extends TokenEntry {
  auth_url: string;
  client_id: string;
}

/** A deployment and its user's credentials. */
export interface ProfileEntry {
  base_url: string;
  auth_url: string;
  client_id: string;
  audience?: string;
  scope?: string;
  user_claim?: string;
  names?: { readonly [word: string]: string };
  tz?: string;
  credentials?: TokenEntry;
}

/** Content of the file: credentials by address of the service, and profiles by name. */
export interface CredentialsFile {
  services: Record<string, ServiceEntry>;
  profiles: Record<string, ProfileEntry>;
}

const FORMAT = 1;

/** Milliseconds between two attempts to lock, and the age at which a lock counts as abandoned. */
const PAUSE = 25, STALE = 60_000;

/**
 * Reads a credentials file; a missing file is empty.
 *
 * @throws {TypeError} if other users may read it, or it is not a credentials file
 */
export async function loadFile(path: string): Promise<CredentialsFile> {
  try {
    checkMode(path, (await stat(path)).mode);
    return parseFile(path, await readFile(path, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return parseFile(path, undefined);
    throw explain(`read the credentials in ${path}`, error);
  }
}

/** Reads a credentials file synchronously. */
export function loadFileSync(path: string): CredentialsFile {
  try {
    checkMode(path, statSync(path).mode);
    return parseFile(path, readFileSync(path, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return parseFile(path, undefined);
    throw explain(`read the credentials in ${path}`, error);
  }
}

/** Changes a file under a lock. It is written completely or not at all. */
export async function changeFile<T>(
  path: string,
  work: (file: CredentialsFile) => Promise<T>,
): Promise<T> {
  await explained(
    `keep credentials in ${path}`,
    () => mkdir(dirname(path), { recursive: true, mode: 0o700 }),
  );
  return await withLock(`${path}.lock`, async () => {
    // A terminated process may have left a copy of the tokens.
    await sweepDrafts(dirname(path), { of: basename(path), quietFor: STALE });
    const file = await loadFile(path);
    const before = JSON.stringify(file);
    const result = await work(file);
    if (JSON.stringify(file) !== before) {
      await explained(`keep credentials in ${path}`, () => save(path, file));
    }
    return result;
  });
}

function checkMode(path: string, mode: number): void {
  if ((mode & constants.S_IFMT) === constants.S_IFDIR) {
    throw new TypeError(
      `Cannot use the credentials in ${path}: it is a folder. Pass a file's path.`,
    );
  }
  if ((mode & 0o077) === 0 || process.platform === "win32") return;
  throw new TypeError(
    `Cannot use the credentials in ${path}: other users may read it (mode ${
      (mode & 0o777).toString(8)
    }). ` +
      `Run chmod 600 on it, or sign in again.`,
  );
}

function parseFile(path: string, text: string | undefined): CredentialsFile {
  if (text === undefined) return { services: withoutPrototype({}), profiles: withoutPrototype({}) };
  let file: { version?: unknown; services?: unknown; profiles?: unknown } | null;
  try {
    file = JSON.parse(text);
  } catch {
    file = null; // The parser's message would quote the file.
  }
  const { version, services, profiles = {} } = file ?? {};
  if (version !== FORMAT || !isTable(services) || !isTable(profiles)) {
    throw new TypeError(
      `Cannot use the credentials in ${path}: it is not a credentials file. Remove it and sign in again.`,
    );
  }
  return {
    services: withoutPrototype(services as CredentialsFile["services"]),
    profiles: withoutPrototype(profiles as CredentialsFile["profiles"]),
  };
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutPrototype<T extends object>(table: T): T {
  return Object.assign(Object.create(null), table);
}

/** Writes a new file next to the old one, then replaces the old one. */
async function save(path: string, content: CredentialsFile): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ version: FORMAT, ...content }, null, 2)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft).catch(() => {});
    throw error;
  }
}

/**
 * Runs work while holding a lock file, so that programs take turns. A lock older than a minute was
 * left by a program that was stopped, and is taken over.
 */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!await taken(path)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  try {
    return await work();
  } finally {
    await rm(path).catch(() => {});
  }
}

async function taken(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw explain(`lock ${path}`, error);
    const info = await stat(path).catch(() => undefined);
    const age = Date.now() - (info?.mtimeMs ?? Date.now());
    if (age > STALE) await rm(path).catch(() => {});
    return false;
  }
}
