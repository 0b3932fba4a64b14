import type { FileBody } from "../http/handler.ts";

/**
 * A response whose body is read from the store while it is sent; as in `respond()`, its headers
 * carry its length and its SHA-256. A browser saves it and never shows it as a page of this service.
 */
export function respondFile(
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
