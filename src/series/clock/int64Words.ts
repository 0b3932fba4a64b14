/** Words of 64-bit integers: low and high words alternate, as in memory. */
export interface Int64Words {
  /** The words, read as unsigned integers. */
  readonly unsigned: Uint32Array;
  /** These words, read as signed integers. */
  readonly signed: Int32Array;
}

/** Factor of a high word. */
export const WORD = 4_294_967_296;

/**
 * Returns the words of microseconds, for {@linkcode millisOf}. A `bigint` for each instant would
 * take ten times as long. Typed arrays are little-endian wherever Deno runs.
 */
export function int64Words(micros: BigInt64Array): Int64Words {
  const { buffer, byteOffset, length } = micros;
  return {
    unsigned: new Uint32Array(buffer, byteOffset, length * 2),
    signed: new Int32Array(buffer, byteOffset, length * 2),
  };
}

/** Converts safe integers to 64-bit integers, without an object for each. */
export function int64sOfNumbers(values: ArrayLike<number>): BigInt64Array {
  const wide = new BigInt64Array(values.length), { unsigned } = int64Words(wide);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!, high = Math.floor(value / WORD);
    unsigned[2 * i] = value - high * WORD;
    unsigned[2 * i + 1] = high; // a negative value wraps to the right word
  }
  return wide;
}

/** Converts integers like `Number`, but without an object for each. The sum is rounded once. */
export function numbersOfInt64s(values: BigInt64Array): Float64Array {
  const { unsigned, signed } = int64Words(values), numbers = new Float64Array(values.length);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = signed[2 * i + 1]! * WORD + unsigned[2 * i]!;
  }
  return numbers;
}

/** Returns the instant of a row in microseconds since 1970; exact up to the year 2255. */
export function microsOf({ unsigned, signed }: Int64Words, row: number): number {
  return signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
}

/** Returns the microseconds from one instant to another; exact up to 285 years. */
export function microsBetween(
  from: Int64Words,
  fromRow: number,
  to: Int64Words,
  toRow: number,
): number {
  return (to.signed[2 * toRow + 1]! - from.signed[2 * fromRow + 1]!) * WORD +
    (to.unsigned[2 * toRow]! - from.unsigned[2 * fromRow]!);
}

/** Returns the instant of a row in milliseconds since 1970. */
export function millisOf({ unsigned, signed }: Int64Words, row: number): number {
  return (signed[2 * row + 1]! * WORD + unsigned[2 * row]!) / 1000;
}

/** Returns the microseconds from an origin to each instant; exact up to 285 years. */
export function microsSince(at: BigInt64Array, origin: bigint): Float64Array {
  const { signed, unsigned } = int64Words(at), zero = int64Words(BigInt64Array.of(origin));
  const high = zero.signed[1]!, low = zero.unsigned[0]!;
  const result = new Float64Array(at.length);
  for (let i = 0; i < result.length; i++) {
    result[i] = (signed[2 * i + 1]! - high) * WORD + (unsigned[2 * i]! - low);
  }
  return result;
}
