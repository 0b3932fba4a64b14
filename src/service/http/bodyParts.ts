import { LIMITS } from "../../options/limits.ts";
import { Problem } from "./problem.ts";

/** For how long a body may stand still: 30 seconds. */
export const SILENCE = 30_000;

/** How a body is read. */
export interface BodyPartsOptions {
  /** The most bytes that it may have. */
  readonly limit: number;
  /** For how many milliseconds it may stand still. @default 30 seconds */
  readonly silence?: number;
  /** For how many milliseconds all of it may be waited for. @default 10 seconds and one for each kilobyte */
  readonly time?: number;
}

/** What a body that is too large is answered with. */
export function tooLarge(limit: number): Problem {
  return new Problem(413, `The body is too large: the most is ${limit} bytes`);
}

/**
 * The parts of a request's body as they come: it is rejected as soon as it is known to be too large,
 * and never held as a whole here. Who stops early has the rest dropped as it comes, because a client
 * that is still sending would not see the answer.
 *
 * @throws {Problem} 413 if it is too large, 408 if it stands still or comes too slowly, 400 if it is cut off
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
    // Only waiting counts: what reads the body may take its time.
    const left = (time ?? 1_000 * most + length) - waited, begun = performance.now();
    const late = left < silence ? error : `The body stood still for ${silence / 1_000} seconds`;
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
    // There is an answer already.
  }
}

/**
 * The whole body of a request.
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

/** Parts as one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
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
        throw new Problem(400, "The body was cut off");
      }),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
