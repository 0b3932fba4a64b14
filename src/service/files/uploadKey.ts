import { createHash } from "node:crypto";

/** Path of uploads, followed by a secret. */
export const UPLOAD_PATH = "/input/v1/file_content/";

/** Returns a secret that permits one upload: 32 random bytes as text. */
export function newUploadKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/** Returns the SHA-256 of a secret, for storage. */
export function uploadHash(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** Returns the path of a request for display, without the secret of an upload. */
export function shownPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(UPLOAD_PATH) ? `${UPLOAD_PATH}...` : pathname;
}
