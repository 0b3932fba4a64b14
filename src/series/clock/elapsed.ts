import { type Length, windowLength } from "../../time/length.ts";

/**
 * Parses a length of elapsed time in Polars' notation, `90s`, `15m` or `1h30m`, in microseconds.
 *
 * @throws {RangeError} if the length is invalid, or counts days, which have 23 to 25 hours; write
 * `24h`
 */
export function elapsed(text: Length, what: string): bigint {
  const length = windowLength(text);
  if (length.kind === "clock") return length.micros;
  throw new RangeError(
    `Cannot use ${what} ${JSON.stringify(text)}: it is elapsed time, counted in h, m, s, ms or us`,
  );
}

/**
 * Parses the length of a cycle or window, such as `24h` or `30m`, in microseconds of elapsed time.
 *
 * @throws {RangeError} if the length is invalid, or counts days, which differ in length
 */
export function periodMicros(text: Length | string, action: string): number {
  const length = windowLength(text);
  if (length.kind === "clock") return Number(length.micros);
  throw new RangeError(
    `Cannot ${action}: ${JSON.stringify(text)} counts days, which differ in length; write hours`,
  );
}
