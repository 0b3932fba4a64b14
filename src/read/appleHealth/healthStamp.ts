import { civilDays } from "../csv/civilDays.ts";

/** Pattern of a time such as `2024-03-10 07:12:33 +0100`: 0 is any digit, and `+` may be `-`. */
const SHAPE = new TextEncoder().encode("0000-00-00 00:00:00 +0000"),
  SIGN = 20,
  ZERO = 48,
  NINE = 57,
  MINUS = 45;

export interface HealthStamp {
  /** Seconds since 1970-01-01T00:00:00Z of the instant. */
  readonly instant: number;
  /** Seconds of its local date and time, as if in UTC. */
  readonly wall: number;
}

const encoder = new TextEncoder();

/** Reads a time; undefined if it is invalid. */
export function healthStamp(text: string): HealthStamp | undefined {
  const bytes = encoder.encode(text);
  return stampIn(bytes, 0, bytes.length);
}

/** Reads a time from bytes; undefined if it is invalid. */
export function stampIn(bytes: Uint8Array, start: number, end: number): HealthStamp | undefined {
  if (end - start !== SHAPE.length) return undefined;
  const sign = bytes[start + SIGN] === MINUS ? -1 : 1;
  for (let i = 0; i < SHAPE.length; i++) {
    const code = bytes[start + i]!, expected = SHAPE[i]!;
    const fits = expected === ZERO ? code >= ZERO && code <= NINE : code === expected;
    if (!fits && !(i === SIGN && sign === -1)) return undefined;
  }
  const two = (at: number): number => 10 * bytes[start + at]! + bytes[start + at + 1]! - 11 * ZERO;
  const year = 100 * two(0) + two(2), month = two(5), day = two(8);
  const hour = two(11), minute = two(14), second = two(17);
  if (hour > 23 || minute > 59 || second > 59 || year < 1) return undefined;
  const days = civilDays(year, month, day);
  if (days === undefined) return undefined;
  const wall = days * 86_400 + hour * 3600 + minute * 60 + second;
  return { wall, instant: wall - sign * (two(21) * 60 + two(23)) * 60 };
}
