import { createHash } from "node:crypto";
import { LIMITS } from "../../options/limits.ts";
import type { StepAccounts } from "../../schema/checks/checkBudget.ts";

/** Steps that a token regains per second. */
const EACH_SECOND = 1_000_000;

/** Least number of accounts at which full ones are dropped. */
const MANY = 10_000;

interface Account {
  left: number;
  at: number;
}

/** Limits the steps of checks by users' own schemas, per request and per token. */
export class SchemaSteps {
  readonly #now: () => number;
  readonly #tokens = new Map<string, Account>();

  /** @param now Returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the accounts that a request charges. */
  accounts(token: string): StepAccounts {
    const now = this.#now(), key = createHash("sha256").update(token).digest("base64");
    if (!this.#tokens.has(key)) this.#forgetFull(now);
    const own = this.#tokens.get(key) ?? { left: LIMITS.schemaTokenSteps.most, at: now };
    own.left = filled(own, now);
    own.at = now;
    this.#tokens.set(key, own);
    return [own, { left: LIMITS.schemaRequestSteps.most }];
  }

  #forgetFull(now: number): void {
    if (this.#tokens.size < MANY) return;
    for (const [key, account] of this.#tokens) {
      if (filled(account, now) >= LIMITS.schemaTokenSteps.most) this.#tokens.delete(key);
    }
  }
}

function filled({ left, at }: Account, now: number): number {
  return Math.min(LIMITS.schemaTokenSteps.most, left + (now - at) / 1_000 * EACH_SECOND);
}
