import { createHash } from "node:crypto";

/** Where the content of an announced file is sent: this and a secret. */
export const UPLOAD_PATH = "/input/v1/file_content/";

/** A secret that lets its holder send one content: 32 random bytes as text. */
export function newUploadKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/** What is kept of a secret: its SHA-256. */
export function uploadHash(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** The path of a request as it may be shown: an upload's key is a secret. */
export function shownPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(UPLOAD_PATH) ? `${UPLOAD_PATH}...` : pathname;
}
