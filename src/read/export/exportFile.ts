import { LIMITS } from "../../options/limits.ts";
import type { Bytes } from "../zip/fileSource.ts";

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
  /** Reason why it cannot be read, such as a truncated archive. @default none */
  readonly fault?: TypeError | undefined;
  /** `true` if it is still being downloaded. @default false */
  readonly isUnfinished?: boolean;
  /** Yields the content in chunks. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Returns the whole content, at most 256 MiB. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the content as UTF-8 text, without a byte order mark, at most 256 MiB. */
  text(): Promise<string>;
  /** Returns the text for a format that shows where a file is cut: a cut character is `\uFFFD`. */
  cutText(): Promise<string>;
}

const HEAD = 4096, MOST_BYTES = LIMITS.textBytes.most;

/** Creates a file of an export from its bytes. */
export function exportFile(
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
