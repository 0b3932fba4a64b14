import { LIMITS } from "../../options/limits.ts";
import { Problem } from "./problem.ts";

/** Milliseconds for which a body may pause. */
const SILENCE = 30_000;

export interface BodyPartsOptions {
  /** Maximum number of bytes. */
  readonly limit: number;
  /** Milliseconds for which the body may pause. @default 30 seconds */
  readonly silence?: number;
  /** Milliseconds to wait for the whole body. @default 10 seconds plus one per kilobyte */
  readonly time?: number;
}

/** Returns a 413 for a body that is too large. */
function tooLarge(limit: number): Problem {
  return new Problem(413, `The body is too large: the maximum is ${limit} bytes`);
}

/**
 * Yields a request's body in chunks as they arrive. It rejects the body as soon as it is known to
 * be too large, and never holds all of it. If the reader stops early, the rest is discarded,
 * because a client that is still sending would not see the answer.
 *
 * @throws {Problem} 413 if it is too large, 408 if it pauses too long or is too slow, 400 if it is
 * incomplete
 */
export async function* bodyParts(
  request: Request,
  { limit, silence = SILENCE, time }: BodyPartsOptions,
): AsyncGenerator<Uint8Array, void, void> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return;
  const reader = request.body.getReader(), { most, error } = LIMITS.bodySpeed;
  let length = 0, waited = 0;
  const next = async (): Promise<Uint8Array | undefined> => {
    // Only waiting counts: the reader of the body may take its time.
    const left = (time ?? 1_000 * most + length) - waited, begun = performance.now();
    const late = left < silence ? error : `The body paused for ${silence / 1_000} seconds`;
    const { value } = await withinTime(reader.read(), Math.min(left, silence), late);
    waited += performance.now() - begun;
    length += value?.length ?? 0;
    if (length > limit) throw tooLarge(limit);
    return value;
  };
  let isAtRest = false;
  try {
    for (let part = await next(); part !== undefined; part = await next()) {
      isAtRest = true;
      yield part;
      isAtRest = false;
    }
  } finally {
    if (isAtRest && limit < Infinity) await drop(next);
    reader.cancel().catch(() => {});
  }
}

async function drop(next: () => Promise<Uint8Array | undefined>): Promise<void> {
  try {
    while (await next() !== undefined);
  } catch {
    // The answer was already sent.
  }
}

/**
 * Reads the whole body of a request.
 *
 * @throws {Problem} as {@linkcode bodyParts} does
 */
export async function bodyBytes(
  request: Request,
  options: BodyPartsOptions,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of bodyParts(request, options)) parts.push(part);
  return joinBytes(parts);
}

/** Concatenates chunks. */
export function joinBytes<T extends Uint8Array>(parts: readonly T[]): Uint8Array<ArrayBuffer> | T {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function withinTime<T>(reading: Promise<T>, time: number, reason: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Problem(408, reason)), Math.max(0, time));
  try {
    return await Promise.race([
      reading.catch(() => {
        throw new Problem(400, "The body is incomplete");
      }),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
