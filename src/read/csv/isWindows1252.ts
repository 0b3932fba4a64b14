/**
 * Returns whether bytes are plainly Windows-1252, the encoding of spreadsheets on Windows: they
 * are not UTF-8, no two bytes of them are a character of UTF-8, and each byte is a character of
 * Windows-1252. Latin-1 is a part of it. A file that is cut short within a character of UTF-8 is not.
 */
export function isWindows1252(bytes: Uint8Array): boolean {
  let at = 0, isCutShort = true;
  while (at < bytes.length && bytes[at]! < 0x80) at++; // much faster than findIndex()
  if (at === bytes.length) return false;
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === 0 || UNDEFINED.has(byte)) return false;
    if (byte < 0x80) continue;
    const isLead = byte >= 0xc2 && byte <= 0xf4, next = bytes[i + 1];
    if (isLead && next !== undefined && next >= 0x80 && next <= 0xbf) return false;
    if (!isLead || next !== undefined) isCutShort = false;
  }
  return !isCutShort && bytes.indexOf(0) < 0;
}

/** Bytes that are not characters of Windows-1252. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Number of bytes that show UTF-16 without a byte order mark. */
export const UTF16_BYTES = 16;

/**
 * Returns the encoding of bytes in UTF-16: with a byte order mark, or with at least eight characters of
 * ASCII at the start, in which every other byte is 0. `undefined` for other bytes.
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
