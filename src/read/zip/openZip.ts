import { plainLine } from "../../options/plainText.ts";
import { crc32, inflateRawSync } from "node:zlib";
import type { Entry, FileEntry } from "@zip.js/zip.js";
import { LIMITS } from "../../options/limits.ts";
import { makePause } from "../../options/pause.ts";
import { type Bytes, decompressed } from "./fileSource.ts";

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Number of bytes, according to the directory. */
  readonly size: number;
  /**
   * Yields the content, decompressed on request. More or fewer bytes than the directory says are an
   * error.
   *
   * @throws {TypeError} if it is encrypted, compressed with another method than deflate, truncated
   * or too long, or has a wrong checksum
   */
  content(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Number of entries that the archives of an export may still have, and the signal to stop. */
export interface ZipBudget {
  entries: number;
  /** Number of bytes in the files of the export, as passed. */
  packed: number;
  /** Number of bytes that its archives unpack to so far. */
  unpacked: number;
  readonly signal: AbortSignal | undefined;
}

export function zipBudget(signal?: AbortSignal, packed = 0): ZipBudget {
  return { entries: LIMITS.archiveEntries.most, packed, unpacked: 0, signal };
}

/** Maximum decompressed bytes for each byte of a large export. */
const FOR_EACH = 100;

/** Counts bytes that an archive unpacks to. Returns the problem if there are too many. */
export function spend(budget: ZipBudget, unpacked: number): string | undefined {
  budget.unpacked += unpacked;
  return isSpent(budget)
    ? `brings the export to ${budget.unpacked} ${LIMITS.archiveBytes.error}, more than ${
      mostBytes(budget)
    }`
    : undefined;
}

/** Returns whether the archives of an export have too many entries or bytes. */
export function isSpent(budget: ZipBudget): boolean {
  return budget.entries < 0 || budget.unpacked > mostBytes(budget);
}

function mostBytes({ packed }: ZipBudget): number {
  return Math.max(LIMITS.archiveBytes.most, FOR_EACH * packed);
}

/** Parts of a path that lead out of a folder, or nowhere. */
const OUTSIDE = /(?:^|(?<=\/))(?:\.{0,2}|[A-Za-z]:)\//g;

/** Compression methods. */
const STORED = 0, DEFLATED = 8;

/** Number of bytes that deflate needs for a byte, at least. */
const LEAST_DEFLATED = 3;

/**
 * Returns the files in a zip file, as listed in the directory at its end.
 *
 * @param budget Remaining budget, which is reduced.
 * @throws {TypeError} if the directory is missing (the file is truncated, or not a zip file), or if
 * it has too many entries, or they overlap or decompress to too much
 */
export async function openZip(
  bytes: Bytes,
  action: string,
  budget: ZipBudget = zipBudget(undefined, bytes.size),
): Promise<ZipEntry[]> {
  // Only zip files need it.
  const { Reader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-native.js");
  const pause = makePause(budget.signal);
  class BytesReader extends Reader<Bytes> {
    override size = bytes.size;

    override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
      const all = new Uint8Array(Math.max(0, Math.min(length, bytes.size - offset)));
      let at = 0;
      for await (const piece of bytes.read(offset, offset + all.length)) {
        all.set(piece, at);
        at += piece.length;
        await pause(); // a directory may have many megabytes
      }
      return all;
    }
  }
  const zip = new ZipReader(new BytesReader(bytes), {
    useWebWorkers: false,
    filenameValidation: "tolerant", // `../name` is harmless here: nothing is unpacked into a folder
    // Comments are not used, and an archive may have gigabytes of them.
    commentEncoding: "utf-8",
    decodeText: (_, __, type) => type === "comment" ? "" : undefined,
  });
  const reject = (reason: string): never => {
    throw new TypeError(`Cannot ${action}: the zip file of ${bytes.size} bytes ${reason}`);
  };
  const entries: Entry[] = [], { archiveEntries, archiveName } = LIMITS;
  let longest = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      budget.signal?.throwIfAborted();
      if (budget.entries-- <= 0) break;
      longest = Math.max(longest, entry.filename.length);
      if (longest > archiveName.most) break;
      entries.push(entry);
      if (pause.isDue()) await pause();
    }
  } catch (cause) {
    budget.signal?.throwIfAborted();
    throw new TypeError(
      `Cannot ${action}: the zip file of ${bytes.size} bytes has no directory at its end: ` +
        "it is truncated, or not a zip file",
      { cause },
    );
  }
  if (budget.entries < 0) {
    reject(`has more than ${archiveEntries.most} ${archiveEntries.error}`);
  }
  if (longest > archiveName.most) reject(`has more than ${archiveName.most} ${archiveName.error}`);
  let end = -Infinity, unpacked = 0;
  await pause();
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (pause.isDue()) await pause();
    if (entry.offset < end) reject("has entries that overlap");
    end = entry.offset + entry.compressedSize;
    unpacked += entry.uncompressedSize;
  }
  const excess = spend(budget, unpacked);
  if (excess !== undefined) reject(excess);
  const files: ZipEntry[] = [];
  for (const entry of entries) {
    if (pause.isDue()) await pause();
    if (entry.directory) continue;
    files.push({
      name: plainLine(entry.filename).replaceAll(OUTSIDE, ""),
      size: entry.uncompressedSize,
      content: () => unpack(entry, bytes, action, budget.signal),
    });
  }
  return files;
}

async function* unpack(
  entry: FileEntry,
  archive: Bytes,
  action: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const broken = (why: string, cause?: unknown): TypeError =>
    new TypeError(`Cannot ${action}: ${plainLine(entry.filename)} in the zip file ${why}`, {
      cause,
    });
  const { compressionMethod: method, uncompressedSize: expected } = entry;
  if (entry.encrypted) throw broken("is encrypted. Decompress it first");
  if (method !== STORED && method !== DEFLATED) {
    throw broken(`uses compression method ${method} instead of deflate. Decompress it first`);
  }
  const isEmpty = entry.compressedSize < (method === STORED ? 1 : LEAST_DEFLATED);
  if (isEmpty && expected === 0 && entry.signature === 0) return; // to open it takes long
  const small = await unpackSmall(entry, archive);
  if (small !== undefined) return yield small;
  let size = 0, sum = 0;
  try {
    for await (const piece of unpackPieces(entry)) {
      size += piece.length;
      if (size > expected) break;
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw broken(`cannot be decompressed beyond byte ${size}`, cause);
  }
  if (size !== expected) {
    throw broken(`has ${size > expected ? "more" : "fewer"} bytes than the ${expected} it should`);
  }
  if (sum !== entry.signature) throw broken("has a wrong checksum");
}

/** Bytes of an entry that are decompressed at once: a stream for each entry takes a millisecond. */
const SMALL = 1 << 16;

/** Bytes of the extra fields that are read with the content of a small entry. */
const EXTRA = 64;

/** Signature and length of the header before the content, and of its fields from byte 6 on. */
const LOCAL_HEADER = 0x04034b50, HEADER_BYTES = 30, FIELDS = 6;

/**
 * Returns the content of a small entry without a fault. `undefined` leaves the entry to the library,
 * which finds the fault.
 */
async function unpackSmall(
  entry: FileEntry,
  archive: Bytes,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { offset, compressedSize: packed, uncompressedSize: size, rawFilename } = entry;
  if (packed > SMALL || size > SMALL || size === 0 || entry.diskNumberStart > 0) return undefined;
  const nameEnd = HEADER_BYTES + rawFilename.length;
  const most = Math.min(nameEnd + EXTRA + packed, archive.size - offset);
  const all = new Uint8Array(Math.max(0, most));
  let length = 0;
  for await (const piece of archive.read(offset, offset + all.length)) {
    all.set(piece, length);
    length += piece.length;
  }
  if (length < nameEnd) return undefined;
  const view = new DataView(all.buffer), start = nameEnd + view.getUint16(28, true);
  const isWhole = view.getUint32(0, true) === LOCAL_HEADER &&
    view.getUint16(FIELDS, true) === entry.rawBitFlag &&
    view.getUint16(FIELDS + 2, true) === entry.compressionMethod &&
    view.getUint16(26, true) === rawFilename.length &&
    rawFilename.every((byte, at) => byte === all[HEADER_BYTES + at]) &&
    start + packed <= length;
  if (!isWhole) return undefined;
  const content = all.subarray(start, start + packed);
  try {
    const bytes = entry.compressionMethod === STORED
      ? content
      : new Uint8Array(inflateRawSync(content, { maxOutputLength: size }));
    return bytes.length === size && crc32(bytes) === entry.signature ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Yields decompressed chunks. The library could not distinguish too many bytes from too few. */
async function* unpackPieces(entry: FileEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let fail: (cause: unknown) => void;
  const packed = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      fail = (cause) => controller.error(cause);
    },
  });
  const done = entry.getData(packed.writable, { passThrough: true });
  // The library leaves the stream open if it rejects the bytes before the content: reading would
  // never end.
  done.catch((cause) => fail(cause)); // awaited below, unless reading stops early
  yield* entry.compressionMethod === STORED
    ? packed.readable
    : decompressed(packed.readable, "deflate-raw");
  await done;
}
