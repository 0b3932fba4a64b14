/** Steps that a check of one record may take: about 50 ms on a slow machine. */
const STEPS = 300_000;

/** A check took more steps than it may. */
export class BudgetError extends Error {
  /** With a message for people. */
  constructor() {
    super("The schema of the data type takes too long to check");
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
  left = STEPS;
  try {
    return check();
  } catch (error) {
    // "Maximum call stack size exceeded": a schema that refers to itself goes as deep as it can.
    throw error instanceof RangeError && /stack/.test(error.message) ? new BudgetError() : error;
  } finally {
    left = Infinity;
  }
}
