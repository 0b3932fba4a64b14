import { LIMITS } from "../../options/limits.ts";
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { basename } from "node:path";
import { hasCode } from "../../options/runtime.ts";
import { type Bytes, type FileSource, gather, isZip, onDisk, openFile } from "../zip/fileSource.ts";
import { openZip, type ZipBudget, zipBudget, type ZipEntry } from "../zip/openZip.ts";
import type { ExportSource } from "./makerExport.ts";

/** A file of an export, wherever it lies: on the disk, in a zip file, in memory. */
export interface ExportFile {
  /** Its path in the export, with slashes: `Takeout/Fitbit/Global Export Data/steps-2024-01-01.json`. */
  readonly name: string;
  /** Its bytes, unpacked. */
  readonly size: number;
  /** Where it lies on the disk; undefined of what is in a zip file or in memory. */
  readonly path: string | undefined;
  /** Its first bytes, 4096 at the most. */
  head(): Promise<Uint8Array<ArrayBuffer>>;
  /** What it holds, piece by piece. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** All that it holds, at most 256 MiB. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** All that it holds as text in UTF-8, without a byte order mark, at most 256 MiB. */
  text(): Promise<string>;
  /** The same of a form whose readers see where a file is cut: a character that is cut is `\uFFFD`. */
  cutText(): Promise<string>;
}

/** What systems put into folders and zip files for themselves. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/;
const HEAD = 4096, MOST_BYTES = LIMITS.textBytes.most;

/**
 * The files of an export in the order of their names. Zip files are opened, zip files in zip files too;
 * folders are gone through to their leaves. Nothing is unpacked before it is asked for, only a zip file
 * within a zip file is held in memory, one at a time, and nothing stays open.
 *
 * @throws {TypeError} if there is no such file or folder, it cannot be read, or a zip file is broken
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
    // A call with all of them as arguments would overflow the stack.
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

/** The file itself, or where it is a zip file those in it. */
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

/** The files of a zip file within a zip file, which is gathered again when one of them is read. */
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

/** What opening a zip file takes. */
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
    if (at > end) return; // the last piece is read to its end, for the check sum is checked there
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
      throw new TypeError(`Cannot ${action}: ${name} has ${size} bytes; ${MOST_BYTES} can be read`);
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

/** Returns whether a decoder has no part of a character left. */
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
    if (hasCode(cause, "ENOENT")) return false; // openFile says so
    throw cause;
  }
}

/** Paths of the files in a folder, hidden ones left out. */
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
