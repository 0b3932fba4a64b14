import { createHash } from "node:crypto";
import { pause } from "../../store/sqlite/pause.ts";

export interface RespondOptions {
  readonly status: number;
  readonly contentType: string;
  /** Additional headers. @default none */
  readonly headers?: { readonly [name: string]: string };
}

/** Bytes to send at once if there is one piece: a stream starts more slowly. */
const SENT_AT_ONCE = 32 * 1024 * 1024;

/** Bytes to hash or send before other work may run: about 5 ms. */
const SLICE = 4 * 1024 * 1024;

/**
 * Returns a response that clients can verify: its headers contain the length and SHA-256 of the
 * body (`Content-Digest`, RFC 9530).
 */
export async function respond(
  pieces: readonly Uint8Array[],
  { status, contentType, headers = {} }: RespondOptions,
): Promise<Response> {
  const hash = createHash("sha256");
  let length = 0, sinceLastPause = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SLICE) {
      const part = piece.subarray(from, from + SLICE);
      if (sinceLastPause + part.length > SLICE) {
        await pause();
        sinceLastPause = 0;
      }
      hash.update(part);
      sinceLastPause += part.length;
    }
    length += piece.length;
  }
  return new Response(bodyOf(pieces), {
    status,
    headers: {
      ...headers,
      "Content-Type": contentType,
      "Content-Length": String(length),
      "Content-Digest": `sha-256=:${hash.digest("base64")}:`,
    },
  });
}

/** Returns a JSON response. */
export function respondJson(
  value: unknown,
  options: Pick<RespondOptions, "status" | "headers">,
): Promise<Response> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return respond([bytes], { ...options, contentType: "application/json" });
}

function bodyOf(pieces: readonly Uint8Array[]): BodyInit {
  if (pieces.length === 1 && pieces[0]!.length <= SENT_AT_ONCE) {
    return pieces[0] as Uint8Array<ArrayBuffer>;
  }
  const rest = parts(pieces);
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}

/** Splits long pieces: sending one blocks the thread while it is copied. */
function* parts(pieces: readonly Uint8Array[]): Generator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SLICE) {
      yield piece.subarray(from, from + SLICE);
    }
  }
}
