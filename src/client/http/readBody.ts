import { freemem } from "node:os";
import { LIMITS } from "../../options/limits.ts";
import { makePause, type Pause } from "../../options/pause.ts";
import { contentDigest } from "./contentDigest.ts";
import { Failure } from "../errors/failure.ts";

/**
 * Maximum number of bytes that are allocated because a header announces them; a longer body grows
 * as it arrives.
 */
const MOST_AT_ONCE = 1 << 28;

/** Bytes that are copied between two pauses. */
const COPIED = 1 << 23;

export interface ReadBodyOptions {
  signal: AbortSignal;
  /** Called after each chunk, with the bytes so far and the total if it is known. */
  onPiece: (done: number, total: number | undefined) => void;
  /** Maximum size of a successful response in bytes. @default the limit `bodyBytes` */
  maxBody?: number | undefined;
}

/**
 * Reads the whole body of a response. It is verified against `Content-Length` and `Content-Digest`
 * if the response has them. For an error, only the beginning is read.
 *
 * @throws {Failure} if the body is cut short, differs from its digest, or is longer than allowed
 */
export async function readBody(response: Response, options: ReadBodyOptions): Promise<Uint8Array> {
  const { signal, onPiece } = options, pause = makePause(signal);
  const total = announcedLength(response.headers);
  const check = response.ok ? contentDigest(response.headers) : undefined;
  const reader = response.body?.getReader();
  const stop = (): void => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  const { maxBody = LIMITS.bodyBytes.most } = options;
  let whole = new Uint8Array(0), length = 0, limit = bodyLimit(maxBody, 0), checked = 0;
  const checkLength = (bytes: number): void => {
    if (bytes <= limit.most) return;
    throw new Failure("body", `the body has more than ${limit.most} bytes; ${limit.why}`, {
      status: response.status,
      passing: false,
    });
  };
  try {
    if (response.ok) checkLength(total ?? 0);
    for (;;) {
      const piece = await nextPiece(reader, response.status, signal);
      if (piece === undefined) break;
      if (!response.ok && length + piece.length > LIMITS.smallBodyBytes.most) {
        const rest = piece.subarray(0, LIMITS.smallBodyBytes.most - length);
        whole = await append(whole, length, rest, undefined, pause);
        length += rest.length;
        stop();
        break;
      }
      if (length + piece.length > checked + MOST_AT_ONCE) {
        checked = length;
        limit = bodyLimit(maxBody, length + piece.length);
      }
      checkLength(length + piece.length);
      check?.update(piece);
      whole = await append(whole, length, piece, total, pause);
      length += piece.length;
      onPiece(length, total);
    }
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const reject = (reason: string): never => {
    throw new Failure("body", reason, { status: response.status });
  };
  if (response.ok && total !== undefined && length !== total) {
    const said = length < total ? "the body is cut short: it has" : "the body has";
    reject(`${said} ${length} bytes, not the ${total} announced`);
  }
  const fault = check?.fault();
  if (fault !== undefined) reject(`the body of ${length} bytes is damaged: ${fault}`);
  return whole.subarray(0, length);
}

/** Returns the maximum size of a body in bytes, and the reason. Free memory limits long bodies. */
function bodyLimit(most: number, length: number): { most: number; why: string } {
  const free = length < MOST_AT_ONCE ? Infinity : freeMemory();
  return length + free < most
    ? { most: length + free, why: `only ${free} bytes of memory are free` }
    : { most, why: LIMITS.bodyBytes.error };
}

/** Returns the bytes of free memory; `Infinity` if the runtime does not say. */
function freeMemory(): number {
  const runtime = globalThis as {
    Deno?: { permissions: { querySync(what: { name: "sys"; kind: string }): { state: string } } };
  };
  const state = runtime.Deno?.permissions
    .querySync({ name: "sys", kind: "systemMemoryInfo" }).state;
  return state === undefined || state === "granted" ? freemem() : Infinity;
}

/** Returns the announced length. It does not apply to an encoded body. */
function announcedLength(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  return text === null || !/^\d+$/.test(text) || headers.has("content-encoding")
    ? undefined
    : Number(text);
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  status: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  try {
    const piece = (await reader?.read())?.value;
    signal.throwIfAborted();
    return piece;
  } catch (cause) {
    signal.throwIfAborted();
    throw new Failure("body", `the body is cut short: ${(cause as Error).message}`, {
      cause,
      status,
    });
  }
}

/** Appends a chunk. A chunk that is the whole body is not copied. */
async function append(
  whole: Uint8Array<ArrayBuffer>,
  length: number,
  piece: Uint8Array,
  total: number | undefined,
  pause: Pause,
): Promise<Uint8Array<ArrayBuffer>> {
  if (length === 0 && (total === undefined || piece.length === total)) {
    return piece as Uint8Array<ArrayBuffer>;
  }
  const needed = length + piece.length;
  let room = whole;
  if (room.length < needed) {
    const wanted = Math.max(needed, Math.min(total ?? 0, MOST_AT_ONCE), 2 * length);
    room = new Uint8Array(wanted);
    for (let at = 0; at < length; at += COPIED) {
      room.set(whole.subarray(at, Math.min(length, at + COPIED)), at);
      await pause();
    }
  }
  room.set(piece, length);
  return room;
}
