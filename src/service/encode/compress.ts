import { pause } from "../../store/sqlite/pause.ts";
import { respond } from "../http/respond.ts";

/** Shorter bodies are sent uncompressed. */
const SHORTEST = 1024;

/** Bytes to compress before other work may run. */
const SLICE = 256 * 1024;

/** Media types to compress; Arrow, Parquet and files are sent as is. */
const SHRINKING = /^(?:application\/(?:json|problem\+json|x-ndjson)|text\/)/;

/**
 * Compresses a text response with gzip if the request accepts it. `Content-Digest` covers the
 * compressed bytes (RFC 9530, section 2); hono's `compress` would keep the old digest.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const contentType = response.headers.get("content-type") ?? "";
  const isFinal = ["content-disposition", "content-encoding"].some((name) =>
    response.headers.has(name)
  );
  if (!SHRINKING.test(contentType) || isFinal) return response;
  response.headers.append("Vary", "Accept-Encoding");
  const isShort = Number(response.headers.get("content-length") ?? 0) < SHORTEST;
  if (isShort || response.body === null || !acceptsGzip(request.headers)) return response;
  const pieces: Uint8Array[] = [];
  const slices = ReadableStream.from(inSlices(response.body));
  for await (const piece of slices.pipeThrough(new CompressionStream("gzip"))) {
    pieces.push(piece);
  }
  const { status } = response;
  const headers = { ...Object.fromEntries(response.headers), "content-encoding": "gzip" };
  for (const name of ["content-type", "content-length", "content-digest"] as const) {
    delete (headers as Record<string, string>)[name];
  }
  return respond(pieces, { status, contentType, headers });
}

/** Yields a body in small slices, with a turn of the event loop between them. */
async function* inSlices(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of body) {
    for (let start = 0; start < piece.length; start += SLICE) {
      yield piece.subarray(start, start + SLICE);
      await pause();
    }
  }
}

/**
 * Returns whether `Accept-Encoding` allows gzip (RFC 9110, 12.5.3): by name, or by `*`, with a
 * weight above 0.
 */
export function acceptsGzip(headers: Headers): boolean {
  const weights = new Map(
    (headers.get("accept-encoding") ?? "").split(",").map((coding): [string, number] => {
      const [name = "", ...parameters] = coding.trim().toLowerCase().split(";");
      const weight = parameters.find((one) => one.trim().startsWith("q="))?.trim().slice(2);
      return [name.trim(), weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
