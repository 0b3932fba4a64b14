import { createHash } from "node:crypto";
import { Problem } from "./problem.ts";

/** Limit of requests per token. */
export interface RequestRateOptions {
  /** Requests per second, on average. */
  readonly perSecond: number;
  /** Requests at once after a pause. */
  readonly burst: number;
}

/** Least number of buckets at which full ones are dropped. */
const MANY = 10_000;

interface Bucket {
  left: number;
  at: number;
}

/** Limits the requests per token (token bucket), so that no token uses all the time. */
export class RequestRate {
  readonly #options: RequestRateOptions;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now Returns monotonic milliseconds. */
  constructor(options: RequestRateOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /**
   * Counts a request.
   *
   * @param key Token or other owner; a secret is only stored as a hash.
   * @throws {Problem} 429 that says when to try again
   */
  count(key: string): void {
    const { perSecond, burst } = this.#options, now = this.#now();
    const name = createHash("sha256").update(key).digest("base64");
    const bucket = this.#buckets.get(name) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + (now - bucket.at) * perSecond / 1000);
    bucket.at = now;
    if (!this.#buckets.has(name)) this.#forgetFull(now);
    this.#buckets.set(name, bucket);
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

  #forgetFull(now: number): void {
    if (this.#buckets.size < MANY) return;
    const { perSecond, burst } = this.#options;
    for (const [name, { left, at }] of this.#buckets) {
      if (left + (now - at) * perSecond / 1000 >= burst) this.#buckets.delete(name);
    }
  }
}
