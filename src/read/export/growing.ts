/** A growing list of numbers, eight bytes each. */
export class Growing {
  #values = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(2 * this.#length);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns all numbers in order. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
