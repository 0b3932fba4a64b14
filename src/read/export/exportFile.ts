import { LIMITS } from "../../options/limits.ts";
import { type Bytes, inUtf8 } from "../zip/fileSource.ts";
import { decodeSteps } from "../csv/decodeSteps.ts";
import { isWindows1252 } from "../csv/isWindows1252.ts";
import { inSteps, makePause, type Pause } from "../../options/pause.ts";
import { plainLine } from "../../options/plainText.ts";
import { stoppable } from "./pause.ts";
import type { ExportCollector } from "./exportCollector.ts";

/**
 * A file of an export, on disk, in a zip file or in memory. If it starts with a byte order mark of
 * UTF-16, its bytes are converted to UTF-8.
 */
export interface ExportFile {
  /**
   * Path in the export, with slashes: `Takeout/Fitbit/Global Export Data/steps-2024-01-01.json`.
   */
  readonly name: string;
  /** Number of bytes, decompressed. */
  readonly size: number;
  /** Path on disk; undefined for a file in a zip file or in memory. */
  readonly path: string | undefined;
  /** Ends the reading of the file. @default nothing does */
  readonly signal?: AbortSignal | undefined;
  /** Returns the first bytes, at most 8192. */
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
}

const HEAD = 8192, MOST_BYTES = LIMITS.textBytes.most;

/** Creates a file of an export from its bytes. */
export function exportFile(
  { name, path, bytes: unpaused, action, signal }: {
    name: string;
    path: string | undefined;
    bytes: Bytes;
    action: string;
    signal?: AbortSignal | undefined;
  },
): ExportFile {
  const { size } = unpaused, bytes = stoppable(unpaused, signal);
  const whole = async (): Promise<Uint8Array<ArrayBuffer>> => {
    if (size > MOST_BYTES) {
      throw new TypeError(
        `Cannot ${action}: ${name} has ${size} bytes; the maximum is ${MOST_BYTES}`,
      );
    }
    return await joined(inUtf8(bytes.read(0, size)), makePause(signal));
  };
  return {
    name: plainLine(name), // it reaches messages and reports
    size,
    path,
    signal,
    head: async () => await joined(inUtf8(bytes.read(0, Math.min(HEAD, size)))),
    pieces: () => inUtf8(bytes.read(0, size)),
    bytes: whole,
  };
}

/**
 * Returns the text of a file, without a byte order mark. A file that is plainly Windows-1252 is
 * decoded as such, which a note reports. A character that cannot be decoded is `\uFFFD`. The first
 * one is reported, unless it is the last character: the file is then cut short, which its format
 * shows.
 *
 * @param collector Receives the report. @default the file is read again by a rule, which reports it
 */
export async function readText(
  file: ExportFile,
  collector?: Pick<ExportCollector, "skip" | "note">,
): Promise<string> {
  const { text, isWindows } = await inSteps(decoded(await file.bytes()), makePause(file.signal));
  const at = text.indexOf("\uFFFD"), isOdd = at >= 0 && at < text.length - 1;
  if (isWindows) {
    collector?.note(`${file.name} is not UTF-8; it is read as Windows-1252`);
  }
  if (isOdd) collector?.skip(ODD_CHARACTER, await lineAt(text, at, file.signal));
  return text;
}

/** Returns the line of a character, such as `line 17`. */
export async function lineAt(text: string, at: number, signal?: AbortSignal): Promise<string> {
  const pause = makePause(signal), end = /\r\n|\r|\n/g, before = text.slice(0, at);
  let line = 1;
  for (; end.test(before); line++) if (line % LINES === 0) await pause();
  return `line ${line}`;
}

/** Number of lines that are counted at once. */
const LINES = 1 << 14;

/** Number of lines in which a table usually has its header row. */
const NEAR = 10;

/** Reason for a character that cannot be decoded. */
export const ODD_CHARACTER = "a character is damaged or not UTF-8";

/** Decoded first bytes of files: each reader looks at them. */
const headTexts = new WeakMap<Uint8Array, Promise<{ readonly text: string }>>();

/** Returns the text of the first bytes of a file, without a byte order mark. */
export async function headText(file: ExportFile): Promise<string> {
  const bytes = await file.head();
  const decoding = headTexts.getOrInsertComputed(
    bytes,
    () => inSteps(decoded(bytes), makePause(undefined)),
  );
  return (await decoding).text;
}

/** Returns the line of the first character near the start of a table that cannot be decoded. */
export async function damagedHead(file: ExportFile): Promise<string | undefined> {
  if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) return undefined;
  const text = await headText(file), at = text.indexOf("\uFFFD");
  const isNear = at >= 0 && at < text.length - 1 && text.slice(0, at).split("\n").length <= NEAR;
  return isNear && !text.includes("\0") ? await lineAt(text, at) : undefined;
}

function* decoded(bytes: Uint8Array): Generator<void, { text: string; isWindows: boolean }> {
  const text = yield* decodeSteps(bytes, new TextDecoder());
  // Text in UTF-8 need not be searched for bytes of another encoding, which takes long.
  const isWindows = text.includes("\uFFFD") && (yield* isWindows1252(bytes));
  if (!isWindows) return { text, isWindows };
  return { text: yield* decodeSteps(bytes, new TextDecoder("windows-1252")), isWindows };
}

async function joined(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  pause: Pause = makePause(undefined),
): Promise<Uint8Array<ArrayBuffer>> {
  const all = await Array.fromAsync(pieces);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
    await pause();
  }
  return bytes;
}
