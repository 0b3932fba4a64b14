import { createHash } from "node:crypto";
import { LIMITS } from "../../options/limits.ts";
import type { StepAccounts } from "../../schema/checks/checkBudget.ts";

/** Steps that a token may take again after a second. */
const EACH_SECOND = 1_000_000;

/** Accounts from which on those that are full again are forgotten. */
const MANY = 10_000;

interface Account {
  left: number;
  at: number;
}

/** Bounds the steps that checks by users' own schemas take, of each request and of each token. */
export class SchemaSteps {
  readonly #now: () => number;
  readonly #tokens = new Map<string, Account>();

  /** @param now Returns milliseconds that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the accounts from which a request pays. */
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
