import { dateColumn, int64Column, textColumn } from "../frame/columns/columns.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { answerOf, type Statistics } from "../frame/statistics.ts";
import { dayOf, isoDay } from "../time/day.ts";
import { neededPairs, type Planned, type PlanOptions, readPlan, share } from "./readPlan.ts";

/** Name of a number of an {@linkcode ExperimentPlan}. */
export type PlanStatistic = "pairs" | "smallest_p";

/** Plan of an experiment. `JSON.stringify` keeps everything that {@linkcode judge} needs. */
export type ExperimentPlan =
  & Statistics<PlanStatistic>
  & Planned
  & {
    /** The analysis in words, fixed before the first value. */
    readonly analysis: string;
    /** Returns the periods as an iCalendar file with an all-day event per period. */
    readonly calendar: () => Promise<string>;
  };

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
  const planned = readPlan(options), { order, period } = planned;
  const pairs = order.length / 2, first = dayOf(planned.firstDay) ?? NaN;
  const firsts = order.map((_, i) => first + i * period);
  const table = toFrame({
    pair: int64Column(BigInt64Array.from(order, (_, i) => BigInt((i >> 1) + 1))),
    period: int64Column(BigInt64Array.from(order, (_, i) => BigInt(i + 1))),
    condition: textColumn(order),
    start_date: dateColumn(Int32Array.from(firsts)),
    days: int64Column(new BigInt64Array(order.length).fill(BigInt(period))),
  }, { days: "d" });
  return answerOf("an experiment's plan", table, [
    { name: "pairs", value: pairs, unit: "1", reason: null },
    { name: "smallest_p", value: 2 / 2 ** pairs, unit: "1", reason: null },
  ], {
    ...planned,
    analysis: analysisOf(planned),
    calendar: () => calendarOf(planned, firsts),
  });
}

function analysisOf(
  { conditions: [a, b], outcome, period, washout, lag, confidence, seed, order }: Planned,
): string {
  const pairs = order.length / 2;
  const parts = [
    `Outcome: the mean of ${outcome} in each period of ${
      period === 1 ? "1 day" : `${period} days`
    }` +
    (washout === 0 ? "" : `, without ${firstDays(washout)}`) +
    (lag === 0 ? "." : `; a value counts for the day ${lag === 1 ? "" : `${lag} days `}before it.`),
    `Comparison: "${b}" minus "${a}" within ${pairs} pairs of periods, in an order drawn with seed ${seed}.`,
    `Test: two-sided randomisation test of the mean difference over all ${
      (2 ** pairs).toLocaleString("en-US")
    } orders; ${share(confidence * 100)} % interval by its inversion.`,
    `A pair counts if both periods have values on at least half of their days; ${
      neededPairs(confidence)
    } pairs are needed.`,
  ];
  return parts.join(" ");
}

function firstDays(days: number): string {
  return `its first ${days === 1 ? "day" : `${days} days`}`;
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
