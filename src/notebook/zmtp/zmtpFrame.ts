/** Options of {@linkcode encodeZmtpFrame}. */
export interface ZmtpFrameOptions {
  /**
   * Another frame of the same message follows.
   * @default {false}
   */
  readonly more?: boolean;
  /**
   * The frame is a command rather than a part of a message.
   * @default {false}
   */
  readonly command?: boolean;
}

/** Bits of the first octet of a frame (ZMTP 3.0, RFC 23, "Framing"). */
export const ZMTP_FLAGS = { more: 1, long: 2, command: 4 } as const;

/**
 * Encodes a frame of ZMTP 3.0: flags, length (one octet up to 255, else eight, big endian), body.
 *
 * @param body Bytes of the frame.
 * @param options Flags.
 * @returns The encoded frame.
 */
export function encodeZmtpFrame(body: Uint8Array, options: ZmtpFrameOptions = {}): Uint8Array {
  const isLong = body.length > 255;
  const head = isLong ? 9 : 2;
  const frame = new Uint8Array(head + body.length);
  frame[0] = (options.more ? ZMTP_FLAGS.more : 0) | (isLong ? ZMTP_FLAGS.long : 0) |
    (options.command ? ZMTP_FLAGS.command : 0);
  if (isLong) new DataView(frame.buffer).setBigUint64(1, BigInt(body.length));
  else frame[1] = body.length;
  frame.set(body, head);
  return frame;
}

/** A frame decoded by {@linkcode decodeZmtpFrame}. */
export interface ZmtpFrame {
  /** Bytes of the frame, as a view of the bytes that were read. */
  readonly body: Uint8Array;
  /** `true` if the frame is a command. */
  readonly command: boolean;
  /** Index of the next frame. */
  readonly end: number;
  /** `true` if another frame of the same message follows. */
  readonly more: boolean;
}

/**
 * Decodes the frame at an index.
 *
 * @param bytes Bytes read so far.
 * @param start Index of the frame.
 * @returns The frame, or `null` if it is not complete yet.
 * @throws {RangeError} If the bytes are not a frame: they have reserved flags, or more than 4 GiB.
 */
export function decodeZmtpFrame(bytes: Uint8Array, start: number): ZmtpFrame | null {
  const flags = bytes[start];
  if (flags === undefined) return null;
  if (flags > 7) {
    throw new RangeError(`Cannot decode frame: its flags are ${flags}, the maximum is 7`);
  }
  const isLong = (flags & ZMTP_FLAGS.long) !== 0;
  const head = start + (isLong ? 9 : 2);
  if (bytes.length < head) return null;
  const length = isLong ? longLength(bytes, start + 1) : bytes[start + 1]!;
  const end = head + length;
  if (bytes.length < end) return null;
  return {
    body: bytes.subarray(head, end),
    command: (flags & ZMTP_FLAGS.command) !== 0,
    end,
    more: (flags & ZMTP_FLAGS.more) !== 0,
  };
}

function longLength(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(at) !== 0) {
    throw new RangeError("Cannot decode frame: it is longer than 4 GiB");
  }
  return view.getUint32(at + 4);
}
