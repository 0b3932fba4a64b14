import { createHash } from "node:crypto";

/**
 * Returns an identifier from the content of a record, so the same record always has the same one: a UUID
 * of version 8 (RFC 9562). It begins with the milliseconds of the start, like version 7, so identifiers
 * grow with time. The rest comes from the SHA-256 of the text.
 */
export function contentId(startMicros: bigint, text: string): string {
  const millis = startMicros > 0n ? startMicros / 1000n : 0n;
  const time = millis.toString(16).padStart(12, "0").slice(-12);
  const digest = createHash("sha256").update(text).digest("hex");
  const variant = (8 + (parseInt(digest[3]!, 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-8${digest.slice(0, 3)}-${variant}${
    digest.slice(4, 7)
  }-${digest.slice(7, 19)}`;
}
