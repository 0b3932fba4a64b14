import type { Bytes } from "./fileSource.ts";

/** A file in a zip file, as the directory at its end lists it. */
export interface ZipEntry {
  /** Its path. */
  readonly name: string;
  /** Whether it is encrypted. */
  readonly encrypted: boolean;
  /** How it is packed: 0 not at all, 8 deflate. */
  readonly method: number;
  /** Check sum (CRC-32) of what it holds. */
  readonly crc: number;
  /** Its bytes as packed. */
  readonly packed: number;
  /** Its bytes. */
  readonly size: number;
  /** Where it begins. */
  readonly offset: number;
}

/** The record at the end of a zip file, and the longest comment behind it. */
const END = 22, LONGEST_COMMENT = 0xffff;
const LOCATOR = 20, END_64 = 56, HEADER = 46, UNKNOWN = 0xffffffff;

/**
 * The files in a zip file (PKWARE's APPNOTE 6.3, with ZIP64), read from the directory at its end.
 *
 * @throws {TypeError} if the directory is not there: the file is cut short, or no zip file
 */
export async function zipEntries(bytes: Bytes, action: string): Promise<ZipEntry[]> {
  const broken = (why: string): TypeError =>
    new TypeError(`Cannot ${action}: the zip file of ${bytes.size} bytes ${why}`);
  const from = Math.max(0, bytes.size - END - LONGEST_COMMENT - LOCATOR);
  const tail = await view(bytes, from, bytes.size);
  let end = tail.byteLength - END;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw broken("has no directory at its end: it is cut short, or no zip file");
  let size = tail.getUint32(end + 12, true), start = tail.getUint32(end + 16, true);
  const locator = end - LOCATOR;
  if (locator >= 0 && tail.getUint32(locator, true) === 0x07064b50) {
    const at = Number(tail.getBigUint64(locator + 8, true));
    if (at + END_64 > bytes.size) throw broken("has a directory that lies beyond its end");
    const wide = await view(bytes, at, at + END_64);
    size = Number(wide.getBigUint64(40, true));
    start = Number(wide.getBigUint64(48, true));
  }
  if (start + size > bytes.size) throw broken("has a directory that lies beyond its end");
  const directory = await view(bytes, start, start + size);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + HEADER <= size;) {
    if (directory.getUint32(at, true) !== 0x02014b50) throw broken("has a broken directory");
    const next = at + HEADER + directory.getUint16(at + 28, true) +
      directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (next > size) throw broken("has a broken directory");
    entries.push(entryOf(directory, at));
    at = next;
  }
  return entries;
}

function entryOf(directory: DataView<ArrayBuffer>, at: number): ZipEntry {
  const nameLength = directory.getUint16(at + 28, true);
  const nameBytes = new Uint8Array(
    directory.buffer,
    directory.byteOffset + at + HEADER,
    nameLength,
  );
  const wide = wideFields(directory, at + HEADER + nameLength, directory.getUint16(at + 30, true));
  const field = (offset: number): number => {
    const value = directory.getUint32(at + offset, true);
    return value === UNKNOWN ? wide.shift() ?? value : value;
  };
  const size = field(24), packed = field(20), offset = field(42); // in the order of the wide fields
  return {
    name: new TextDecoder().decode(nameBytes),
    encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
    method: directory.getUint16(at + 10, true),
    crc: directory.getUint32(at + 16, true),
    packed,
    size,
    offset,
  };
}

/** The numbers of 64 bits that stand in place of those that are too wide for their fields. */
function wideFields(directory: DataView, start: number, length: number): number[] {
  for (let at = start; at + 4 <= start + length;) {
    const id = directory.getUint16(at, true), size = directory.getUint16(at + 2, true);
    if (id === 1) {
      const end = Math.min(at + 4 + size, start + length);
      const values: number[] = [];
      for (let i = at + 4; i + 8 <= end; i += 8) {
        values.push(Number(directory.getBigUint64(i, true)));
      }
      return values;
    }
    at += 4 + size;
  }
  return [];
}

/** A stretch of bytes to read numbers from. */
export async function view(
  bytes: Bytes,
  start: number,
  end: number,
): Promise<DataView<ArrayBuffer>> {
  const all = new Uint8Array(end - start);
  let at = 0;
  for await (const piece of bytes.read(start, end)) {
    all.set(piece, at);
    at += piece.length;
  }
  return new DataView(all.buffer);
}
