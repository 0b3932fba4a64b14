import { sign } from "hono/jwt";

/** Parameters of the key pair: RS256 is what programs expect that announced no algorithm. */
const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const;

/**
 * Id tokens: who signed in (OpenID Connect Core, 2). A program receives one straight from the token
 * endpoint, so it need not check the signature (3.1.3.7), and the key pair lives as long as the process.
 * It is apart from the secret of access tokens: no id token can be used as one.
 */
export class IdTokens {
  #key: Promise<CryptoKey> | undefined;

  /** Signs claims, valid for some seconds from a second on (Unix time). */
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
