import { createHash } from "node:crypto";
import { pause } from "../../store/sqlite/pause.ts";

/** What a response is made of. */
export interface RespondOptions {
  /** Status. */
  readonly status: number;
  /** Media type of the body. */
  readonly contentType: string;
  /** Further headers. @default none */
  readonly headers?: { readonly [name: string]: string };
}

/** Bytes that are sent at once where there is one piece: a stream takes longer to begin. */
const SENT_AT_ONCE = 32 * 1024 * 1024;

/** Bytes that are hashed or sent before other work may run: about 5 ms. */
const SLICE = 4 * 1024 * 1024;

/**
 * A response whose body can be proved whole: its headers carry the length of the body and its SHA-256
 * (`Content-Digest`, RFC 9530).
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

/** A response that carries JSON. */
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

/** Pieces of which none is long: one that is sent at once holds the thread while it is copied. */
function* parts(pieces: readonly Uint8Array[]): Generator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SLICE) {
      yield piece.subarray(from, from + SLICE);
    }
  }
}
