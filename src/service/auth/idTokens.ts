import { sign } from "hono/jwt";

/** Parameters of the key pair. Programs expect RS256 if they announced no algorithm. */
const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const;

/**
 * Signs id tokens (OpenID Connect Core, 2). A program receives one directly from the token endpoint
 * and need not verify it (3.1.3.7), so the key pair only lives as long as the process. Access
 * tokens use a different secret, so an id token cannot serve as one.
 */
export class IdTokens {
  #key: Promise<CryptoKey> | undefined;

  /** Signs claims, valid for some seconds from a Unix time. */
  async sign(
    claims: Readonly<Record<string, unknown>>,
    now: number,
    seconds: number,
  ): Promise<string> {
    this.#key ??= crypto.subtle.generateKey(RSA, false, ["sign", "verify"])
      .then(({ privateKey }) => privateKey);
    return sign({ ...claims, iat: now, exp: now + seconds }, await this.#key, "RS256");
  }
}
