import { createHash } from "node:crypto";
import { LIMITS } from "../../options/limits.ts";
import { Problem } from "./problem.ts";

/** Limit of requests per token. */
export interface RequestRateOptions {
  /** Requests per second, on average. */
  readonly perSecond: number;
  /** Requests at once after a pause. */
  readonly burst: number;
}

/** Limits the requests per token (token bucket), so that no token uses all the time. */
export class RequestRate {
  readonly #options: RequestRateOptions;
  readonly #now: () => number;
  readonly #buckets: Callers<{ left: number; at: number }>;

  /** @param now Returns monotonic milliseconds. */
  constructor(options: RequestRateOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
    this.#buckets = new Callers(() => ({ left: options.burst, at: now() }));
  }

  /**
   * Counts a request.
   *
   * @param key Token or other owner; a secret is only stored as a hash.
   * @throws {Problem} 429 that says when to try again
   */
  count(key: string): void {
    const { perSecond, burst } = this.#options, bucket = this.#buckets.of(key), now = this.#now();
    bucket.left = Math.min(burst, bucket.left + (now - bucket.at) * perSecond / 1000);
    bucket.at = now;
    if (bucket.left < 1) {
      const seconds = Math.max(1, Math.ceil((1 - bucket.left) / perSecond));
      throw new Problem(
        429,
        `Too many requests: ${perSecond} a second are allowed; try again in ${seconds} s`,
        { "Retry-After": String(seconds) },
      );
    }
    bucket.left--;
  }
}

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
