import { createHash } from "node:crypto";

/** Takes a body piece by piece and tells in the end whether it is the one that was sent. */
export interface BodyCheck {
  /** Takes the next piece. */
  update(piece: Uint8Array): void;
  /** What is wrong with the whole, or undefined. */
  fault(): string | undefined;
}

const ALGORITHMS = { "sha-256": "sha256", "sha-512": "sha512" } as const;
const MEMBER = /(?:^|,)\s*(sha-256|sha-512)\s*=\s*([^,]*)/g;

/**
 * The check that a `Content-Digest` header asks for (RFC 9530); undefined where there is none of
 * sha-256 or sha-512, and for a body with a `Content-Encoding`, because the digest is that of the
 * encoded bytes, which `fetch` does not show (such a body has its own check sum and end).
 */
export function contentDigest(headers: Headers): BodyCheck | undefined {
  const header = headers.get("content-digest");
  if (header === null || headers.has("content-encoding")) return undefined;
  const checks = [...header.matchAll(MEMBER)].map(([, name, value]) => ({
    name: name!,
    wanted: value!.trim(),
    hash: createHash(ALGORITHMS[name as keyof typeof ALGORITHMS]),
  }));
  if (checks.length === 0) return undefined;
  return {
    update: (piece) => checks.forEach(({ hash }) => hash.update(piece)),
    fault: () => {
      const wrong = checks.find(({ hash, wanted }) => wanted !== `:${hash.digest("base64")}:`);
      return wrong && `its ${wrong.name} digest is not the one that was announced`;
    },
  };
}
