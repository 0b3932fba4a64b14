import { createHmac, timingSafeEqual } from "node:crypto";

/** A message of the Jupyter kernel protocol, as far as a runner of notebooks reads it. */
export interface KernelMessage {
  /** The message's body; its fields depend on `type`. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The message's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The id of the request that caused it, or `""`. */
  readonly parentId: string;
  /** Such as `execute_reply`, `stream` or `status`. */
  readonly type: string;
}

/** What {@linkcode encodeKernelMessage} needs of a request. */
export interface KernelRequest {
  /** The request's body. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The request's id, unique in the session. */
  readonly id: string;
  /** The id of the client's session. */
  readonly session: string;
  /** Such as `execute_request`. */
  readonly type: string;
}

/** The first frame of a message after its routing frames. */
export const DELIMITER = "<IDS|MSG>";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/**
 * The frames of a request in the wire protocol of Jupyter 5.3: delimiter, signature, header,
 * parent header, metadata, content. The protocol's `date` is the epoch, always: no kernel reads it.
 *
 * @param request The request.
 * @param key The key of the connection file.
 * @returns Six frames.
 */
export function encodeKernelMessage(request: KernelRequest, key: string): Uint8Array[] {
  const header = {
    msg_id: request.id,
    session: request.session,
    username: "lifeframe",
    date: "1970-01-01T00:00:00Z",
    msg_type: request.type,
    version: "5.3",
  };
  const parts = [header, {}, {}, request.content].map((part) =>
    ENCODER.encode(JSON.stringify(part))
  );
  return [ENCODER.encode(DELIMITER), ENCODER.encode(signParts(parts, key)), ...parts];
}

/**
 * Reads a message's frames, and verifies its signature over exactly the bytes received.
 *
 * @param frames The frames of one message, routing frames included.
 * @param key The key of the connection file.
 * @returns The message, or `null` if the frames are not a message signed with the key.
 */
export function decodeKernelMessage(
  frames: readonly Uint8Array[],
  key: string,
): KernelMessage | null {
  const at = frames.findIndex((frame) =>
    frame.length === DELIMITER.length && DECODER.decode(frame) === DELIMITER
  );
  if (at < 0 || frames.length < at + 6) return null;
  const parts = frames.slice(at + 2, at + 6);
  const expected = ENCODER.encode(signParts(parts, key));
  const signature = frames[at + 1]!;
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const [header, parent, metadata, content] = parts.map((part) => JSON.parse(DECODER.decode(part)));
  return { type: header.msg_type, parentId: parent.msg_id ?? "", metadata, content };
}

/**
 * The signature of a message: HMAC-SHA256 over its parts one after another, in lower-case hex.
 *
 * @param parts Header, parent header, metadata and content, encoded.
 * @param key The key of the connection file.
 * @returns 64 hex digits.
 */
export function signParts(parts: readonly Uint8Array[], key: string): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}
