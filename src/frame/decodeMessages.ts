/** Message between a process and its child: a line of JSON, then bytes. */
export interface ChildMessage<Head> {
  /** Parsed line, without the number of bytes. */
  readonly head: Head;
  /** Bytes that follow the line. */
  readonly body: Uint8Array;
}

const NEWLINE = 10;

/** Returns the chunks of a message. */
export function writeMessage(head: object, body: Uint8Array): Uint8Array[] {
  return [new TextEncoder().encode(`${JSON.stringify({ ...head, bytes: body.length })}\n`), body];
}

/** Reads messages from a stream; skips an incomplete last message. */
export async function* readMessages<Head>(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<ChildMessage<Head>, void, void> {
  let line: number[] = [], head: Head & { bytes: number } | undefined;
  let body = new Uint8Array(), filled = 0;
  for await (const chunk of stream) {
    let at = 0;
    while (at < chunk.length || (head !== undefined && filled === body.length)) {
      if (head === undefined) {
        const end = chunk.indexOf(NEWLINE, at), to = end < 0 ? chunk.length : end;
        for (const byte of chunk.subarray(at, to)) line.push(byte);
        at = to + 1;
        if (end < 0) continue;
        head = JSON.parse(new TextDecoder().decode(Uint8Array.from(line))) as typeof head;
        [line, body, filled] = [[], new Uint8Array(head!.bytes), 0];
        continue;
      }
      const part = chunk.subarray(at, at + body.length - filled);
      body.set(part, filled);
      [at, filled] = [at + part.length, filled + part.length];
      if (filled < body.length) continue;
      const message = { head, body };
      head = undefined;
      yield message;
    }
  }
}
