import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkArrow } from "./checkArrow.ts";
import { checkTimes } from "./checkTimes.ts";
import type { Frame } from "./toFrame.ts";

/**
 * Arrow IPC bytes, file or stream (told apart by their first bytes), as a Polars frame.
 *
 * The bytes are walked to their end before Polars sees them: it would take a stream that was cut
 * between two messages for a shorter one, and a damaged compressed body could end the process.
 *
 * @throws {TypeError} if the bytes are not Arrow IPC, are cut short, or are damaged
 * @throws {RangeError} if a time lies outside the years 1 to 9999
 */
export function fromArrow(bytes: Uint8Array): Frame {
  const { stream, batches, isFile, compressed } = checkArrow(bytes);
  let frame: Frame;
  try {
    // Some writers put a file's schema into its footer alone. Compressed buffers are only read where
    // the walk has seen them, not where a damaged footer may point.
    frame = isFile && !compressed
      ? pl.readIPC(asBuffer(bytes))
      : pl.readIPCStream(asBuffer(stream));
  } catch (cause) {
    throw new TypeError(
      `Cannot read Arrow data of ${bytes.length} bytes and ${batches} batches: ${firstLine(cause)}`,
      { cause },
    );
  }
  checkTimes(frame);
  return frame;
}

/** Polars takes nothing but a Buffer; this one shares the bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n", 1)[0]!;
}
