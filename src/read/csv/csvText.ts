/**
 * Decodes the bytes of CSV.
 *
 * @throws {TypeError} if they are not in the encoding
 * @throws {RangeError} if the encoding does not exist
 */
export function csvText(source: string | Uint8Array, encoding?: string): string {
  if (typeof source === "string") return source;
  const name = encoding ?? markedEncoding(source);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch (cause) {
    throw new RangeError(
      `Cannot read CSV: the encoding ${JSON.stringify(name)} does not exist. Use a name such as ` +
        "utf-8 or windows-1252",
      { cause },
    );
  }
  try {
    return decoder.decode(source);
  } catch (cause) {
    throw new TypeError(
      `Cannot read CSV: it is not ${name.toUpperCase()}. Pass its encoding, such as ` +
        '{ encoding: "windows-1252" }',
      { cause },
    );
  }
}

/** Returns UTF-16 if bytes start with its byte order mark, otherwise UTF-8. */
function markedEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}
