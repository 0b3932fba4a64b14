import { LIMITS } from "../../options/limits.ts";
import type { Bytes } from "../zip/fileSource.ts";
import type { ExportCollector } from "./exportCollector.ts";

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
  /**
   * Reason why it cannot be read, such as a truncated archive; set by `recognizeFiles` if its first
   * bytes cannot be read. @default none
   */
  fault?: TypeError | undefined;
  /** `true` if it is still being downloaded. @default false */
  readonly isUnfinished?: boolean;
  /** Yields the content in chunks. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Returns the whole content, at most 256 MiB. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Returns the content as UTF-8 text, without a byte order mark, at most 256 MiB. A wrong or cut
   * character is `\uFFFD`: see {@linkcode readText}.
   */
  text(): Promise<string>;
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
  return {
    name,
    size,
    path,
    head: async () => await joined(bytes.read(0, Math.min(HEAD, size))),
    pieces: () => bytes.read(0, size),
    bytes: whole,
    text: async () => new TextDecoder().decode(await whole()),
  };
}

/**
 * Returns the text of a file. Reports the first character that is not UTF-8, unless it is the last
 * one: the file is then truncated, which its format shows.
 */
export async function readText(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
): Promise<string> {
  const text = await file.text(), at = text.indexOf("\uFFFD");
  if (at >= 0 && at < text.length - 1) {
    const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
    collector.skip("a character is not UTF-8", `line ${line}`);
  }
  return text;
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
