import { createHash } from "node:crypto";

/**
 * The identifier of a record made from what it holds, so that the same record has the same one whenever
 * it is read: a UUID of version 8 (RFC 9562). It begins with the milliseconds of the start, as those of
 * version 7 do, so that identifiers grow with time; the rest is of the SHA-256 of the text.
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
