/** The halves of 64-bit integers: a low and a high word by turns, as they lie in memory. */
export interface Halves {
  /** The words, read as without sign. */
  readonly unsigned: Uint32Array;
  /** The same words, read as with a sign. */
  readonly signed: Int32Array;
}

/** How much a high word counts. */
export const WORD = 4_294_967_296;

/**
 * The halves of microseconds, to be read with {@linkcode millisOf}: to make a `bigint` of each
 * instant would take ten times as long. (Typed arrays are little-endian wherever Deno runs.)
 */
export function halves(micros: BigInt64Array): Halves {
  const { buffer, byteOffset, length } = micros;
  return {
    unsigned: new Uint32Array(buffer, byteOffset, length * 2),
    signed: new Int32Array(buffer, byteOffset, length * 2),
  };
}

/** The instant in a row, in milliseconds since 1970. */
export function millisOf({ unsigned, signed }: Halves, row: number): number {
  return (signed[2 * row + 1]! * WORD + unsigned[2 * row]!) / 1000;
}
