/** Options of {@linkcode encodeZmtpFrame}. */
export interface ZmtpFrameOptions {
  /**
   * Whether another frame of the same message follows.
   * @default {false}
   */
  readonly more?: boolean;
  /**
   * Whether the frame is a command, not a part of a message.
   * @default {false}
   */
  readonly command?: boolean;
}

/** The bits of a frame's first octet (ZMTP 3.0, RFC 23, "Framing"). */
export const ZMTP_FLAGS = { more: 1, long: 2, command: 4 } as const;

/**
 * Encodes a frame of ZMTP 3.0: flags, length (one octet up to 255, else eight, big endian), body.
 *
 * @param body The frame's bytes.
 * @param options What the flags say.
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

/** A frame found by {@linkcode decodeZmtpFrame}. */
export interface ZmtpFrame {
  /** The frame's bytes, a view of the bytes they were read from. */
  readonly body: Uint8Array;
  /** Whether the frame is a command. */
  readonly command: boolean;
  /** Where the next frame begins. */
  readonly end: number;
  /** Whether another frame of the same message follows. */
  readonly more: boolean;
}

/**
 * Decodes the frame that begins at `start`.
 *
 * @param bytes Bytes read so far.
 * @param start Where the frame begins.
 * @returns The frame, or `null` if it has not arrived whole.
 * @throws {RangeError} If the bytes cannot begin a frame: reserved flags, or over 4 GiB.
 */
export function decodeZmtpFrame(bytes: Uint8Array, start: number): ZmtpFrame | null {
  const flags = bytes[start];
  if (flags === undefined) return null;
  if (flags > 7) throw new RangeError(`Cannot decode frame: its flags are ${flags}, at most 7`);
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
    throw new RangeError("Cannot decode frame: its length is over 4 GiB");
  }
  return view.getUint32(at + 4);
}
