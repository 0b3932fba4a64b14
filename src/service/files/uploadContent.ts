import { createHash } from "node:crypto";
import { CHUNK } from "../../store/contents.ts";
import type { Store } from "../../store/openStore.ts";
import { bodyParts } from "../http/bodyParts.ts";
import { invalid, Problem } from "../http/problem.ts";
import { respond } from "../http/respond.ts";
import type { Extra } from "../http/extra.ts";
import { UPLOAD_PATH, uploadHash } from "./uploadKey.ts";
import { Buffer } from "node:buffer";

/** Chunks that are collected before they are written: 4 MiB. */
const COLLECT = 8;

/** Where contents are sent, which takes no bearer token: the address is the permission. */
export function uploadExtra(store: Pick<Store, "contents" | "files">): Extra {
  return {
    methods: ["POST", "PUT"],
    path: `${UPLOAD_PATH}:key`,
    answer: (request, { key }) => uploadContent(store, key!, request),
  };
}

/**
 * Takes the content of an announced file, whose address is the permission to send it, once. It is
 * written as it comes, hashed and scanned; only when all of it is here does the file become uploaded.
 *
 * @throws {Problem} 403 if the address is unknown or no longer good, 422 if the length is not the
 * announced one, 400 if the body is cut off
 */
async function uploadContent(
  { contents, files }: Pick<Store, "contents" | "files">,
  key: string,
  request: Request,
): Promise<Response> {
  const expired = () => new Problem(403, "This address takes no content, or none any more");
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

/** The body of a request in chunks of one size, the last of what is left. */
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
 * The pattern that every virus scanner must find (EICAR test file), put together here so that no
 * scanner finds it in this file.
 */
const PATTERN = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join(""),
);

/**
 * Scans a content while it comes. It stands in for a virus scanner and knows one pattern: that of
 * the EICAR test file, wherever it is.
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

  /** What was found. */
  get state(): "clean" | "infected" {
    return this.#found ? "infected" : "clean";
  }
}
