import { bodyParts } from "./bodyParts.ts";
import { invalid, Problem } from "./problem.ts";

/** The most bytes that one request may carry: 256 MiB. */
export const MAX_BODY: number = 256 * 1024 * 1024;

/** The most bytes of JSON that is read as a whole, as one record is: 1 MiB. */
export const MAX_JSON: number = 1024 * 1024;

/**
 * The parts of the body of a request as they come; its header `content-length` must state its length.
 *
 * @param limit The most bytes that it may have.
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
    throw new Problem(413, `The body has ${stated} bytes, the most is ${limit}`);
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
