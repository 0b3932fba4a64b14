/**
 * Returns a claim of a JWT (RFC 7519) without checking the signature, which is up to the service.
 * Returns `undefined` if the token is not a JWT or has no such string claim.
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
    return undefined; // opaque tokens may also contain dots
  }
}
