/** Prefix that distinguishes a session's token from an access token. */
const PREFIX = "lfs_";

/** Returns a new session token: 32 random bytes as text. */
export function newSessionToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return PREFIX + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Returns whether a bearer token belongs to a session. */
export function isSessionToken(token: string): boolean {
  return token.startsWith(PREFIX);
}
