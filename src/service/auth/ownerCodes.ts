import { createHash } from "node:crypto";
import { groupLetters, plainLetters, randomLetters } from "./signInUserCode.ts";

/** Letters of an owner's code: 20^16 codes are 69 bits, too many to be guessed. */
const LETTERS = 16;

/** The most codes that are good at once; the oldest ends when one more is made. */
const MAX_CODES = 10;

/**
 * Codes that prove that somebody is the owner of the service: they are shown where it runs, and each
 * is good for one decision. Only hashes are kept, in memory, so that none outlives the process.
 */
export class OwnerCodes {
  readonly #hashes = new Set<string>();
  readonly #onSpent: () => void;

  /** @param onSpent Called when a code was used for a decision. */
  constructor(onSpent: () => void = () => {}) {
    this.#onSpent = onSpent;
  }

  /** A new code, such as `BCDF-GHJK-LMNP-QRST`. */
  issue(): string {
    const letters = randomLetters(LETTERS);
    this.#hashes.add(hashOf(letters));
    for (const oldest of this.#hashes) {
      if (this.#hashes.size <= MAX_CODES) break;
      this.#hashes.delete(oldest);
    }
    return groupLetters(letters);
  }

  /** Whether a code, however it was typed, is good. */
  isGood(typed: string): boolean {
    const letters = plainLetters(typed, LETTERS);
    return letters !== undefined && this.#hashes.has(hashOf(letters));
  }

  /** Ends a code that was used. */
  spend(typed: string): void {
    const letters = plainLetters(typed, LETTERS);
    if (letters !== undefined && this.#hashes.delete(hashOf(letters))) this.#onSpent();
  }
}

function hashOf(letters: string): string {
  return createHash("sha256").update(letters).digest("base64");
}
