/**
 * Admits either any number of readers or one writer, in the order of arrival.
 */
export class Gate {
  #readers = 0;
  #writing = false;
  readonly #waiting: { readonly writes: boolean; readonly enter: () => void }[] = [];

  /** Waits for read access; call the returned function exactly once to release it. */
  read(): Promise<() => void> {
    return this.#enter(false);
  }

  /** Waits for write access; call the returned function exactly once to release it. */
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
