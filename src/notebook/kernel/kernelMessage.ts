import { createHmac, timingSafeEqual } from "node:crypto";

/** A JSON object of a message. */
export type MessagePart = Readonly<Record<string, unknown>>;

/** A message of the Jupyter kernel protocol. */
export interface KernelMessage {
  /** Binary data after the content. */
  readonly buffers: readonly Uint8Array[];
  /** The message's body; its fields depend on `type`. */
  readonly content: MessagePart;
  /** The message's header. */
  readonly header: MessagePart;
  /** Routing frames before the message: a topic, or the identity of its sender. */
  readonly identities: readonly Uint8Array[];
  /** The message's metadata. */
  readonly metadata: MessagePart;
  /** Header of the request that caused it, or `{}`. */
  readonly parent: MessagePart;
  /** The id of the request that caused it, or `""`. */
  readonly parentId: string;
  /** Type, such as `execute_reply`, `stream` or `status`. */
  readonly type: string;
}

/** Parts of a message that {@linkcode encodeMessage} writes. */
export type MessageParts =
  & Pick<KernelMessage, "content" | "header">
  & Partial<Pick<KernelMessage, "buffers" | "identities" | "metadata" | "parent">>;

/** Request that {@linkcode encodeKernelMessage} encodes. */
export interface KernelRequest {
  /** The request's body. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The request's id, unique in the session. */
  readonly id: string;
  /** The id of the client's session. */
  readonly session: string;
  /** Type, such as `execute_request`. */
  readonly type: string;
}

/** First frame of a message after its routing frames. */
export const DELIMITER = "<IDS|MSG>";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/**
 * Encodes a request in the wire protocol of Jupyter 5.3: delimiter, signature, header, parent
 * header, metadata, content. The protocol's `date` is always the epoch, because no kernel reads it.
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
  return encodeMessage({ header, content: request.content }, key);
}

/**
 * Encodes a message: routing frames, delimiter, signature, header, parent header, metadata, content,
 * binary data.
 *
 * @param message The message.
 * @param key The key of the connection file.
 * @returns Its frames.
 */
export function encodeMessage(message: MessageParts, key: string): Uint8Array[] {
  const { identities = [], header, parent = {}, metadata = {}, content, buffers = [] } = message;
  const parts = [header, parent, metadata, content].map((part) =>
    ENCODER.encode(JSON.stringify(part))
  );
  const head = [ENCODER.encode(DELIMITER), ENCODER.encode(signParts(parts, key))];
  return [...identities, ...head, ...parts, ...buffers];
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
  return {
    type: header.msg_type,
    parentId: parent.msg_id ?? "",
    header,
    parent,
    metadata,
    content,
    identities: frames.slice(0, at).map((frame) => frame.slice()),
    buffers: frames.slice(at + 6).map((frame) => frame.slice()),
  };
}

/**
 * Signs a message with HMAC-SHA256 over its concatenated parts, in lower-case hex.
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
