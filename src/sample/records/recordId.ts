import type { Random } from "../life/random.ts";

/** Numbers below 256 as two hexadecimal digits. */
const TWO = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Creates the id of a record that starts at `start` (milliseconds UTC): a version 7 UUID (RFC
 * 9562), so that ids grow with time. Its random bits come from `random`.
 */
export function recordId(start: number, random: Random): string {
  const time = Math.floor(start).toString(16).padStart(12, "0");
  const a = random.word();
  const b = random.word();
  const c = random.word();
  const version = four(0x7000 | (a & 0xfff));
  const variant = four(0x8000 | ((a >>> 12) & 0x3fff));
  const rest = four(b >>> 16) + four(b & 0xffff) + four(c >>> 16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest}`;
}

/** Formats a number below 2^16 as four digits. */
function four(number: number): string {
  return TWO[number >>> 8]! + TWO[number & 0xff]!;
}
