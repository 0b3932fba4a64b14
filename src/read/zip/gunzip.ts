import { type Bytes, decompressed } from "./fileSource.ts";
import { spend, type ZipBudget } from "./openZip.ts";

/** Deflate cannot compress more than this. */
const MOST_RATIO = 1032;

/** Returns whether bytes start like a gzip file. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/**
 * Returns the decompressed bytes of a gzip file. Every read decompresses from the start; reading
 * throws a TypeError if the file is truncated or damaged.
 *
 * @throws {TypeError} if its length shows that it is truncated
 */
export async function gunzipped(
  bytes: Bytes,
  { name, action, budget }: { name: string; action: string; budget: ZipBudget },
): Promise<Bytes> {
  const broken = (why: string, cause?: unknown): TypeError =>
    new TypeError(`Cannot ${action}: the gzip file ${name} ${why}`, { cause });
  const trailer = new Uint8Array(4);
  let filled = 0;
  for await (const piece of bytes.read(Math.max(0, bytes.size - 4), bytes.size)) {
    trailer.set(piece, filled);
    filled += piece.length;
  }
  const size = new DataView(trailer.buffer).getUint32(0, true); // of one below 4 GiB
  if (filled < 4 || size > MOST_RATIO * bytes.size) throw broken("is truncated or damaged");
  const excess = spend(budget, size);
  if (excess !== undefined) throw broken(excess);
  return {
    size,
    read: async function* (start, end) {
      let at = 0;
      try {
        for await (const piece of decompressed(bytes.read(0, bytes.size), "gzip")) {
          const from = Math.max(0, start - at), to = Math.min(piece.length, end - at);
          at += piece.length;
          if (at > size) break;
          if (from < to) yield piece.subarray(from, to);
          if (at >= end && end < size) return;
        }
      } catch (cause) {
        if (!(cause instanceof TypeError) || budget.signal?.aborted) throw cause;
        throw broken(`cannot be decompressed beyond byte ${at}: it is truncated or damaged`, cause);
      }
      if (at !== size) throw broken(`has ${at > size ? "more" : "fewer"} bytes than it should`);
    },
  };
}
