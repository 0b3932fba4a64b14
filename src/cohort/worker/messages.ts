/**
 * Message between a local worker and its reader: JSON and a body of bytes, each preceded by its
 * length in four bytes, little-endian.
 */
export interface Message {
  /** Header, as JSON. */
  readonly head: unknown;
  readonly body: Uint8Array;
}

/** Encodes a message as chunks to write in order. */
export function encodeMessage({ head, body }: Message): Uint8Array[] {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const lengths = new DataView(new ArrayBuffer(8));
  lengths.setUint32(0, json.length, true);
  lengths.setUint32(4, body.length, true);
  return [new Uint8Array(lengths.buffer), json, body];
}

/**
 * Yields the messages in a stream of bytes.
 *
 * @throws {TypeError} if the stream ends within a message
 */
export async function* readMessages(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = stream.getReader();
  let rest: Uint8Array<ArrayBufferLike> = new Uint8Array();
  const take = async (length: number): Promise<Uint8Array> => {
    const taken = new Uint8Array(length);
    let at = 0;
    for (;;) {
      const part = rest.subarray(0, length - at);
      taken.set(part, at);
      rest = rest.subarray(part.length);
      at += part.length;
      if (at === length) return taken;
      const { value, done } = await reader.read();
      if (done) {
        throw new TypeError(`Cannot read a message: it ends ${length - at} bytes too early`);
      }
      rest = value;
    }
  };
  try {
    for (;;) {
      while (rest.length === 0) {
        const { value, done } = await reader.read();
        if (done) return;
        rest = value;
      }
      const lengths = new DataView((await take(8)).buffer);
      const head = JSON.parse(new TextDecoder().decode(await take(lengths.getUint32(0, true))));
      yield { head, body: await take(lengths.getUint32(4, true)) };
    }
  } finally {
    reader.releaseLock();
  }
}

/**
 * Yields the messages that a blocking function reads: it fills the start of an array and returns
 * the number of bytes, null at the end. A stream would copy everything again.
 *
 * @throws {TypeError} if the input ends within a message
 */
export function* readMessagesSync(
  read: (into: Uint8Array) => number | null,
): Generator<Message, void> {
  const fill = (into: Uint8Array): number => {
    let at = 0;
    for (let more: number | null = 0; at < into.length && more !== null; at += more ?? 0) {
      more = read(into.subarray(at));
    }
    return at;
  };
  const take = (length: number): Uint8Array => {
    const taken = new Uint8Array(length), missing = length - fill(taken);
    if (missing === 0) return taken;
    throw new TypeError(`Cannot read a message: it ends ${missing} bytes too early`);
  };
  for (;;) {
    const head = new Uint8Array(8), filled = fill(head);
    if (filled === 0) return;
    if (filled < 8) {
      throw new TypeError(`Cannot read a message: it ends ${8 - filled} bytes too early`);
    }
    const lengths = new DataView(head.buffer);
    const json = JSON.parse(new TextDecoder().decode(take(lengths.getUint32(0, true))));
    yield { head: json, body: take(lengths.getUint32(4, true)) };
  }
}
