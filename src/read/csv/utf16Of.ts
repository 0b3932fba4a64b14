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
