/**
 * The text of CSV; a path in its place is a mistake that would else be read as a line of names.
 *
 * @throws {TypeError} if it is a path, neither text nor bytes, or not in UTF-8
 */
export function csvText(source: string | Uint8Array): string {
  if (typeof source === "string") {
    if (!/^[^\r\n,;]+\.(?:csv|tsv|txt)$/i.test(source)) return source;
    throw new TypeError(
      `Cannot read CSV: ${JSON.stringify(source)} is a path; give what stands in the file, ` +
        `await readFile(${JSON.stringify(source)}) of node:fs/promises`,
    );
  }
  if (!ArrayBuffer.isView(source) && !((source as unknown) instanceof ArrayBuffer)) {
    throw new TypeError(`Cannot read CSV: expected text or its bytes, got ${typeof source}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch (cause) {
    throw new TypeError("Cannot read CSV: it is not UTF-8", { cause });
  }
}
