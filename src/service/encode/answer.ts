import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { pause } from "../../store/sqlite/pause.ts";
import { encodeFrame } from "./encodeFrame.ts";
import type { FileBody, TextBody } from "../http/handler.ts";
import type { ReadArguments } from "../http/readArguments.ts";
import { respond, respondJson } from "../http/respond.ts";

/** Turns a handler's result into a response, in the format of its row. */
export async function answer(
  endpoint: Endpoint,
  result: unknown,
  args: ReadArguments,
): Promise<Response> {
  const status = endpoint.status ?? 200;
  if (endpoint.seeOther !== undefined) {
    const location = endpoint.seeOther.replaceAll(/\{(\w+)\}/g, (_, name) => String(args[name]));
    return new Response(null, { status: 303, headers: { Location: location } });
  }
  switch (endpoint.returns.kind) {
    case "json":
      return respondJson(result, { status });
    case "frame": {
      const output = args["output"] as OutputMethod;
      const { contentType } = FORMATS[output];
      return respond(await encodeFrame(result as Columns, output), { status, contentType });
    }
    case "records":
    case "lines": {
      const { contentType, pieces } = result as TextBody;
      return respond(await bytesOf(pieces), { status, contentType });
    }
    case "bytes":
      return respondFile(result as FileBody, status);
    case "nothing":
      return new Response(null, { status: 204 });
  }
}

async function bytesOf(pieces: AsyncIterable<string>): Promise<Uint8Array[]> {
  const text = new TextEncoder(), bytes: Uint8Array[] = [];
  for await (const piece of pieces) {
    bytes.push(text.encode(piece));
    if (piece.length > 1_000_000) await pause();
  }
  return bytes;
}

/**
 * Returns a response whose body is read from the store while it is sent. As in `respond()`, its
 * headers contain its length and SHA-256. Browsers save it instead of showing it as a page of this
 * service.
 */
function respondFile(
  { contentType, length, sha256, pieces }: FileBody,
  status: number,
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  }, { highWaterMark: 0 });
  return new Response(body, {
    status,
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(length),
      "Content-Digest": `sha-256=:${sha256.toBase64()}:`,
      "Content-Disposition": "attachment",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
