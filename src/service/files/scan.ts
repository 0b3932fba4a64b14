import { Buffer } from "node:buffer";

/**
 * The pattern that every virus scanner must find (EICAR test file), put together here so that no
 * scanner finds it in this file.
 */
const PATTERN = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join(""),
);

/**
 * Scans a content while it comes. It stands in for a virus scanner and knows one pattern: that of
 * the EICAR test file, wherever it is.
 */
export class Scan {
  #tail: Buffer = Buffer.alloc(0);
  #found = false;

  /** Scans the next bytes. */
  add(bytes: Uint8Array): void {
    if (this.#found) return;
    const head = bytes.subarray(0, PATTERN.length);
    this.#found = Buffer.concat([this.#tail, head]).includes(PATTERN) ||
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(PATTERN);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-PATTERN.length)])
      .subarray(-(PATTERN.length - 1));
  }

  /** What was found. */
  get state(): "clean" | "infected" {
    return this.#found ? "infected" : "clean";
  }
}
