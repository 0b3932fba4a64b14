import { every } from "../../time/every.ts";

/**
 * The length of a cycle or a window in microseconds, from text such as `24h` or `30m`: elapsed time.
 *
 * @throws {RangeError} if it is no window length, or counts days, which differ in length
 */
export function periodMicros(text: string, action: string): number {
  const length = every(text);
  if (length.kind === "clock") return Number(length.micros);
  throw new RangeError(
    `Cannot ${action}: ${JSON.stringify(text)} counts days, which differ in length; write hours`,
  );
}
