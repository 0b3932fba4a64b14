import { UTF16_BYTES, utf16Of } from "../csv/isWindows1252.ts";
import { plainLine } from "../../options/plainText.ts";
import { LIMITS } from "../../options/limits.ts";
import { open, stat } from "node:fs/promises";
import { hasCode } from "../../options/runtime.ts";

/** A file to read: a path, a `file:` or `http(s):` URL, its bytes, a Blob, or a stream of bytes. */
export type FileSource =
  | string
  | URL
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array<ArrayBuffer>>;

/** Returns whether a value is a source of a file. */
export function isFileSource(value: unknown): value is FileSource {
  return typeof value === "string" ||
    [URL, Uint8Array, ArrayBuffer, Blob, ReadableStream].some((type) => value instanceof type);
}

/** Random access to the bytes of a file. */
export interface Bytes {
  /** Number of bytes. */
  readonly size: number;
  /** Yields the bytes from `start` up to, but not including, `end`, in chunks. */
  read(start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** An open file: its bytes, or a stream that can be read once. */
export type OpenFile = { readonly bytes: Bytes } | {
  readonly stream: AsyncIterable<Uint8Array<ArrayBuffer>>;
};

const PIECE = 1 << 16, BLOB_PIECE = 1 << 18;

/** Bytes that are copied at once. */
const COPIED = 1 << 23;

/** Splits large chunks: well compressed data comes in chunks of many megabytes. */
export async function* slices<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
  length = PIECE,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += length) yield piece.subarray(at, at + length) as T;
  }
}

/**
 * Number of compressed bytes to decompress at once; the result may be a thousand times as large.
 */
const PACKED = 1 << 13;

/** Decompresses bytes, a little at a time, so that other work can run. */
export function decompressed(
  packed: AsyncIterable<Uint8Array<ArrayBuffer>>,
  format: CompressionFormat,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(slices(packed, PACKED)).pipeThrough(new DecompressionStream(format));
}

/** Converts UTF-16 that starts with a byte order mark to UTF-8, and yields other bytes unchanged. */
export async function* inUtf8(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let start: Uint8Array<ArrayBuffer> | undefined = new Uint8Array();
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    let bytes = piece;
    if (start !== undefined) {
      bytes = start.length === 0 ? piece : new Uint8Array([...start, ...piece]);
      start = bytes.length < UTF16_BYTES ? bytes : undefined;
      if (start !== undefined) continue;
      decoder = decoderOf(bytes);
    }
    yield decoder === undefined ? bytes : encoder.encode(decoder.decode(bytes, { stream: true }));
  }
  if (start !== undefined && start.length > 0) {
    decoder = decoderOf(start);
    yield decoder === undefined ? start : encoder.encode(decoder.decode(start, { stream: true }));
  }
  const rest = decoder?.decode();
  if (rest) yield encoder.encode(rest);
}

function decoderOf(bytes: Uint8Array): TextDecoder | undefined {
  const encoding = utf16Of(bytes);
  return encoding === undefined ? undefined : new TextDecoder(encoding);
}

/**
 * Opens a file. A file on disk is opened for each read, so it need not be closed. A stream stays a
 * stream, unless it starts like a zip file: then it is held in memory.
 *
 * @throws {TypeError} if the source has another type, the file does not exist, or a URL does not
 * respond with a file
 */
export async function openFile(source: FileSource, action: string): Promise<OpenFile> {
  const isRemote = source instanceof URL && source.protocol !== "file:";
  if (typeof source === "string" && /^https?:/i.test(source)) {
    throw new TypeError(
      `Cannot ${action}: ${source} is a URL. Pass it as new URL("${source}").`,
    );
  }
  if (typeof source === "string" || (source instanceof URL && !isRemote)) {
    return { bytes: await onDisk(source, action) };
  }
  if (source instanceof Uint8Array) return { bytes: inMemory(source) };
  if (source instanceof ArrayBuffer) return { bytes: inMemory(new Uint8Array(source)) };
  if (source instanceof Blob) return { bytes: inBlob(source) };
  if (isRemote) {
    const answer = await fetch(source);
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      throw new TypeError(`Cannot ${action}: ${source.host} responds with status ${answer.status}`);
    }
    return await openStream(answer.body, action);
  }
  if (source instanceof ReadableStream) return await openStream(source, action);
  throw new TypeError(
    `Cannot ${action}: expected a path, a URL, bytes, a Blob or a stream, got ${typeof source}`,
  );
}

/**
 * Returns the bytes of a file on disk.
 *
 * @throws {TypeError} if the file does not exist, or is a folder
 */
export async function onDisk(path: string | URL, action: string): Promise<Bytes> {
  const found = await stat(path).catch((cause) => {
    if (!hasCode(cause, "ENOENT")) throw cause;
    throw new TypeError(`Cannot ${action}: the file ${plainLine(String(path))} does not exist`, {
      cause,
    });
  });
  if (found.isDirectory()) {
    throw new TypeError(`Cannot ${action}: ${plainLine(String(path))} is a folder, not a file`);
  }
  return {
    size: found.size,
    read: async function* (start, end) {
      const file = await open(path);
      try {
        for (let at = start; at < end;) {
          const piece = new Uint8Array(Math.min(PIECE, end - at));
          const { bytesRead } = await file.read(piece, 0, piece.length, at);
          if (bytesRead === 0) return;
          yield piece.subarray(0, bytesRead);
          at += bytesRead;
        }
      } finally {
        await file.close();
      }
    },
  };
}

function inMemory(bytes: Uint8Array<ArrayBuffer>): Bytes {
  return {
    size: bytes.length,
    read: async function* (start, end) {
      for (let at = start; at < end; at += PIECE) {
        yield bytes.subarray(at, Math.min(end, at + PIECE));
      }
    },
  };
}

/** Returns the bytes of a Blob. */
export function inBlob(blob: Blob): Bytes {
  return {
    size: blob.size,
    read: async function* (start, end) {
      // The stream of a Blob has chunks as large as the parts of the Blob.
      for (let at = start; at < end; at += BLOB_PIECE) {
        yield new Uint8Array(await blob.slice(at, Math.min(end, at + BLOB_PIECE)).arrayBuffer());
      }
    },
  };
}

async function openStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  action: string,
): Promise<OpenFile> {
  const pieces = stream[Symbol.asyncIterator]();
  const first: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < 4) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  const whole = {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => pieces };
    },
  };
  const head = new Uint8Array(await new Blob(first).arrayBuffer());
  if (!isZip(head)) return { stream: whole };
  return { bytes: await gather(whole, action) };
}

/**
 * Holds the bytes of a stream in memory.
 *
 * @throws {TypeError} if there are too many bytes
 */
export async function gather(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  action: string,
): Promise<Bytes> {
  const { most, error } = LIMITS.streamBytes, blobs: Blob[] = [];
  let length = 0, held = 0, waiting: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) {
      throw new TypeError(`Cannot ${action}: expected at most ${most} ${error}`);
    }
    waiting.push(piece);
    held += piece.length;
    if (held < COPIED) continue;
    blobs.push(new Blob(waiting));
    [waiting, held] = [[], 0];
  }
  return inBlob(new Blob([...blobs, ...waiting]));
}

/** Returns whether bytes start like a zip file. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}
