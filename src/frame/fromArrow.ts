import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkArrow } from "./checkArrow.ts";
import type { Frame } from "./toFrame.ts";

/**
 * Arrow IPC bytes, file or stream (told apart by their first bytes), as a Polars frame.
 *
 * The bytes are walked to their end before Polars sees them: it would take a stream that was cut
 * between two messages for a shorter one, and a damaged compressed body could end the process.
 *
 * @throws {TypeError} if the bytes are not Arrow IPC, are cut short, or are damaged
 */
export function fromArrow(bytes: Uint8Array): Frame {
  const { stream, batches } = checkArrow(bytes);
  try {
    return pl.readIPCStream(Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength));
  } catch (cause) {
    throw new TypeError(
      `Cannot read Arrow data of ${bytes.length} bytes and ${batches} batches: ${firstLine(cause)}`,
      { cause },
    );
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n", 1)[0]!;
}
