import { Buffer } from "node:buffer";
import { decodeKernelMessage, DELIMITER, type KernelMessage } from "./kernelMessage.ts";
import { decodeZmtpFrame } from "../zmtp/zmtpFrame.ts";

/**
 * First bytes of every message of the Deno kernel: the frame of the delimiter, and the head of the
 * signature.
 */
const MESSAGE_START: Uint8Array = Uint8Array.of(
  ...[1, DELIMITER.length],
  ...new TextEncoder().encode(DELIMITER),
  ...[1, 64],
);

/** Result of reading: a message, more bytes needed, or bytes that are not a signed message. */
type Scan = { message: KernelMessage | null; end: number } | "incomplete" | "damaged";

/**
 * Turns the bytes of one connection into verified messages, and repairs messages that the kernel
 * interleaves.
 *
 * Deno 2.9's kernel writes to its iopub connection from two places without a lock. If a write is
 * too large to complete at once (from about 2.5 MB in practice), a message of the other place, such
 * as the `idle` status, ends up inside the first message. The first message then fails its
 * signature. The buffer looks for a complete, signed message inside it, takes that out, and tries
 * again. Both signatures have to be valid, or the connection ends: the repair cannot invent
 * content.
 */
export class MessageBuffer {
  #bytes = new Uint8Array(1 << 16);
  #start = 0;
  #end = 0;
  #inner: KernelMessage[] = [];
  #ready: KernelMessage[] = [];
  readonly #key: string;

  /** @param key The key of the connection file. */
  constructor(key: string) {
    this.#key = key;
  }

  /**
   * Adds bytes of the connection.
   *
   * @param chunk The bytes; they are copied.
   */
  push(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#bytes.length) this.#makeRoom(chunk.length);
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /**
   * Returns the next message.
   *
   * @returns The message, or `null` if it is not complete yet.
   * @throws {Error} If the bytes are not messages signed with the key.
   */
  next(): KernelMessage | null {
    for (;;) {
      const ready = this.#ready.shift();
      if (ready) return ready;
      const bytes = this.#bytes.subarray(this.#start, this.#end);
      const scan = scanMessage(bytes, 0, this.#key);
      if (scan === "incomplete") return null;
      if (scan === "damaged") {
        if (!this.#takeOutInner(bytes)) return null;
        continue;
      }
      this.#start += scan.end;
      if (scan.message) this.#ready.push(scan.message);
      this.#ready.push(...this.#inner.splice(0));
    }
  }

  #makeRoom(length: number): void {
    const kept = this.#bytes.subarray(this.#start, this.#end);
    const needed = kept.length + length;
    const target = needed > this.#bytes.length / 2
      ? new Uint8Array(Math.max(needed * 2, this.#bytes.length))
      : this.#bytes;
    target.set(kept);
    this.#bytes = target;
    this.#start = 0;
    this.#end = kept.length;
  }

  /**
   * Takes out an inner message. Returns `false` if more bytes are needed, and throws if no message
   * can be taken out.
   */
  #takeOutInner(bytes: Uint8Array): boolean {
    const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 1; (at = searched.indexOf(MESSAGE_START, at)) >= 0; at++) {
      const scan = scanMessage(bytes, at, this.#key);
      if (scan === "incomplete") return false;
      if (scan === "damaged" || !scan.message) continue;
      this.#inner.push(scan.message);
      bytes.copyWithin(at, scan.end);
      this.#end -= scan.end - at;
      return true;
    }
    if (endsInMessageStart(searched)) return false;
    throw new Error(
      "Cannot read from the kernel: a message is damaged or not signed with the connection's key",
    );
  }
}

function scanMessage(bytes: Uint8Array, start: number, key: string): Scan {
  const frames: Uint8Array[] = [];
  for (let at = start;;) {
    const frame = tryDecodeFrame(bytes, at);
    if (frame === "damaged") return frame;
    if (frame === null) return "incomplete";
    if (frame.command) return frames.length > 0 ? "damaged" : { message: null, end: frame.end };
    frames.push(frame.body);
    at = frame.end;
    if (frame.more) continue;
    const message = decodeKernelMessage(frames, key);
    return message ? { message, end: at } : "damaged";
  }
}

function tryDecodeFrame(
  bytes: Uint8Array,
  at: number,
): ReturnType<typeof decodeZmtpFrame> | "damaged" {
  try {
    return decodeZmtpFrame(bytes, at);
  } catch {
    return "damaged";
  }
}

function endsInMessageStart(bytes: Buffer): boolean {
  for (let length = MESSAGE_START.length - 1; length > 0; length--) {
    if (bytes.subarray(1).subarray(-length).equals(MESSAGE_START.subarray(0, length))) return true;
  }
  return false;
}
