import { dateColumn, int64Column, textColumn } from "../frame/columns/columns.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { random } from "../series/numerics/random.ts";
import { type DayLike, dayOf, isoDay } from "../time/day.ts";

/** Options of {@linkcode plan}. */
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
  /** Days at the start of each period that do not count, because the period before may still act. @default 0 */
  washout?: number | undefined;
  /**
   * Days from a day to the value that it may change: 1 for a night, which is named by the date of
   * waking, if the condition applies to the day before. @default 0
   */
  lag?: number | undefined;
  /** Confidence of the interval. @default 0.95 */
  confidence?: number | undefined;
  /** Seed of the random order. @default drawn at random; the plan states it */
  seed?: number | undefined;
}

/** Name of a number of an {@linkcode ExperimentPlan}. */
export type PlanStatistic = "pairs" | "smallest_p";

/** Plan of an experiment. `JSON.stringify` keeps everything that {@linkcode judge} needs. */
export type ExperimentPlan =
  & Statistics<PlanStatistic>
  & { readonly [K in keyof PlanOptions]-?: Exclude<PlanOptions[K], undefined> }
  & {
    /** Condition of each period, in order of time. */
    readonly order: readonly string[];
    /** The analysis in words, fixed before the first value. */
    readonly analysis: string;
    /** Returns the periods as an iCalendar file with an all-day event per period. */
    readonly calendar: () => Promise<string>;
  };

const ACTION = "plan an experiment";

const OPTIONS = optionNames<PlanOptions>()(
  "conditions outcome firstDay days period washout lag confidence seed",
);

/** Longest default period, in days: each condition then has every weekday once. */
const WEEK = 7;

/** Largest number of pairs: their 2^20 orders are all tried. */
const MOST_PAIRS = 20;

/**
 * Plans an experiment with one person: two conditions alternate in pairs of periods, and a coin
 * decides which of a pair comes first (randomised ABAB).
 *
 * The random order is what makes the p value of {@linkcode judge} valid, whatever the
 * autocorrelation and the trend of the values. With n pairs no p value can be below `2 / 2^n`.
 * A plan with too few pairs to reach `1 - confidence` is rejected, because it could not show
 * anything. Save the plan (`JSON.stringify`) before the first day, so that nobody can choose
 * outcome and analysis afterwards.
 *
 * Source of the design: Edgington and Onghena, Randomization Tests (2007), chapter 11.
 *
 * @returns the options with their defaults; `pairs` and `smallest_p`, the smallest p value that this
 * number of pairs can give; `order`, the condition of each period; the text `analysis`; and
 * `calendar()`, which resolves to an iCalendar file. `frame` has a row per period: `pair`, `period`
 * `i64`, from 1; `condition` `str`; `start_date` `date`; `days` `i64`
 * @throws {TypeError} if an option is missing or has the wrong type
 * @throws {RangeError} if a number or the date is invalid, or there are too few pairs
 *
 * @example Magnesium or nothing, for eight weeks
 * ```ts
 * import { experiment } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const plan = experiment.plan({
 *   conditions: ["nothing", "magnesium"],
 *   outcome: "deep",
 *   firstDay: "2026-01-05",
 *   lag: 1,
 *   seed: 1,
 * });
 * assertEquals([plan.pairs, plan.period, plan.smallest_p], [7, 4, 2 / 2 ** 7]);
 * assertEquals(plan.frame.height, 14);
 * assertEquals((await plan.calendar()).match(/BEGIN:VEVENT/g)?.length, 14);
 * ```
 */
export function plan(options: PlanOptions): ExperimentPlan {
  checkOptions(ACTION, options, OPTIONS, "conditions, outcome and firstDay");
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
  const order = draw(conditions, pairs, seed);
  const firsts = order.map((_, i) => first + i * period);
  const table = toFrame({
    pair: int64Column(BigInt64Array.from(order, (_, i) => BigInt((i >> 1) + 1))),
    period: int64Column(BigInt64Array.from(order, (_, i) => BigInt(i + 1))),
    condition: textColumn(order),
    start_date: dateColumn(Int32Array.from(firsts)),
    days: int64Column(new BigInt64Array(order.length).fill(BigInt(period))),
  }, { days: "d" });
  const planned = {
    conditions: [...conditions] as [string, string],
    outcome,
    firstDay: isoDay(first),
    days,
    period,
    washout,
    lag,
    confidence,
    seed,
    order,
  };
  return answerOf("an experiment's plan", table, [
    { name: "pairs", value: pairs, unit: "1", reason: null },
    { name: "smallest_p", value: 2 / 2 ** pairs, unit: "1", reason: null },
  ], {
    ...planned,
    analysis: analysisOf(planned, { pairs, needed }),
    calendar: () => calendarOf(planned, firsts),
  });
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

type Planned = Pick<ExperimentPlan, keyof PlanOptions | "order">;

function analysisOf(
  { conditions: [a, b], outcome, period, washout, lag, confidence, seed }: Planned,
  { pairs, needed }: { pairs: number; needed: number },
): string {
  const parts = [
    `Outcome: the mean of ${outcome} in each period of ${count(period, "day")}` +
    (washout === 0 ? "" : `, without ${firstDays(washout)}`) +
    (lag === 0 ? "." : `; a value counts for the day ${lag === 1 ? "" : `${lag} days `}before it.`),
    `Comparison: "${b}" minus "${a}" within ${pairs} pairs of periods, in an order drawn with seed ${seed}.`,
    `Test: two-sided randomisation test of the mean difference over all ${
      (2 ** pairs).toLocaleString("en-US")
    } orders; ${share(confidence * 100)} % interval by its inversion.`,
    `A pair counts if both periods have values on at least half of their days; ${needed} pairs are needed.`,
  ];
  return parts.join(" ");
}

function firstDays(days: number): string {
  return `its first ${days === 1 ? "day" : `${days} days`}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns a number without the noise of binary fractions. */
function share(value: number): number {
  return Number(value.toPrecision(12));
}

async function calendarOf(
  { order, period, washout, outcome, seed }: Planned,
  firsts: readonly number[],
): Promise<string> {
  const { default: ICAL } = await import("ical.js"); // few scripts write a calendar
  const calendar = new ICAL.Component("vcalendar");
  calendar.updatePropertyWithValue("version", "2.0");
  calendar.updatePropertyWithValue("prodid", "-//lifeframe//experiment//EN");
  order.forEach((condition, i) => {
    const first = firsts[i] ?? NaN, start = isoDay(first);
    const event = new ICAL.Component("vevent");
    const properties: Readonly<Record<string, unknown>> = {
      uid: `${start}-${seed}-${i + 1}@lifeframe`,
      dtstamp: ICAL.Time.fromDateTimeString(`${isoDay(firsts[0] ?? NaN)}T00:00:00Z`),
      dtstart: ICAL.Time.fromDateString(start),
      dtend: ICAL.Time.fromDateString(isoDay(first + period)),
      summary: condition,
      description: `Period ${i + 1} of ${order.length}, outcome ${outcome}` +
        (washout === 0 ? "" : `; the outcome is compared without ${firstDays(washout)}`),
      transp: "TRANSPARENT",
    };
    for (const [name, value] of Object.entries(properties)) {
      event.updatePropertyWithValue(name, value);
    }
    calendar.addSubcomponent(event);
  });
  return `${calendar.toString()}\r\n`;
}
