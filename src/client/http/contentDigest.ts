import { createHash } from "node:crypto";

/** Check of a body that arrives in chunks. */
export interface BodyCheck {
  /** Adds the next chunk. */
  update(piece: Uint8Array): void;
  /** Returns what is wrong with the whole body; `undefined` if it is intact. */
  fault(): string | undefined;
}

const ALGORITHMS = { "sha-256": "sha256", "sha-512": "sha512" } as const;
const MEMBER = /(?:^|,)\s*(sha-256|sha-512)\s*=\s*([^,]*)/g;

/**
 * Returns the check for a `Content-Digest` header (RFC 9530). Returns `undefined` if the header has
 * no sha-256 or sha-512. Also returns `undefined` for a body with a `Content-Encoding`: its digest
 * covers the encoded bytes, which `fetch` does not expose (such a body has its own checksum).
 */
export function contentDigest(headers: Headers): BodyCheck | undefined {
  const header = headers.get("content-digest");
  if (header === null || headers.has("content-encoding")) return undefined;
  const checks = [...header.matchAll(MEMBER)].map(([, name = "", value = ""]) => ({
    name,
    wanted: value.trim(),
    hash: createHash(ALGORITHMS[name as keyof typeof ALGORITHMS]),
  }));
  if (checks.length === 0) return undefined;
  return {
    update: (piece) => checks.forEach(({ hash }) => hash.update(piece)),
    fault: () => {
      const wrong = checks.find(({ hash, wanted }) => wanted !== `:${hash.digest("base64")}:`);
      return wrong && `its ${wrong.name} digest differs from the announced one`;
    },
  };
}
