import { createHash } from "node:crypto";
import { LIMITS } from "../../options/limits.ts";

/**
 * Counts of callers by token or address. If there are too many callers, the one that has been
 * silent for longest is forgotten: its budget is the fullest.
 */
export class Callers<Count extends object> {
  readonly #counts = new Map<string, Count>();
  readonly #start: () => Count;

  /** @param start Returns the count of a new caller. */
  constructor(start: () => Count) {
    this.#start = start;
  }

  /** Number of callers that are known. */
  get size(): number {
    return this.#counts.size;
  }

  /** Returns the count of a caller, to be changed in place. A key is only stored as a hash. */
  of(key: string): Count {
    const name = createHash("sha256").update(key).digest("base64");
    const count = this.#counts.get(name) ?? this.#start();
    this.#counts.delete(name); // the last in the map has called last
    this.#counts.set(name, count);
    for (const silent of this.#counts.keys()) {
      if (this.#counts.size <= LIMITS.countedCallers.most) break;
      this.#counts.delete(silent);
    }
    return count;
  }
}
