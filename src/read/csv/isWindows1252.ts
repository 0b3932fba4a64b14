/**
 * Returns whether bytes are plainly Windows-1252, the encoding of spreadsheets on Windows: they
 * are not UTF-8, no two bytes of them are a character of UTF-8, and each byte is a character of
 * Windows-1252. Latin-1 is a part of it. A file that is cut short within a character of UTF-8 is not.
 * Others can run between its steps.
 */
export function* isWindows1252(bytes: Uint8Array): Generator<void, boolean> {
  let isOther = false, isCutShort = true; // `isOther`: it has a byte that is not ASCII
  for (let from = 0; from < bytes.length; from += STEP) {
    yield;
    const end = Math.min(bytes.length, from + STEP);
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < 0x80) {
        if (byte === 0) return false;
        continue;
      }
      if (UNDEFINED.has(byte)) return false;
      isOther = true;
      const isLead = byte >= 0xc2 && byte <= 0xf4, next = bytes[at + 1];
      if (isLead && next !== undefined && next >= 0x80 && next <= 0xbf) return false;
      if (!isLead || next !== undefined) isCutShort = false;
    }
  }
  return isOther && !isCutShort;
}

/** Number of bytes examined in one step. */
const STEP = 1 << 20;

/** Bytes that are not characters of Windows-1252. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Number of bytes that show UTF-16 without a byte order mark. */
export const UTF16_BYTES = 16;

/**
 * Returns the encoding of bytes in UTF-16. They have a byte order mark, or start with at least
 * eight ASCII characters, so that every other byte is 0. Returns `undefined` for other bytes.
 */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const mark = (bytes[0] ?? 0) << 8 | (bytes[1] ?? 0);
  if (mark === 0xfffe) return "utf-16le";
  if (mark === 0xfeff) return "utf-16be";
  if (bytes.length < UTF16_BYTES) return undefined;
  const pairs = Array.from({ length: UTF16_BYTES / 2 }, (_, at) => 2 * at);
  const isText = (byte: number): boolean => byte >= 0x20 && byte < 0x7f || byte >= 9 && byte < 14;
  const fits = (text: number, zero: number): boolean =>
    pairs.every((at) => isText(bytes[at + text] ?? 0) && bytes[at + zero] === 0);
  return fits(0, 1) ? "utf-16le" : fits(1, 0) ? "utf-16be" : undefined;
}
