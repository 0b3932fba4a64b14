import type ICAL from "ical.js";
import { LIMITS } from "../../options/limits.ts";

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Methods of the library's iterator that its loops call, even if they find nothing. */
const STEPS = ["next", "check_contracting_rules", "expand_year_days", "increment_year"];

let leftOfOne = Infinity, left = Infinity, leftOfAll = Infinity;

/** Libraries whose loops count their steps. */
const counted = new WeakSet<object>();

/**
 * Runs a part of reading a calendar, such as one occurrence of an event, within the budget of steps.
 * Without a budget, the library's loops never return for an event that never occurs.
 *
 * @throws {StepsError} if this part takes too many, or the event, or all of the file's events together
 */
export function withinSteps<T>(budget: StepBudget, run: () => T): T {
  leftOfOne = LIMITS.calendarOccurrenceSteps.most;
  left = budget.event;
  leftOfAll = budget.file;
  try {
    return run();
  } finally {
    budget.event = left;
    budget.file = leftOfAll;
    leftOfOne = left = leftOfAll = Infinity;
  }
}

/** Error for a part of a calendar that takes too many steps. */
export class StepsError extends RangeError {}

/** Remaining steps. */
export interface StepBudget {
  /** For the current event. */
  event: number;
  /** For the whole file. */
  file: number;
}

/** Returns the budget of a file. */
export function stepBudget(): StepBudget {
  return { event: LIMITS.calendarEventSteps.most, file: LIMITS.calendarSteps.most };
}

/** Makes the loops of the library count their steps. */
export function countSteps(library: typeof ICAL): void {
  if (counted.has(library)) return;
  counted.add(library);
  const { RecurIterator, Time } = library as unknown as {
    RecurIterator: { prototype: Methods };
    Time: Methods;
  };
  for (const name of STEPS) count(RecurIterator.prototype, name);
  count(Time, "daysInMonth"); // each month that a long duration or interval passes
}

function count(methods: Methods, name: string): void {
  const method = methods[name]!;
  methods[name] = function (...args) {
    leftOfOne--;
    left--;
    leftOfAll--;
    if (leftOfAll < 0) throw new StepsError(reason(LIMITS.calendarSteps));
    if (leftOfOne < 0) throw new StepsError(reason(LIMITS.calendarOccurrenceSteps));
    if (left < 0) throw new StepsError(reason(LIMITS.calendarEventSteps));
    return method.apply(this, args);
  };
}

function reason({ most, error }: { most: number; error: string }): string {
  return `finding ${error} takes more than ${most} steps`;
}
