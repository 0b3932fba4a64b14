import { LIMITS } from "../../options/limits.ts";
import type { StepAccounts } from "../../schema/checks/checkBudget.ts";
import { Callers } from "./requestRate.ts";

/** Steps that a token regains per second. */
const EACH_SECOND = 1_000_000;

interface Account {
  left: number;
  at: number;
}

/** Limits the steps of checks by users' own schemas, per request and per token. */
export class SchemaSteps {
  readonly #now: () => number;
  readonly #tokens: Callers<Account>;

  /** @param now Returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#tokens = new Callers(() => ({ left: LIMITS.schemaTokenSteps.most, at: now() }));
  }

  /** Returns the accounts that a request charges. */
  accounts(token: string): StepAccounts {
    const own = this.#tokens.of(token), now = this.#now();
    own.left = filled(own, now);
    own.at = now;
    return [own, { left: LIMITS.schemaRequestSteps.most }];
  }
}

function filled({ left, at }: Account, now: number): number {
  return Math.min(LIMITS.schemaTokenSteps.most, left + (now - at) / 1_000 * EACH_SECOND);
}
