import { isWindows1252, utf16Of } from "./isWindows1252.ts";

/**
 * Decodes the bytes of CSV. Without an encoding, bytes that are plainly Windows-1252 are decoded as
 * such, and `assumed` names it.
 *
 * @throws {TypeError} if they are not in the encoding
 * @throws {RangeError} if the encoding does not exist
 */
export function csvText(
  source: string | Uint8Array,
  encoding?: string,
): { readonly text: string; readonly assumed?: "windows-1252" } {
  if (typeof source === "string") return { text: source };
  const marked = utf16Of(source) ?? "utf-8";
  const assumed = encoding === undefined && marked === "utf-8" && isWindows1252(source);
  const name = assumed ? "windows-1252" : encoding ?? marked;
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
    const text = decoder.decode(source);
    return assumed ? { text, assumed: "windows-1252" } : { text };
  } catch (cause) {
    if (source[0] === 0x50 && source[1] === 0x4b) { // PK
      throw new TypeError(
        "Cannot read CSV: it is a zip file or an Excel workbook, not text. Save the sheet as CSV",
        { cause },
      );
    }
    throw new TypeError(
      `Cannot read CSV: it is not ${name.toUpperCase()}. Pass its encoding, such as ` +
        '{ encoding: "windows-1252" }',
      { cause },
    );
  }
}
