/** What a session's token begins with, so that it is told from an access token at a glance. */
const PREFIX = "lfs_";

/** A new token of a session: 32 random bytes as text. */
export function newSessionToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return PREFIX + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether a bearer token is that of a session. */
export function isSessionToken(token: string): boolean {
  return token.startsWith(PREFIX);
}
