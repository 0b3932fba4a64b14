import { type Length, windowLength } from "../../time/length.ts";

/**
 * Reads a length of elapsed time written as in Polars, `90s`, `15m`, `1h30m`, as microseconds.
 *
 * @throws {RangeError} if it is invalid, or counts days, which have 23 to 25 hours: `24h` is elapsed
 */
export function elapsed(text: Length, what: string): bigint {
  const length = windowLength(text);
  if (length.kind === "clock") return length.micros;
  throw new RangeError(
    `Cannot use ${what} ${JSON.stringify(text)}: it is elapsed time, counted in h, m, s, ms or us`,
  );
}

/**
 * The length of a cycle or a window in microseconds, from text such as `24h` or `30m`: elapsed time.
 *
 * @throws {RangeError} if it is not a window length, or counts days, which differ in length
 */
export function periodMicros(text: Length | string, action: string): number {
  const length = windowLength(text);
  if (length.kind === "clock") return Number(length.micros);
  throw new RangeError(
    `Cannot ${action}: ${JSON.stringify(text)} counts days, which differ in length; write hours`,
  );
}
