import { createHash } from "node:crypto";
import { groupLetters, plainLetters, randomLetters } from "./signInUserCode.ts";

/** Length of an owner's code: 20^16 codes are 69 bits, too many to guess. */
const LETTERS = 16;

/** Maximum number of valid codes; a new one invalidates the oldest. */
const MAX_CODES = 10;

/**
 * Codes that identify the owner of the service. They are printed where the service runs, and each
 * is valid for one decision. Only hashes are stored, in memory, so no code outlives the process.
 */
export class OwnerCodes {
  readonly #hashes = new Set<string>();
  readonly #onSpent: () => void;

  /** @param onSpent Called when a code was used. */
  constructor(onSpent: () => void = () => {}) {
    this.#onSpent = onSpent;
  }

  /** Creates a code, such as `BCDF-GHJK-LMNP-QRST`. */
  issue(): string {
    const letters = randomLetters(LETTERS);
    this.#hashes.add(hashOf(letters));
    for (const oldest of this.#hashes) {
      if (this.#hashes.size <= MAX_CODES) break;
      this.#hashes.delete(oldest);
    }
    return groupLetters(letters);
  }

  /** Returns whether a code is valid, regardless of case and separators. */
  isGood(typed: string): boolean {
    const letters = plainLetters(typed, LETTERS);
    return letters !== undefined && this.#hashes.has(hashOf(letters));
  }

  /** Invalidates a used code. */
  spend(typed: string): void {
    const letters = plainLetters(typed, LETTERS);
    if (letters !== undefined && this.#hashes.delete(hashOf(letters))) this.#onSpent();
  }
}

function hashOf(letters: string): string {
  return createHash("sha256").update(letters).digest("base64");
}
