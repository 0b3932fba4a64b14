/**
 * Decodes the bytes of CSV.
 *
 * @throws {TypeError} if they are not UTF-8
 */
export function csvText(source: string | Uint8Array): string {
  if (typeof source === "string") return source;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch (cause) {
    throw new TypeError("Cannot read CSV: it is not UTF-8", { cause });
  }
}
