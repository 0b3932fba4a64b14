import { every } from "../../time/every.ts";

/**
 * Reads a length of elapsed time written as in Polars, `90s`, `15m`, `1h30m`, as microseconds.
 *
 * @throws {RangeError} if it is none, or counts days, which have 23 to 25 hours: `24h` is elapsed
 */
export function elapsed(text: string, what: string): bigint {
  const length = every(text);
  if (length.kind === "clock") return length.micros;
  throw new RangeError(
    `Cannot use ${what} ${JSON.stringify(text)}: it is elapsed time, counted in h, m, s, ms or us`,
  );
}
