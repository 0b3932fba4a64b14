import { createECDH, createHash, hkdfSync } from "node:crypto";
import { sign } from "hono/jwt";
import type { GroupKeyring, ParticipantClaims } from "../http/handler.ts";

const CURVE = "prime256v1";

/** Seconds for which a token of a participant is valid. */
const SECONDS = 300;

type Key = Readonly<Record<string, string>>;

/**
 * ES256 key pair that signs participants' tokens, so that group pages can verify them. It is
 * derived from the service's secret (HKDF, RFC 5869), so it stays the same and does not reveal the
 * secret.
 */
export class GroupKeyPair implements GroupKeyring {
  readonly #secret: string;
  #pair: { readonly publicKey: Key; readonly privateKey: Key } | undefined;

  /** @param secret The service's secret. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The public key as a JSON Web Key (RFC 7517). */
  get publicKey(): Key {
    return this.#keys().publicKey;
  }

  /** Signs a token. Returns it with its validity in seconds, counted from a Unix time. */
  async sign(
    claims: ParticipantClaims,
    now: number,
  ): Promise<{ token: string; expires_in: number }> {
    const payload = { ...claims, iat: now, exp: now + SECONDS };
    const token = await sign(payload, this.#keys().privateKey as JsonWebKey, "ES256");
    return { token, expires_in: SECONDS };
  }

  #keys(): { readonly publicKey: Key; readonly privateKey: Key } {
    return this.#pair ??= derivePair(this.#secret);
  }
}

function derivePair(secret: string): { readonly publicKey: Key; readonly privateKey: Key } {
  const curve = createECDH(CURVE);
  for (let attempt = 0;; attempt++) {
    const info = `lifeframe group keys ${attempt}`;
    const d = new Uint8Array(hkdfSync("sha256", secret, "", info, 32));
    try {
      curve.setPrivateKey(d);
    } catch {
      continue; // above the order of the curve: one in 2^32
    }
    const point = new Uint8Array(curve.getPublicKey());
    const x = text(point.subarray(1, 33)), y = text(point.subarray(33));
    const kid = createHash("sha256").update(point).digest("base64url").slice(0, 16);
    const publicKey = { kty: "EC", crv: "P-256", x, y, alg: "ES256", use: "sig", kid };
    return { publicKey, privateKey: { ...publicKey, d: text(d) } };
  }
}

function text(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
