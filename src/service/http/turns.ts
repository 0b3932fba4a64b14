/**
 * Starts requests in turns: one per address, then the event loop runs. An address with thousands of
 * requests delays another address by only one.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isRunning = false;

  /** Waits until a request of an address may start. */
  next(address: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(address);
      if (own === undefined) this.#waiting.set(address, [resolve]);
      else own.push(resolve);
      if (!this.#isRunning) this.#later();
    });
  }

  #later(): void {
    this.#isRunning = true;
    setImmediate(() => {
      for (const [address, own] of this.#waiting) {
        own.shift()!();
        if (own.length === 0) this.#waiting.delete(address);
      }
      this.#isRunning = false;
      if (this.#waiting.size > 0) this.#later();
    });
  }
}
