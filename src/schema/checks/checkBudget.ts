import { AsyncLocalStorage } from "node:async_hooks";
import { LIMITS } from "../../options/limits.ts";

/** Steps that each record adds to what a request and a token may take: honest schemas take fewer. */
const FOR_EACH_RECORD = 2_000;

/** The steps that a request may still take, and the same of its token. */
export type StepAccounts = readonly { left: number }[];

/** The accounts of the request in which a check runs. */
const accounts = new AsyncLocalStorage<StepAccounts>();

/** Runs work whose checks are paid from accounts. */
export function payingSteps<T>(from: StepAccounts, run: () => T): T {
  return accounts.run(from, run);
}

/** A check took more steps than it may. */
export class BudgetError extends Error {
  /** With a message for people. */
  constructor() {
    super(LIMITS.schemaRecordSteps.error);
    this.name = "BudgetError";
  }
}

/** Where nothing is measured, as in checks of schemas themselves, there is no end. */
let left = Infinity;

/** Counts steps of the check that is under way. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new BudgetError();
}

/**
 * Runs a check that counts its steps; checks wait for nothing, so that one is under way at a time.
 *
 * @throws {BudgetError} if it takes too many steps, or goes too deep
 */
export function withinBudget<T>(check: () => T): T {
  const paying = accounts.getStore() ?? [];
  for (const account of paying) account.left += FOR_EACH_RECORD;
  const given = Math.min(LIMITS.schemaRecordSteps.most, ...paying.map(({ left }) => left));
  left = given;
  try {
    return check();
  } catch (error) {
    // "Maximum call stack size exceeded": a schema that refers to itself goes as deep as it can.
    throw error instanceof RangeError && /stack/.test(error.message) ? new BudgetError() : error;
  } finally {
    for (const account of paying) account.left -= given - Math.max(0, left);
    left = Infinity;
  }
}
