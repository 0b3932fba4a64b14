/** Number of bytes that are decoded in one step. */
const STEP = 1 << 20;

/** Decodes bytes in steps, between which others can run. */
export function* decodeSteps(bytes: Uint8Array, decoder: TextDecoder): Generator<void, string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    parts.push(decoder.decode(bytes.subarray(at, at + STEP), { stream: true }));
    yield;
  }
  parts.push(decoder.decode());
  return parts.join("");
}
