import { bodyParts } from "./bodyParts.ts";
import { invalid, Problem } from "./problem.ts";

/** Maximum size of a request: 256 MiB. */
export const MAX_BODY: number = 256 * 1024 * 1024;

/** Maximum size of JSON that is parsed as a whole, such as one record: 1 MiB. */
export const MAX_JSON: number = 1024 * 1024;

/**
 * Yields the body of a request in chunks as they arrive; its header `content-length` is required.
 *
 * @param limit Maximum number of bytes.
 * @throws {Problem} 422 if the header is missing or wrong, 413 if the body is too large
 */
export async function* requestBody(
  request: Request,
  limit: number = MAX_BODY,
): AsyncGenerator<Uint8Array, void, void> {
  const header = request.headers.get("content-length");
  const stated = /^\d+$/.test(header ?? "") ? Number(header) : NaN;
  const wrong = (msg: string, type: string) => invalid(["header", "content-length"], msg, type);
  if (header === null) throw wrong("content-length is missing", "missing");
  if (Number.isNaN(stated)) throw wrong("content-length is not a number of bytes", "int_parsing");
  if (stated > limit) {
    throw new Problem(413, `The body has ${stated} bytes, the maximum is ${limit}`);
  }
  let length = 0;
  for await (const part of bodyParts(request, { limit })) {
    length += part.length;
    yield part;
  }
  if (length !== stated) {
    throw wrong(`content-length is ${stated}, the body has ${length} bytes`, "value_error");
  }
}
