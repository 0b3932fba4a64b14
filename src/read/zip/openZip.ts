import { plainLine } from "../../options/plainText.ts";
import { crc32 } from "node:zlib";
import type { Entry, FileEntry } from "@zip.js/zip.js";
import { LIMITS } from "../../options/limits.ts";
import type { Bytes } from "./fileSource.ts";

/** A file in a zip file. */
export interface ZipEntry {
  /** Its path. */
  readonly name: string;
  /** Its bytes, as the directory says. */
  readonly size: number;
  /**
   * What it holds, unpacked as it is asked for: at most as much as the directory says, and no less, or
   * else it is an error.
   *
   * @throws {TypeError} if it is encrypted, packed in a way other than deflate, cut short, longer than
   * the directory says, or its check sum is another
   */
  content(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Number of entries that the zip files of an export may still have, and the signal to stop. */
export interface ZipBudget {
  entries: number;
  readonly signal: AbortSignal | undefined;
}

/** Returns the budget of an export. */
export function zipBudget(signal?: AbortSignal): ZipBudget {
  return { entries: LIMITS.archiveEntries.most, signal };
}

/** How many bytes each byte of a large zip file may unpack to. */
const FOR_EACH = 100;

/** Methods of packing. */
const STORED = 0, DEFLATED = 8;

/**
 * The files in a zip file, as the directory at its end lists them.
 *
 * @param budget The entries that may still come; is spent.
 * @throws {TypeError} if the directory is not there: the file is cut short, or no zip file; or if it has
 * too many entries, or they overlap or unpack to too much
 */
export async function openZip(
  bytes: Bytes,
  action: string,
  budget: ZipBudget = zipBudget(),
): Promise<ZipEntry[]> {
  // Only files that are zipped need it.
  const { Reader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-native.js");
  class BytesReader extends Reader<Bytes> {
    override size = bytes.size;

    override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
      const all = new Uint8Array(Math.max(0, Math.min(length, bytes.size - offset)));
      let at = 0;
      for await (const piece of bytes.read(offset, offset + all.length)) {
        all.set(piece, at);
        at += piece.length;
      }
      return all;
    }
  }
  const zip = new ZipReader(new BytesReader(bytes), { useWebWorkers: false });
  const reject = (reason: string): never => {
    throw new TypeError(`Cannot ${action}: the zip file of ${bytes.size} bytes ${reason}`);
  };
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      budget.signal?.throwIfAborted();
      if (budget.entries-- <= 0) break;
      entries.push(entry);
    }
  } catch (cause) {
    budget.signal?.throwIfAborted();
    throw new TypeError(
      `Cannot ${action}: the zip file of ${bytes.size} bytes has no directory at its end: ` +
        "it is cut short, or no zip file",
      { cause },
    );
  }
  if (budget.entries < 0) {
    reject(`has more than ${LIMITS.archiveEntries.most} ${LIMITS.archiveEntries.error}`);
  }
  let end = -Infinity, unpacked = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) reject("has entries that overlap");
    end = entry.offset + entry.compressedSize;
    unpacked += entry.uncompressedSize;
  }
  const { most, error } = LIMITS.archiveBytes;
  if (unpacked > Math.max(most, FOR_EACH * bytes.size)) {
    reject(`has ${unpacked} ${error}, more than ${Math.max(most, FOR_EACH * bytes.size)}`);
  }
  return entries.filter((entry) => !entry.directory).map((entry) => ({
    name: plainLine(entry.filename),
    size: entry.uncompressedSize,
    content: () => unpack(entry, action),
  }));
}

async function* unpack(
  entry: FileEntry,
  action: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const broken = (why: string, cause?: unknown): TypeError =>
    new TypeError(`Cannot ${action}: ${plainLine(entry.filename)} in the zip file ${why}`, {
      cause,
    });
  const { compressionMethod: method, uncompressedSize: expected } = entry;
  if (entry.encrypted) throw broken("is encrypted; unpack it first");
  if (method !== STORED && method !== DEFLATED) {
    throw broken(`is packed by method ${method}, not by deflate; unpack it first`);
  }
  let size = 0, sum = 0;
  try {
    for await (const piece of unpackPieces(entry)) {
      size += piece.length;
      if (size > expected) break;
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (cause) {
    throw broken(`cannot be unpacked beyond its byte ${size}`, cause);
  }
  if (size !== expected) {
    throw broken(`has ${size > expected ? "more" : "fewer"} bytes than the ${expected} it should`);
  }
  if (sum !== entry.signature) throw broken("has another check sum than it should");
}

/** What is packed, unpacked as it is asked for. The library would not tell too many bytes from too few. */
async function* unpackPieces(entry: FileEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let fail: (cause: unknown) => void;
  const packed = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      fail = (cause) => controller.error(cause);
    },
  });
  const done = entry.getData(packed.writable, { passThrough: true });
  // The library leaves the stream open where it rejects what stands before the bytes: nobody would ever read on.
  done.catch((cause) => fail(cause)); // awaited below, unless nobody wants more
  yield* entry.compressionMethod === STORED
    ? packed.readable
    : packed.readable.pipeThrough(new DecompressionStream("deflate-raw"));
  await done;
}
