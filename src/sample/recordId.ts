import type { Random } from "./random.ts";

/**
 * Makes the id of a record that starts at `start` (milliseconds UTC): a UUID of version 7 (RFC 9562),
 * so ids grow with the records' time, whose random bits are drawn from `random`.
 */
export function recordId(start: number, random: Random): string {
  const time = Math.floor(start).toString(16).padStart(12, "0");
  const a = random.word();
  const b = random.word();
  const c = random.word();
  const version = (0x7000 | (a & 0xfff)).toString(16);
  const variant = (0x8000 | ((a >>> 12) & 0x3fff)).toString(16);
  const rest = hex(b) + hex(c).slice(0, 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest}`;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}
