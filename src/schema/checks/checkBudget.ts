import { AsyncLocalStorage } from "node:async_hooks";
import { LIMITS } from "../../options/limits.ts";

/** Steps that each record adds to the budget of a request and a token; ordinary schemas need fewer. */
const FOR_EACH_RECORD = 2_000;

/** Remaining steps of a request and of its token. */
export type StepAccounts = readonly { left: number }[];

/** Accounts of the request that runs the check. */
const accounts = new AsyncLocalStorage<StepAccounts>();

/** Runs work and charges its checks to accounts. */
export function payingSteps<T>(from: StepAccounts, run: () => T): T {
  return accounts.run(from, run);
}

/** Thrown if a check exceeds its steps. */
export class BudgetError extends Error {
  /** With a message for people. */
  constructor() {
    super(LIMITS.schemaRecordSteps.error);
    this.name = "BudgetError";
  }
}

/** Unlimited outside a measured check, such as for checks of schemas themselves. */
let left = Infinity;

/** Charges steps to the running check. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new BudgetError();
}

/**
 * Runs a check that counts its steps. Checks are synchronous, so only one runs at a time.
 *
 * @throws {BudgetError} if it takes too many steps or recurses too deeply
 */
export function withinBudget<T>(check: () => T): T {
  const paying = accounts.getStore() ?? [];
  for (const account of paying) account.left += FOR_EACH_RECORD;
  const given = Math.min(LIMITS.schemaRecordSteps.most, ...paying.map(({ left }) => left));
  left = given;
  try {
    return check();
  } catch (error) {
    // "Maximum call stack size exceeded": a schema that refers to itself recurses without end.
    throw error instanceof RangeError && /stack/.test(error.message) ? new BudgetError() : error;
  } finally {
    for (const account of paying) account.left -= given - Math.max(0, left);
    left = Infinity;
  }
}
