import { LIMITS } from "../../options/limits.ts";
import { makePause } from "../../options/pause.ts";
import { type Bytes, gather, isZip } from "../zip/fileSource.ts";
import { gunzipped, isGzip } from "../zip/gunzip.ts";
import { isTar, openTar } from "../zip/openTar.ts";
import { isSpent, openZip, type ZipBudget, type ZipEntry } from "../zip/openZip.ts";
import { type ExportFile, exportFile } from "./exportFile.ts";
import { eachInTurns } from "./pause.ts";

/** Files that systems add to folders and archives. */
export const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/;

interface ArchiveContext {
  readonly action: string;
  /** Budget of all archives of the export. */
  readonly budget: ZipBudget;
}

/** Names of archives. Inside an archive, only these are opened, since each access decompresses. */
const ARCHIVE = /\.(?:zip|gz|tgz|tar)$/i;

/** Formats of other programs that are zip files inside. */
const DOCUMENT = /\.(?:[a-z]{3}x|od[stp]|kmz|jar|apk|epub|numbers|pages|key)$/i;

/**
 * Returns the file itself, or the files in it if it is an archive, at any depth up to a limit. If
 * an archive cannot be opened, the result is the file with a `fault`.
 *
 * @throws {TypeError} if the archives of the export have too many entries
 */
export async function expandFile(
  file: ExportFile,
  bytes: Bytes,
  context: ArchiveContext,
  depth = 0,
): Promise<readonly ExportFile[]> {
  if (DOCUMENT.test(file.name) || (depth > 0 && !ARCHIVE.test(file.name))) return [file];
  try {
    const head = await file.head();
    if (!isZip(head) && !isGzip(head) && !isTar(head)) return [file];
    if (depth >= LIMITS.archiveDepth.most) {
      throw new TypeError(
        `Cannot ${context.action}: ${file.name} is inside ${depth} ${LIMITS.archiveDepth.error}`,
      );
    }
    if (isGzip(head)) return await filesInGzip(file, bytes, context, depth);
    const open = isZip(head) ? openZip : openTar;
    // On disk or in memory, parts can be read; inside another archive it is held in memory.
    const opened = depth === 0
      ? await mapOf(open(bytes, context.action, context.budget), context)
      : undefined;
    return await filesInArchive(
      file,
      context,
      depth,
      async (budget) =>
        opened ?? await lastOpened(file, depth, async () => {
          const whole = await gather(file.pieces(), context.action);
          return await mapOf(open(whole, context.action, budget), context);
        }),
    );
  } catch (cause) {
    context.budget.signal?.throwIfAborted();
    if (!(cause instanceof TypeError) || isSpent(context.budget)) throw cause;
    return [{ ...file, fault: cause }];
  }
}

async function filesInGzip(
  file: ExportFile,
  bytes: Bytes,
  context: ArchiveContext,
  depth: number,
): Promise<readonly ExportFile[]> {
  const name = file.name.replace(/\.tgz$/i, ".tar").replace(/\.gz$/i, "");
  const unpacked = await gunzipped(bytes, { name: file.name, ...context });
  const inner = fileInArchive(name, unpacked, context);
  return await expandFile(inner, unpacked, context, depth + 1);
}

/** Entries of an archive by name; with a budget the first time, which they are counted against. */
type OpenArchive = (budget?: ZipBudget) => Promise<ReadonlyMap<string, ZipEntry>>;

async function filesInArchive(
  archive: ExportFile,
  context: ArchiveContext,
  depth: number,
  open: OpenArchive,
): Promise<readonly ExportFile[]> {
  const files: ExportFile[] = [], pause = makePause(context.budget.signal);
  for (const { name, size } of (await open(context.budget)).values()) {
    if (pause.isDue()) await pause();
    if (HIDDEN.test(name)) continue;
    const bytes: Bytes = {
      size,
      read: async function* (start, end) {
        yield* sliceOf((await open()).get(name)!.content(), start, end);
      },
    };
    const path = depth === 0 ? name : `${archive.name}/${name}`;
    const file = fileInArchive(path, bytes, context);
    for (const one of await expandFile(file, bytes, context, depth + 1)) files.push(one);
  }
  return files;
}

function fileInArchive(
  name: string,
  bytes: Bytes,
  { action, budget: { signal } }: ArchiveContext,
): ExportFile {
  return exportFile({ name, path: undefined, bytes, action, signal });
}

async function mapOf(
  entries: Promise<ZipEntry[]>,
  { budget: { signal } }: ArchiveContext,
): Promise<ReadonlyMap<string, ZipEntry>> {
  const byName = new Map<string, ZipEntry>();
  await eachInTurns(
    await entries,
    makePause(signal),
    (entry) => void byName.set(entry.name, entry),
  );
  return byName;
}

/** The archive that was read last at each depth, which is held in memory. */
const last: { file: ExportFile; entries: Promise<ReadonlyMap<string, ZipEntry>> }[] = [];

async function lastOpened(
  file: ExportFile,
  depth: number,
  open: () => Promise<ReadonlyMap<string, ZipEntry>>,
): Promise<ReadonlyMap<string, ZipEntry>> {
  if (last[depth]?.file !== file) last[depth] = { file, entries: open() };
  return await last[depth].entries;
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
