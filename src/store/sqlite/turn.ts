import { pause } from "./pause.ts";

/** How long work may go on before other work runs, in milliseconds. */
const LONGEST = 20;

/**
 * Measures how long work has held the thread, so that it can let other work run in time whatever its
 * steps cost: `if (turn.isOver()) await turn.next();`
 */
export class Turn {
  #begun = performance.now();

  /** Whether other work should run now. */
  isOver(): boolean {
    return performance.now() - this.#begun > LONGEST;
  }

  /** Lets other work run, and begins again. */
  async next(): Promise<void> {
    await pause();
    this.#begun = performance.now();
  }
}
