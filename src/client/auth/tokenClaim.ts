/**
 * A claim of a token that is a JWT (RFC 7519), read without checking its signature, which is the
 * service's part; undefined where the token is none or has no such text claim.
 */
export function tokenClaim(token: string, claim: string): string | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(parts[1]!, { alphabet: "base64url" });
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const value = (claims as Record<string, unknown> | null)?.[claim];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined; // an opaque token may have dots too
  }
}
