/** Numbers whose count is not known beforehand, eight bytes each. */
export class Growing {
  #values = new Float64Array(64);
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** Adds one at the end. */
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(2 * this.#length);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  /** All of them, in order. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
