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
