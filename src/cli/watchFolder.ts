import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { explain, explained } from "../options/explained.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { sleep } from "../options/sleep.ts";

/** Options of {@linkcode watchFolder}. */
export interface WatchFolderOptions {
  /** File that lists what was imported. */
  readonly state: string;
  /** Milliseconds for which a file must stay the same before it is imported. */
  readonly settle: number;
  /** Milliseconds between two looks. */
  readonly every: number;
  /** Imports a file; returns what it did as text. */
  readonly importFile: (path: string) => Promise<string>;
  /** Called with the result of each file. */
  readonly print: (line: string) => void;
  /** Called with each fault. */
  readonly warn: (line: string) => void;
  /** Ends watching. */
  readonly signal: AbortSignal;
}

/** Names of unfinished and hidden files. */
const UNFINISHED = /^(?:\.|~\$)|\.(?:part|partial|crdownload|download|tmp|opdownload)$/i;

/** A file as it was seen. */
interface Seen {
  readonly size: number;
  readonly changed: number;
  /** Time since which it has been the same. */
  readonly since: number;
  /** `true` if nothing remains to be done. */
  isDone: boolean;
}

/** Names of imported files by the hash of their content. */
type Imported = Record<string, string>;

/**
 * Watches a folder, and imports each new export once it is complete. A file is complete if it has
 * stayed the same for a while; a zip file also needs its end. A file with the content of an earlier
 * one is not read again, whatever its name.
 */
export async function watchFolder(folder: string, options: WatchFolderOptions): Promise<void> {
  const { every, signal } = options;
  const seen = new Map<string, Seen>();
  const imported = await readState(options.state);
  while (!signal.aborted) {
    await look(folder, seen, imported, options);
    await sleep(every, signal);
  }
}

async function look(
  folder: string,
  seen: Map<string, Seen>,
  imported: Imported,
  options: WatchFolderOptions,
): Promise<void> {
  const entries = await explained(`watch ${folder}`, () => readdir(folder));
  const names = entries.filter((name) => !UNFINISHED.test(name)).sort();
  for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
  for (const name of names) {
    if (options.signal.aborted) return;
    const path = join(folder, name), now = Date.now();
    const found = await statOf(path), known = seen.get(name);
    if (found === undefined) continue;
    if (known === undefined || known.size !== found.size || known.changed !== found.changed) {
      seen.set(name, { ...found, since: now, isDone: false });
      continue;
    }
    if (known.isDone || known.size === 0 || now - known.since < options.settle) continue;
    try {
      if (!await hasEnd(path, name, known.size)) continue;
      known.isDone = await settled(path, name, known, imported, options);
    } catch (error) { // other files are still imported
      known.isDone = true;
      options.warn(`${name}: ${(explain("read it", error) as Error).message}`);
    }
    if (!known.isDone) seen.delete(name);
  }
}

/** Imports a file that stays the same; returns false if it changed meanwhile. */
async function settled(
  path: string,
  name: string,
  known: Seen,
  imported: Imported,
  { state, importFile, print }: WatchFolderOptions,
): Promise<boolean> {
  const hash = await hashOf(path);
  const isSame = async (): Promise<boolean> => {
    const found = await statOf(path);
    return found !== undefined && found.size === known.size && found.changed === known.changed;
  };
  if (!await isSame()) return false;
  const earlier = imported[hash];
  if (earlier !== undefined) {
    print(`${name}: already imported${earlier === name ? "" : ` as ${earlier}`}`);
    return true;
  }
  const result = await importFile(path);
  if (!await isSame()) return false;
  imported[hash] = name;
  await replaceFile("remember an import", state, JSON.stringify(imported, null, 1));
  print(`${name}: ${result}`);
  return true;
}

/** Returns size and time of a regular file; `undefined` for folders, links and missing files. */
async function statOf(path: string): Promise<{ size: number; changed: number } | undefined> {
  try {
    const found = await lstat(path);
    return found.isFile() ? { size: found.size, changed: found.mtimeMs } : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Maximum length of the end of a zip file, including its comment. */
const ZIP_END = 65_557;

/** Returns whether a zip file has its end, without which it is still being written. */
async function hasEnd(path: string, name: string, size: number): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return true;
  const file = await open(path);
  try {
    const bytes = new Uint8Array(Math.min(size, ZIP_END));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    for (let i = bytes.length - 22; i >= 0; i--) {
      if (bytes[i] === 0x50 && bytes[i + 1] === 0x4b && bytes[i + 2] === 5 && bytes[i + 3] === 6) {
        return true;
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}

async function readState(path: string): Promise<Imported> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return {};
    const { message } = error as Error;
    throw new Error(`Cannot read ${path}: ${message}. Delete it to import again.`, {
      cause: error,
    });
  }
}
