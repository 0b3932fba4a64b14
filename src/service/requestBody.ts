import { invalid, Problem } from "./problem.ts";

/** The most bytes that one request may carry: 256 MiB. */
export const MAX_BODY: number = 256 * 1024 * 1024;

/**
 * The body of a request, whose length its header `content-length` must state.
 *
 * @throws {Problem} 422 if the header is missing or wrong, 413 if the body is too large
 */
export async function requestBody(request: Request): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const length = /^\d+$/.test(header ?? "") ? Number(header) : NaN;
  const wrong = (msg: string, type: string) => invalid(["header", "content-length"], msg, type);
  if (header === null) throw wrong("content-length is missing", "missing");
  if (Number.isNaN(length)) throw wrong("content-length is not a number of bytes", "int_parsing");
  if (length > MAX_BODY) {
    throw new Problem(413, `The body has ${length} bytes, the most is ${MAX_BODY}`);
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new Problem(400, "The body was cut off");
  }
  if (bytes.length !== length) {
    throw wrong(`content-length is ${length}, the body has ${bytes.length} bytes`, "value_error");
  }
  return bytes;
}
