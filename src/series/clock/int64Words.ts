/** The words of 64-bit integers: a low and a high one by turns, as they lie in memory. */
export interface Int64Words {
  /** The words, read as without sign. */
  readonly unsigned: Uint32Array;
  /** The same words, read as with a sign. */
  readonly signed: Int32Array;
}

/** How much a high word counts. */
export const WORD = 4_294_967_296;

/**
 * The words of microseconds, to be read with {@linkcode millisOf}: to make a `bigint` of each
 * instant would take ten times as long. (Typed arrays are little-endian wherever Deno runs.)
 */
export function int64Words(micros: BigInt64Array): Int64Words {
  const { buffer, byteOffset, length } = micros;
  return {
    unsigned: new Uint32Array(buffer, byteOffset, length * 2),
    signed: new Int32Array(buffer, byteOffset, length * 2),
  };
}

/** Integers from 0 to 2^32 - 1 as 64-bit ones. */
export function int64sOf(values: Uint32Array): BigInt64Array {
  const wide = new BigInt64Array(values.length), { unsigned } = int64Words(wide);
  for (let i = 0; i < values.length; i++) unsigned[2 * i] = values[i]!;
  return wide;
}

/** Integers that numbers hold exactly as 64-bit ones, without an object for each. */
export function int64sOfNumbers(values: ArrayLike<number>): BigInt64Array {
  const wide = new BigInt64Array(values.length), { unsigned } = int64Words(wide);
  for (let i = 0; i < values.length; i++) {
    const high = Math.floor(values[i]! / WORD);
    unsigned[2 * i] = values[i]! - high * WORD;
    unsigned[2 * i + 1] = high; // a negative one wraps to the word that it is
  }
  return wide;
}

/** The instant of a row, in microseconds since 1970: exact up to the year 2255. */
export function microsOf({ unsigned, signed }: Int64Words, row: number): number {
  return signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
}

/** The instant of a row, in milliseconds since 1970. */
export function millisOf({ unsigned, signed }: Int64Words, row: number): number {
  return (signed[2 * row + 1]! * WORD + unsigned[2 * row]!) / 1000;
}

/** Microseconds after an instant, as numbers: exact up to 285 years from it. */
export function microsSince(at: BigInt64Array, origin: bigint): Float64Array {
  const { signed, unsigned } = int64Words(at), zero = int64Words(BigInt64Array.of(origin));
  const high = zero.signed[1]!, low = zero.unsigned[0]!;
  const result = new Float64Array(at.length);
  for (let i = 0; i < result.length; i++) {
    result[i] = (signed[2 * i + 1]! - high) * WORD + (unsigned[2 * i]! - low);
  }
  return result;
}
