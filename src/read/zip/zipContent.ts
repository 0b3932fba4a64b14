import { crc32 } from "node:zlib";
import type { Bytes } from "./fileSource.ts";
import { view, type ZipEntry } from "./zipEntries.ts";

const LOCAL_HEADER = 30;

/**
 * What a file in a zip file holds, unpacked as it is asked for: at most as much as the directory says,
 * and no less, or else it is an error.
 *
 * @throws {TypeError} if it is encrypted, packed in a way other than deflate, cut short, longer than the
 * directory says, or its check sum is another
 */
export async function* zipContent(
  bytes: Bytes,
  entry: ZipEntry,
  action: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const broken = (why: string, cause?: unknown): TypeError =>
    new TypeError(`Cannot ${action}: ${entry.name} in the zip file ${why}`, { cause });
  if (entry.encrypted) throw broken("is encrypted; unpack it first");
  if (entry.method !== 0 && entry.method !== 8) {
    throw broken(`is packed by method ${entry.method}, not by deflate; unpack it first`);
  }
  if (entry.offset + LOCAL_HEADER > bytes.size) throw broken("lies beyond the end of the file");
  const header = await view(bytes, entry.offset, entry.offset + LOCAL_HEADER);
  if (header.getUint32(0, true) !== 0x04034b50) throw broken("is not where the directory says");
  const start = entry.offset + LOCAL_HEADER + header.getUint16(26, true) +
    header.getUint16(28, true);
  const end = start + entry.packed;
  if (end > bytes.size) throw broken("is cut short");
  const packed = bytes.read(start, end);
  let size = 0, sum = 0;
  try {
    for await (const piece of entry.method === 0 ? packed : inflated(packed)) {
      size += piece.length;
      if (size > entry.size) break;
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (cause) {
    throw broken(`cannot be unpacked beyond its byte ${size}`, cause);
  }
  if (size !== entry.size) {
    throw broken(
      `has ${size > entry.size ? "more" : "fewer"} bytes than the ${entry.size} it should`,
    );
  }
  if (sum !== entry.crc) throw broken("has another check sum than it should");
}

function inflated(
  packed: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(packed).pipeThrough(new DecompressionStream("deflate-raw"));
}
