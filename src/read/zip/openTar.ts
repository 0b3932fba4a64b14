import { LIMITS } from "../../options/limits.ts";
import { plainLine } from "../../options/plainText.ts";
import { makePause } from "../../options/pause.ts";
import type { Bytes } from "./fileSource.ts";
import { type ZipBudget, zipBudget, type ZipEntry } from "./openZip.ts";

const BLOCK = 512;

/** Types of entries: a file, the long name of the next file (GNU), and attributes (POSIX). */
const FILE = /^[0\0 7]$/, LONG_NAME = "L", ATTRIBUTES = "x";

/** Number of bytes of attributes in which a name is searched for. */
const MOST_TEXT = 65_536;

/** Returns whether bytes start like a tar file. */
export function isTar(head: Uint8Array): boolean {
  return new TextDecoder().decode(head.subarray(257, 262)) === "ustar" && isSummed(head);
}

/**
 * Returns the files in a tar file (POSIX ustar and pax, GNU). Links, folders and devices are
 * skipped.
 *
 * @param budget Remaining budget, which is reduced.
 * @throws {TypeError} if it is truncated or damaged, or has too many entries
 */
export async function openTar(
  bytes: Bytes,
  action: string,
  budget: ZipBudget = zipBudget(),
): Promise<ZipEntry[]> {
  const reject = (reason: string): never => {
    throw new TypeError(`Cannot ${action}: the tar file of ${bytes.size} bytes ${reason}`);
  };
  const entries: ZipEntry[] = [], { archiveName } = LIMITS, pause = makePause(budget.signal);
  let next: string | undefined;
  for (let at = 0; at < bytes.size;) {
    budget.signal?.throwIfAborted();
    await pause();
    const head = await slice(bytes, at, at + BLOCK);
    if (head.length < BLOCK) return reject(`is truncated at byte ${bytes.size}`);
    if (head.every((byte) => byte === 0)) break; // the end
    if (!isSummed(head)) return reject(`is damaged at byte ${at}`);
    if (budget.entries-- <= 0) {
      return reject(`has more than ${LIMITS.archiveEntries.most} ${LIMITS.archiveEntries.error}`);
    }
    const type = textOf(head, 156, 1), size = sizeOf(head), start = at + BLOCK, end = start + size;
    if (!(size >= 0 && end <= bytes.size)) return reject(`is truncated at byte ${bytes.size}`);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    if (type === LONG_NAME || type === ATTRIBUTES) {
      const text = new TextDecoder().decode(
        await slice(bytes, start, start + Math.min(size, MOST_TEXT)),
      );
      next = type === LONG_NAME ? text.replace(/\0.*$/s, "") : /^\d+ path=(.*)$/m.exec(text)?.[1];
      continue;
    }
    const folder = textOf(head, 345, 155), own = textOf(head, 0, 100);
    const name = next ?? (folder === "" ? own : `${folder}/${own}`);
    next = undefined;
    if (name.length > archiveName.most) {
      return reject(`has more than ${archiveName.most} ${archiveName.error}`);
    }
    if (!FILE.test(type === "" ? "0" : type) || name.endsWith("/")) continue;
    entries.push({
      name: plainLine(name.replace(/^\.\//, "")),
      size,
      content: () => bytes.read(start, end),
    });
  }
  return entries;
}

async function slice(bytes: Bytes, start: number, end: number): Promise<Uint8Array> {
  const all = new Uint8Array(Math.max(0, Math.min(end, bytes.size) - start));
  let at = 0;
  for await (const piece of bytes.read(start, start + all.length)) {
    all.set(piece, at);
    at += piece.length;
  }
  return all.subarray(0, at);
}

function textOf(head: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(head.subarray(start, start + length)).replace(/\0.*$/s, "");
}

/** Returns the size in a header: octal, or of large files in base 256. */
function sizeOf(head: Uint8Array): number {
  if ((head[124]! & 0x80) === 0) return parseInt(textOf(head, 124, 12).trim() || "0", 8);
  return head.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Returns whether the checksum of a header fits. */
function isSummed(head: Uint8Array): boolean {
  if (head.length < BLOCK) return false;
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : head[i]!;
  return sum === parseInt(textOf(head, 148, 8).trim(), 8);
}
