import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { random } from "../series/numerics/random.ts";
import { type DayLike, dayOf, isoDay } from "../time/day.ts";

/** Options of `experiment.plan`. */
export interface PlanOptions {
  /** The two conditions; the second is compared with the first, such as `["nothing", "magnesium"]`. */
  conditions: readonly [string, string];
  /** Name of the column that is compared, such as `deep`. */
  outcome: string;
  /** First day, such as `2026-01-05`. */
  firstDay: DayLike;
  /** Length of the experiment in days, at most 1,000; days beyond the last whole pair are left out. @default 56 */
  days?: number | undefined;
  /** Length of a period in days. @default the longest up to 7 that gives enough pairs */
  period?: number | undefined;
  /**
   * Number of days at the start of each period that do not count, because the period before may
   * still have an effect. @default 0
   */
  washout?: number | undefined;
  /**
   * Number of days from a day to the value that it may change: 1 for a night if the condition
   * applies to the day before, since a night has the date of waking. @default 0
   */
  lag?: number | undefined;
  /** Confidence of the interval. @default 0.95 */
  confidence?: number | undefined;
  /** Seed of the random order. @default drawn at random; the plan states it */
  seed?: number | undefined;
}

/** Options of a plan with their defaults, and the order that they draw. */
export type Planned =
  & { readonly [K in keyof PlanOptions]-?: Exclude<PlanOptions[K], undefined> }
  & {
    /** Condition of each period, in order of time. */
    readonly order: readonly string[];
  };

const ACTION = "plan an experiment";

/** Names of the options, which a saved plan has too. */
export const PLAN_OPTIONS = optionNames<PlanOptions>()(
  "conditions outcome firstDay days period washout lag confidence seed",
);

/** Longest default period, in days: each condition then has every weekday once. */
const WEEK = 7;

/** Largest number of pairs: their 2^20 orders are all tried. */
const MOST_PAIRS = 20;

/**
 * Reads the options of a plan and draws its order. The same seed gives the same order.
 *
 * @throws {TypeError} if an option is missing or has the wrong type
 * @throws {RangeError} if a number or the date is invalid, or there are too few pairs
 */
export function readPlan(options: PlanOptions): Planned {
  checkOptions(ACTION, options, PLAN_OPTIONS, "conditions, outcome and firstDay");
  const { conditions, outcome } = options;
  checkConditions(conditions);
  if (typeof outcome !== "string" || outcome === "") {
    throw new TypeError(
      `Cannot ${ACTION}: outcome is ${
        describeValue(outcome)
      }, expected the name of a column such as "deep"`,
    );
  }
  const first = dayOf(options.firstDay);
  if (first === undefined) {
    throw new RangeError(
      `Cannot ${ACTION}: firstDay is ${
        describeValue(options.firstDay)
      }, expected a date such as 2026-01-05`,
    );
  }
  const { confidence = 0.95 } = options;
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `Cannot ${ACTION}: confidence is ${
        describeValue(confidence)
      }, expected a number between 0 and 1`,
    );
  }
  const days = whole("days", options.days ?? 56, 2, 1000);
  const needed = neededPairs(confidence);
  const period = whole(
    "period",
    options.period ?? Math.min(WEEK, Math.max(1, Math.floor(days / (2 * needed)))),
    1,
    days,
  );
  const pairs = Math.floor(days / (2 * period));
  if (pairs < needed) {
    throw new RangeError(
      `Cannot ${ACTION}: ${days} days in periods of ${period} give ${pairs} pairs, ` +
        `and a p value of at most ${share(1 - confidence)} needs ${needed}. ` +
        `Use at least ${2 * needed * period} days${period === 1 ? "" : ", or shorter periods"}.`,
    );
  }
  if (pairs > MOST_PAIRS) {
    throw new RangeError(
      `Cannot ${ACTION}: ${days} days in periods of ${period} give ${pairs} pairs, expected at ` +
        `most ${MOST_PAIRS}. Use periods of at least ${
          Math.floor(days / (2 * (MOST_PAIRS + 1))) + 1
        } days.`,
    );
  }
  const washout = whole("washout", options.washout ?? 0, 0, period - 1);
  const lag = whole("lag", options.lag ?? 0, 0, 30);
  const seed = whole(
    "seed",
    options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0],
    0,
    2 ** 32 - 1,
  );
  return {
    conditions: [conditions[0], conditions[1]],
    outcome,
    firstDay: isoDay(first),
    days,
    period,
    washout,
    lag,
    confidence,
    seed,
    order: draw(conditions, pairs, seed),
  };
}

/** Returns the smallest number of pairs whose p values can reach `1 - confidence`. */
export function neededPairs(confidence: number): number {
  return Math.ceil(Math.log2(2 / (1 - confidence)) - 1e-9);
}

function checkConditions(conditions: unknown): asserts conditions is readonly [string, string] {
  const isPair = Array.isArray(conditions) && conditions.length === 2 &&
    conditions.every((one) => typeof one === "string" && one.trim() !== "") &&
    conditions[0] !== conditions[1];
  if (!isPair) {
    throw new TypeError(
      `Cannot ${ACTION}: conditions is ${
        Array.isArray(conditions) ? JSON.stringify(conditions) : describeValue(conditions)
      }, expected two different names such as ["nothing", "magnesium"]`,
    );
  }
}

function whole(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  throw new RangeError(
    `Cannot ${ACTION}: ${name} is ${
      describeValue(value)
    }, expected a whole number from ${least} to ${most}`,
  );
}

/** Draws the order within each pair. */
function draw([a, b]: readonly [string, string], pairs: number, seed: number): string[] {
  const next = random(seed);
  return Array.from({ length: pairs }, () => next() < 0.5 ? [a, b] : [b, a]).flat();
}

/** Returns a number without the noise of binary fractions. */
export function share(value: number): number {
  return Number(value.toPrecision(12));
}
