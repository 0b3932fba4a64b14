import { HEALTH_NUMBER } from "./healthTables.ts";

const PLUS = 43, MINUS = 45, POINT = 46, ZERO = 48, NINE = 57;
/** Powers of ten that a number holds exactly. */
const POWERS = Array.from({ length: 16 }, (_, digits) => 10 ** digits);

/**
 * Reads a number from bytes; undefined if it is not one. Up to 15 digits are read directly: both the
 * digits and the power of ten are exact, so that their quotient is rounded only once, like `Number`.
 */
export function numberIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  const sign = bytes[start], isSigned = sign === MINUS || sign === PLUS;
  let digits = 0, all = 0, fraction = -1;
  for (let at = isSigned ? start + 1 : start; at < end; at++) {
    const code = bytes[at]!;
    if (code >= ZERO && code <= NINE && digits < 15) {
      digits++;
      all = 10 * all + code - ZERO;
    } else if (code === POINT && fraction < 0) fraction = digits;
    else return anyNumber(bytes, start, end);
  }
  if (digits === 0) return undefined;
  const value = fraction < 0 ? all : all / POWERS[digits - fraction]!;
  return sign === MINUS ? -value : value;
}

function anyNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  const text = new TextDecoder().decode(bytes.subarray(start, end));
  return HEALTH_NUMBER.test(text) ? Number(text) : undefined;
}
