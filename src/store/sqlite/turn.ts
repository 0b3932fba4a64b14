import { pause } from "./pause.ts";

/** Milliseconds that work may run before other work does. */
const LONGEST = 20;

/**
 * Measures how long work has blocked the thread, so that other work gets its turn whatever a step
 * costs: `if (turn.isOver()) await turn.next();`
 */
export class Turn {
  #begun = performance.now();

  /** Returns whether other work should run now. */
  isOver(): boolean {
    return performance.now() - this.#begun > LONGEST;
  }

  /** Lets other work run and restarts the measurement. */
  async next(): Promise<void> {
    await pause();
    this.#begun = performance.now();
  }
}
