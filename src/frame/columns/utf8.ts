/** Concatenated texts in UTF-8: text `i` is `bytes[offsets[i]..offsets[i + 1])`. */
export interface Utf8 {
  /** Start of each text, and end of the last one. */
  readonly offsets: Int32Array;
  /** Bytes of all texts. */
  readonly bytes: Uint8Array;
}

/**
 * Encodes texts in Arrow's layout; null takes no bytes. An unpaired surrogate becomes U+FFFD.
 *
 * @throws {RangeError} if they are longer than 2 GiB
 */
export function utf8(values: readonly (string | null)[]): Utf8 {
  const offsets = new Int32Array(values.length + 1);
  let units = 0;
  for (let i = 0; i < values.length; i++) {
    units += values[i]?.length ?? 0;
    offsets[i + 1] = units;
  }
  if (units >= 2 ** 29) throw new RangeError(`Cannot build a table: a column has ${units} letters`);
  const joined = new TextEncoder().encode(values.join(""));
  // With as many bytes as UTF-16 units, all texts are ASCII and the offsets are correct already.
  return joined.length === units ? { offsets, bytes: joined } : each(values, joined.length);
}

/** Encodes each text separately, so that surrogates of neighbouring texts do not form a pair. */
function each(values: readonly (string | null)[], guess: number): Utf8 {
  const encoder = new TextEncoder();
  const offsets = new Int32Array(values.length + 1);
  let bytes = new Uint8Array(guess + 64), end = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? "";
    if (bytes.length - end < 3 * value.length) {
      const grown = new Uint8Array(2 * bytes.length + 3 * value.length);
      grown.set(bytes);
      bytes = grown;
    }
    end += encoder.encodeInto(value, bytes.subarray(end)).written;
    offsets[i + 1] = end;
  }
  return { offsets, bytes: bytes.subarray(0, end) };
}
