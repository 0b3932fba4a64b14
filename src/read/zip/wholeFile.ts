import { describeValue } from "../../options/describeValue.ts";
import { type FileSource, gather, isFileSource, openFile } from "./fileSource.ts";

/** A file that is read completely. */
export type WholeFile = FileSource | Uint8Array;

/**
 * A text file: a path, a URL, its bytes in UTF-8, a Blob, a stream, or the text itself as `{ text
 * }`.
 */
export type TextSource = WholeFile | { readonly text: string };

/**
 * Reads all bytes of a file.
 *
 * @throws {TypeError} if the source is not a file, or cannot be opened
 */
export async function wholeFile(source: WholeFile, action: string): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (!isFileSource(source)) {
    throw new TypeError(
      `Cannot ${action}: expected a path, a URL, bytes, a Blob or a stream, got ` +
        describeValue(source),
    );
  }
  const file = await openFile(source, action);
  const bytes = "bytes" in file ? file.bytes : await gather(file.stream, action);
  const all = new Uint8Array(bytes.size);
  let length = 0;
  for await (const piece of bytes.read(0, bytes.size)) {
    all.set(piece, length);
    length += piece.length;
  }
  return all.subarray(0, length);
}

/**
 * Reads all bytes of a text file, or returns a text given as `{ text }`.
 *
 * @throws {TypeError} if the source is neither, or a text in place of a path
 */
export async function wholeText(source: TextSource, action: string): Promise<string | Uint8Array> {
  if (typeof source === "string" && /[\r\n]|^\s*[[{].*[\]}]\s*$/.test(source)) {
    throw new TypeError(
      `Cannot ${action}: ${describeValue(source)} is not a path. Pass the text itself as { text }.`,
    );
  }
  if (isFileSource(source) || source instanceof Uint8Array) return await wholeFile(source, action);
  const text: unknown = (source as { readonly text?: unknown } | null | undefined)?.text;
  if (typeof text === "string") return text;
  throw new TypeError(
    `Cannot ${action}: expected a path, a URL, bytes, a Blob, a stream or { text }, got ` +
      (Array.isArray(source)
        ? "a list. Read each file, and join them with pl.concat(frames) of Polars"
        : text === undefined
        ? describeValue(source)
        : `{ text } with ${describeValue(text)}`),
  );
}
