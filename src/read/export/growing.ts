/** Number of values from which a growing list is no longer copied, which would take too long. */
const MANY = 1 << 17;
/** Maximum number of bytes of a list that is not copied. */
const MOST_BYTES = 2 ** 31;

/** A growing list of numbers, eight bytes each. */
export class Growing {
  #values = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#widen();
    this.#values[this.#length++] = value;
  }

  #widen(): void {
    const { buffer } = this.#values, bytes = 2 * buffer.byteLength;
    if (buffer.resizable && bytes <= MOST_BYTES) return buffer.resize(bytes);
    const isFixed = this.#length < MANY || bytes > MOST_BYTES;
    const wider = new Float64Array(
      new ArrayBuffer(bytes, isFixed ? {} : { maxByteLength: MOST_BYTES }),
    );
    wider.set(this.#values);
    this.#values = wider;
  }

  /** Returns all numbers in order. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
