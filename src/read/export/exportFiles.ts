import { LIMITS } from "../../options/limits.ts";
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { basename } from "node:path";
import { hasCode } from "../../options/runtime.ts";
import { type Bytes, type FileSource, gather, isZip, onDisk, openFile } from "../zip/fileSource.ts";
import { openZip, type ZipBudget, zipBudget, type ZipEntry } from "../zip/openZip.ts";
import type { ExportSource } from "./makerExport.ts";

/** A file of an export, on disk, in a zip file or in memory. */
export interface ExportFile {
  /**
   * Path in the export, with slashes: `Takeout/Fitbit/Global Export Data/steps-2024-01-01.json`.
   */
  readonly name: string;
  /** Number of bytes, decompressed. */
  readonly size: number;
  /** Path on disk; undefined for a file in a zip file or in memory. */
  readonly path: string | undefined;
  /** Returns the first bytes, at most 4096. */
  head(): Promise<Uint8Array<ArrayBuffer>>;
  /** Yields the content in chunks. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Returns the whole content, at most 256 MiB. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the content as UTF-8 text, without a byte order mark, at most 256 MiB. */
  text(): Promise<string>;
  /** Returns the text for a format that shows where a file is cut: a cut character is `\uFFFD`. */
  cutText(): Promise<string>;
}

/** Files that systems add to folders and zip files. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/;
const HEAD = 4096, MOST_BYTES = LIMITS.textBytes.most;

/**
 * Returns the files of an export in the order of their names. Zip files are opened, also inside zip
 * files, and folders are searched completely. Nothing is decompressed before it is requested. Only
 * a zip file inside a zip file is held in memory, one at a time, and no file stays open.
 *
 * @throws {TypeError} if a file or folder does not exist or cannot be read, or a zip file is broken
 */
export async function exportFiles(
  source: ExportSource,
  action: string,
  signal: AbortSignal | undefined,
): Promise<readonly ExportFile[]> {
  const sources: readonly FileSource[] = Array.isArray(source) ? source : [source as FileSource];
  if (sources.length === 0) throw new TypeError(`Cannot ${action}: the list of files is empty`);
  const files: ExportFile[] = [], budget = zipBudget(signal);
  const add = async (name: string, path: string | undefined, bytes: Bytes): Promise<void> => {
    const file = exportFile({ name, path, bytes, action });
    // Passing all of them as arguments would overflow the stack.
    for (const one of await filesIn(file, bytes, { action, budget })) files.push(one);
  };
  for (const one of sources) {
    const path = pathOf(one);
    if (path !== undefined && await isFolder(path)) {
      for await (const name of leavesOf(path)) {
        await add(name, `${path}/${name}`, await onDisk(`${path}/${name}`, action));
      }
      continue;
    }
    const file = await openFile(one, action);
    const bytes = "bytes" in file ? file.bytes : await gather(file.stream, action);
    await add(path?.replace(/^.*[/\\]/, "") ?? nameOf(one), path, bytes);
  }
  return files.sort(byName);
}

/** Returns the file itself, or the files in it if it is a zip file. */
async function filesIn(
  file: ExportFile,
  bytes: Bytes,
  { action, budget }: ZipContext,
): Promise<ExportFile[]> {
  if (!isZip(await file.head())) return [file];
  const entries = (await openZip(bytes, action, budget)).filter(({ name }) => !HIDDEN.test(name));
  const files = await Promise.all(entries.map(async (entry) => {
    const packed = (start: number, end: number) => sliceOf(entry.content(), start, end);
    const inner = exportFile({
      name: entry.name,
      path: undefined,
      bytes: { size: entry.size, read: packed },
      action,
    });
    if (!/\.zip$/i.test(entry.name)) return [inner];
    return await filesInInnerZip(inner, { action, budget });
  }));
  return files.flat();
}

/**
 * Returns the files of a zip file inside a zip file, which is read again whenever one of them is
 * read.
 */
async function filesInInnerZip(
  zip: ExportFile,
  { action, budget }: ZipContext,
): Promise<ExportFile[]> {
  if (!isZip(await zip.head())) return [zip];
  const gathered = async (entries?: ZipBudget): Promise<ReadonlyMap<string, ZipEntry>> =>
    await lastOpened(zip, async () => {
      const opened = await openZip(await gather(zip.pieces(), action), action, entries);
      return new Map(opened.map((entry) => [entry.name, entry]));
    });
  const entries = [...(await gathered(budget)).values()].filter(({ name }) => !HIDDEN.test(name));
  return entries.map(({ name, size }) =>
    exportFile({
      name: `${zip.name}/${name}`,
      path: undefined,
      bytes: {
        size,
        read: async function* (start, end) {
          yield* sliceOf((await gathered()).get(name)!.content(), start, end);
        },
      },
      action,
    })
  );
}

interface ZipContext {
  readonly action: string;
  readonly budget: ZipBudget;
}

let last: { zip: ExportFile; entries: Promise<ReadonlyMap<string, ZipEntry>> } | undefined;

async function lastOpened(
  zip: ExportFile,
  open: () => Promise<ReadonlyMap<string, ZipEntry>>,
): Promise<ReadonlyMap<string, ZipEntry>> {
  if (last?.zip !== zip) last = { zip, entries: open() };
  return await last.entries;
}

async function* sliceOf(
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  for await (const piece of pieces) {
    const from = Math.max(0, start - at), to = Math.min(piece.length, end - at);
    if (from < to) yield piece.subarray(from, to);
    at += piece.length;
    if (at > end) return; // the last chunk is read to its end, where the checksum is tested
  }
}

function exportFile(
  { name, path, bytes, action }: {
    name: string;
    path: string | undefined;
    bytes: Bytes;
    action: string;
  },
): ExportFile {
  const { size } = bytes;
  const whole = async (): Promise<Uint8Array<ArrayBuffer>> => {
    if (size > MOST_BYTES) {
      throw new TypeError(
        `Cannot ${action}: ${name} has ${size} bytes; the maximum is ${MOST_BYTES}`,
      );
    }
    return await joined(bytes.read(0, size));
  };
  const decoded = async (
    decode: (decoder: TextDecoder, bytes: Uint8Array<ArrayBuffer>) => string,
  ): Promise<string> => {
    const bytes = await whole();
    try {
      return decode(new TextDecoder("utf-8", { fatal: true }), bytes);
    } catch (cause) {
      throw new TypeError(`Cannot ${action}: ${name} is not UTF-8`, { cause });
    }
  };
  return {
    name,
    size,
    path,
    head: async () => await joined(bytes.read(0, Math.min(HEAD, size))),
    pieces: () => bytes.read(0, size),
    bytes: whole,
    text: () => decoded((decoder, bytes) => decoder.decode(bytes)),
    cutText: () =>
      decoded((decoder, bytes) => {
        const text = decoder.decode(bytes, { stream: true });
        return isFlushed(decoder) ? text : `${text}\uFFFD`;
      }),
  };
}

/** Returns whether a decoder has no partial character left. */
function isFlushed(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function joined(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const all = await Array.fromAsync(pieces);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function pathOf(source: FileSource): string | undefined {
  if (source instanceof URL) {
    return source.protocol === "file:" ? fileURLToPath(source) : undefined;
  }
  return typeof source === "string" && !/^https?:/i.test(source) ? source : undefined;
}

function nameOf(source: FileSource): string {
  if (source instanceof File) return source.name;
  return source instanceof URL
    ? decodeURIComponent(basename(source.href.replace(/[?#].*$/, "")))
    : "the file";
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return false; // openFile reports it
    throw cause;
  }
}

/** Yields the paths of the files in a folder, except hidden ones. */
async function* leavesOf(folder: string, within = ""): AsyncGenerator<string> {
  for (const entry of await readdir(`${folder}/${within}`, { withFileTypes: true })) {
    if (HIDDEN.test(entry.name)) continue;
    if (entry.isDirectory()) yield* leavesOf(folder, `${within}${entry.name}/`);
    else if (entry.isFile()) yield within + entry.name;
  }
}

function byName(a: ExportFile, b: ExportFile): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
