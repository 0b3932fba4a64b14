/** Milliseconds of turns after which the event loop rests. */
const LONGEST = 20;

/**
 * Starts requests in turns: one per address, then the event loop runs. An address with thousands of
 * requests delays another address by only one.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isRunning = false;
  #rested = 0;

  /** Waits until a request of an address may start. */
  next(address: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(address);
      if (own === undefined) this.#waiting.set(address, [resolve]);
      else own.push(resolve);
      if (this.#isRunning) return;
      this.#rested = performance.now();
      this.#later();
    });
  }

  /** Waits until nothing waits for a turn, such as connections that were closed before theirs. */
  async over(): Promise<void> {
    while (this.#isRunning) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  #later(): void {
    this.#isRunning = true;
    // Deno asks for new data of sockets only when it is idle, or after 61 steps of its loop.
    if (performance.now() - this.#rested < LONGEST) setImmediate(() => this.#start());
    else {
      setImmediate(() =>
        setTimeout(() => {
          this.#rested = performance.now();
          this.#start();
        }, 1)
      );
    }
  }

  #start(): void {
    for (const [address, own] of this.#waiting) {
      own.shift()!();
      if (own.length === 0) this.#waiting.delete(address);
    }
    this.#isRunning = false;
    if (this.#waiting.size > 0) this.#later();
  }
}
