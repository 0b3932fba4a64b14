import { readdir, stat } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { makePause } from "../../options/pause.ts";
import { hasCode } from "../../options/runtime.ts";
import { type FileSource, gather, onDisk, openFile } from "../zip/fileSource.ts";
import { zipBudget } from "../zip/openZip.ts";
import { type ExportFile, exportFile } from "./exportFile.ts";
import { expandFile, HIDDEN } from "./expandFile.ts";
import type { ExportSource } from "./makerExport.ts";
import { sortedInTurns } from "./pause.ts";

/** Names that browsers give to files, and Safari to folders, during a download. */
const UNFINISHED = /\.(?:crdownload|part|partial|download|opdownload|aria2)$/i;

/** A file that changed this recently may still be growing. */
const RECENT_MS = 2000, GROWS_WITHIN_MS = 100;

/**
 * Returns the files of an export in the order of their names. Archives (`.zip`, `.tar`, `.gz`) are
 * opened, even if they are nested, and folders are searched completely. Nothing is decompressed
 * before it is requested. Only an archive inside an archive is held in memory, one at a time for
 * each level, and no file stays open.
 *
 * In a folder or a list, an archive that cannot be opened is a file with a `fault`. Files in a
 * folder that are still being downloaded are marked as unfinished.
 *
 * @throws {TypeError} if a file or folder does not exist or cannot be read, or it is one archive
 * that cannot be opened
 */
export async function exportFiles(
  source: ExportSource,
  action: string,
  signal: AbortSignal | undefined,
): Promise<readonly ExportFile[]> {
  const sources: readonly FileSource[] = Array.isArray(source) ? source : [source as FileSource];
  if (sources.length === 0) throw new TypeError(`Cannot ${action}: the list of files is empty`);
  const files: ExportFile[] = [], context = { action, budget: zipBudget(signal) };
  // Passing all of them as arguments would overflow the stack.
  const add = (more: readonly ExportFile[]): void => more.forEach((file) => files.push(file));
  for (const one of sources) {
    const path = pathOf(one);
    if (path !== undefined && await isFolder(path)) {
      add(await filesOfFolder(path, context));
      continue;
    }
    const opened = await openFile(one, action);
    const bytes = "bytes" in opened ? opened.bytes : await gather(opened.stream, action);
    context.budget.packed += bytes.size;
    const name = path?.replace(/^.*[/\\]/, "") ?? nameOf(one);
    const found = await expandFile(
      exportFile({ name, path, bytes, action, signal }),
      bytes,
      context,
    );
    const [{ fault = undefined } = {}] = found;
    if (fault !== undefined && sources.length === 1) throw fault;
    add(found);
  }
  return await sortedInTurns(files, byName, makePause(signal));
}

async function filesOfFolder(
  path: string,
  context: Parameters<typeof expandFile>[2],
): Promise<readonly ExportFile[]> {
  const { action, budget: { signal } } = context, files: ExportFile[] = [];
  const names = await Array.fromAsync(leavesOf(path)), growing = await growingFiles(path, names);
  for (const name of names) {
    const whole = `${path}/${name}`, unknown = { size: 0, read: async function* () {} };
    const bytes = await unlessFault(onDisk(whole, action), action);
    const isFault = bytes instanceof TypeError;
    if (!isFault) context.budget.packed += bytes.size;
    const file = exportFile({
      name,
      path: whole,
      bytes: isFault ? unknown : bytes,
      action,
      signal,
    });
    if (UNFINISHED.test(name) || growing.has(name)) files.push({ ...file, isUnfinished: true });
    else if (isFault) files.push({ ...file, fault: bytes });
    else {
      const found = await unlessFault(expandFile(file, bytes, context), action);
      if (found instanceof TypeError) files.push({ ...file, fault: found });
      else for (const one of found) files.push(one);
    }
  }
  return files;
}

/** Returns an error of the file system, such as a missing permission, instead of throwing it. */
async function unlessFault<T>(value: Promise<T>, action: string): Promise<T | TypeError> {
  try {
    return await value;
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: string };
    if (cause instanceof TypeError && hasCode(cause.cause, "ENOENT")) return cause;
    if (typeof code !== "string" || cause instanceof TypeError) throw cause;
    return new TypeError(`Cannot ${action}: ${message}`, { cause });
  }
}

/** Returns the names of the files whose size changes within a moment. */
async function growingFiles(
  folder: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = Date.now(), recent = new Map<string, number>();
  for (const name of names) {
    const gone = { mtimeMs: 0, size: 0 }; // reported when it is opened
    const { mtimeMs, size } = await stat(`${folder}/${name}`).catch(() => gone);
    if (Math.abs(now - mtimeMs) < RECENT_MS) recent.set(name, size);
  }
  if (recent.size === 0) return new Set();
  await new Promise((done) => setTimeout(done, GROWS_WITHIN_MS));
  const growing = new Set<string>();
  for (const [name, size] of recent) {
    const later = await stat(`${folder}/${name}`).catch(() => ({ size: -1 })); // it was removed
    if (later.size !== size) growing.add(name);
  }
  return growing;
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
    ? decodeURIComponent(basename(source.href.replace(/[?#].*$/s, "")))
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
