/**
 * Lets in either any number of readers or one writer, in the order in which they came.
 */
export class Gate {
  #readers = 0;
  #writing = false;
  readonly #waiting: { readonly writes: boolean; readonly enter: () => void }[] = [];

  /** Waits until it may read; the function that it gives must be called once to leave. */
  read(): Promise<() => void> {
    return this.#enter(false);
  }

  /** Waits until it may write; the function that it gives must be called once to leave. */
  write(): Promise<() => void> {
    return this.#enter(true);
  }

  #enter(writes: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ writes, enter: () => resolve(() => this.#leave(writes)) });
      this.#admit();
    });
  }

  #leave(writes: boolean): void {
    if (writes) this.#writing = false;
    else this.#readers--;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#writing || (next.writes && this.#readers > 0)) return;
      if (next.writes) this.#writing = true;
      else this.#readers++;
      this.#waiting.shift();
      next.enter();
    }
  }
}
