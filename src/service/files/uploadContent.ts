import { createHash } from "node:crypto";
import { CHUNK } from "../../store/contents.ts";
import type { Store } from "../../store/openStore.ts";
import { bodyParts } from "../http/bodyParts.ts";
import { invalid, Problem } from "../http/problem.ts";
import { respond } from "../http/respond.ts";
import type { Extra } from "../http/extra.ts";
import { UPLOAD_PATH, uploadHash } from "./uploadKey.ts";
import { Buffer } from "node:buffer";

/** Chunks per write: 4 MiB. */
const COLLECT = 8;

/** Endpoint for contents. It takes no bearer token: the address is the permission. */
export function uploadExtra(store: Pick<Store, "contents" | "files">): Extra {
  return {
    methods: ["POST", "PUT"],
    path: `${UPLOAD_PATH}:key`,
    answer: (request, { key }) => uploadContent(store, key!, request),
  };
}

/**
 * Receives the content of an announced file, once; the address is the permission. The content is
 * written, hashed and scanned while it arrives. The file becomes uploaded only when the content is
 * complete.
 *
 * @throws {Problem} 403 if the address is unknown or expired, 422 if the length differs from the
 * announced one, 400 if the body is incomplete
 */
async function uploadContent(
  { contents, files }: Pick<Store, "contents" | "files">,
  key: string,
  request: Request,
): Promise<Response> {
  const expired = () => new Problem(403, "This address is unknown or has expired");
  const file = await files.awaiting(uploadHash(key));
  if (file === undefined) throw expired();
  const size = Number(file.size);
  const stated = request.headers.get("content-length");
  if (stated !== null && stated !== String(size)) {
    await request.body?.cancel();
    throw wrongLength(size, stated);
  }
  const content = await contents.begin();
  let isDone = false;
  try {
    const hash = createHash("sha256"), scan = new Scan();
    let number = 0, length = 0, collected: Uint8Array[] = [];
    for await (const chunk of chunksOf(request)) {
      length += chunk.length;
      if (length > size) throw wrongLength(size, `more than ${size}`);
      hash.update(chunk);
      scan.add(chunk);
      collected.push(chunk);
      if (collected.length < COLLECT) continue;
      await contents.add(content, number, collected);
      number += collected.length;
      collected = [];
    }
    if (length !== size) throw wrongLength(size, String(length));
    await contents.add(content, number, collected);
    isDone = await contents.finish(file.id, content, {
      sha256: hash.digest(),
      scan: scan.state,
    });
    if (!isDone) throw expired();
  } finally {
    if (!isDone) await contents.discard(content);
  }
  return respond([], { status: 200, contentType: "text/plain" });
}

function wrongLength(size: number, given: string): Problem {
  return invalid(
    ["header", "content-length"],
    `The file was announced with ${size} bytes, the content has ${given}`,
  );
}

/** Yields a request's body in chunks of equal size, except for the last. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void, void> {
  let chunk = new Uint8Array(CHUNK), filled = 0;
  for await (const value of bodyParts(request, { limit: Infinity })) {
    for (let from = 0; from < value.length;) {
      const part = value.subarray(from, from + CHUNK - filled);
      chunk.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < CHUNK) continue;
      yield chunk;
      [chunk, filled] = [new Uint8Array(CHUNK), 0];
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/**
 * Pattern that every virus scanner must find (EICAR test file). It is assembled here so that
 * scanners do not find it in this file.
 */
const PATTERN = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join(""),
);

/**
 * Scans content while it arrives. It replaces a virus scanner and only finds the pattern of the
 * EICAR test file, at any position.
 */
class Scan {
  #tail: Buffer = Buffer.alloc(0);
  #found = false;

  /** Scans the next bytes. */
  add(bytes: Uint8Array): void {
    if (this.#found) return;
    const head = bytes.subarray(0, PATTERN.length);
    this.#found = Buffer.concat([this.#tail, head]).includes(PATTERN) ||
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(PATTERN);
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-PATTERN.length)])
      .subarray(-(PATTERN.length - 1));
  }

  /** Result so far. */
  get state(): "clean" | "infected" {
    return this.#found ? "infected" : "clean";
  }
}
