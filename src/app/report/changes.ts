// @ts-types="@types/d3-array"
import { deviation, mean, quantile } from "d3-array";
import { compareDays, type ComparedDays } from "../../series/statistics/compareDays.ts";
import type { SharedEffect } from "../../series/statistics/sharedEffects.ts";
import { intervalEnds } from "../../series/sentenceParts.ts";
import type { SteppedDays } from "../../series/statistics/readGroups.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { MeasuredDays } from "./measures.ts";
import { say, term } from "../../words/language.ts";

/** Usual values in a period, over the days or nights that count. */
export interface Usual {
  /** Mean of the values. */
  readonly mean: number;
  /** 25th percentile; half of the values are between it and `high`. */
  readonly low: number;
  /** 75th percentile. */
  readonly high: number;
  /** Number of values. */
  readonly count: number;
  /** Number of values that are totals given by the vendor. */
  readonly vendor: number;
}

/** Judgement of a measure: the difference of its means, and whether it is a change. */
export interface Judgement {
  /** Mean of the period minus mean of the period before, without the effects in `removed`. */
  readonly difference: number;
  /**
   * Lower end of the interval, which is a simultaneous 95 % interval for all measures of the page.
   */
  readonly low: number;
  /** Upper end of the interval. */
  readonly high: number;
  /** Direction of a change, 1 or -1; 0 if the interval includes 0, so that chance may explain the difference. */
  readonly direction: 1 | 0 | -1;
  /** Effects that the days of both periods share, and that are not part of the difference. */
  readonly removed: readonly SharedEffect[];
}

/** A measure in a period, compared with the period before it. */
export interface Change extends MeasuredDays {
  /** Usual values in the period. */
  readonly now: Usual;
  /** Usual values before; undefined without values before. */
  readonly before: Usual | undefined;
  /** Judgement; undefined without a period before, or if there are too few days. */
  readonly judgement: Judgement | undefined;
  /**
   * Difference of the means in standard deviations of the days before, negative for less; undefined
   * for fewer than four days before, or if they do not vary.
   */
  readonly size: number | undefined;
}

/** Maximum share of pages with any marked measure although nothing changed. */
const FALSE_PAGES = 0.05;

/** First and last date of a period, inclusive. */
export interface Dates {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/**
 * Compares measures of two periods and decides which of them changed. Words, arrows and colours all
 * follow from `judgement`. The intervals hold for all measures together: if nothing changed, at
 * most one page in twenty has a mark.
 *
 * @returns the measures with a value in the period, in their order
 */
export function changesOf(
  measures: readonly MeasuredDays[],
  period: Dates,
  before: Dates | undefined,
): Change[] {
  const found = measures.flatMap((measure) => {
    const now = usualIn(measure, period);
    return now === undefined ? [] : [{ measure, now, before: before && usualIn(measure, before) }];
  });
  const judged = before === undefined ? [] : compareDays(
    found.map(({ measure }) => [daysIn(measure, before), daysIn(measure, period)]),
    { confidence: 1 - FALSE_PAGES },
  );
  return found.map(({ measure, now, before: was }, i) => {
    const judgement = judgementOf(judged[i]);
    const spread = before && spreadIn(measure, before);
    return {
      ...measure,
      now,
      before: was,
      judgement,
      size: spread && (judgement?.difference ?? now.mean - was!.mean) / spread,
    };
  });
}

/**
 * Sorts changes by their size in usual spreads, the largest first; those without a judgement come
 * last.
 */
export function largestFirst(changes: readonly Change[]): Change[] {
  const rank = ({ size, judgement }: Change): number =>
    size === undefined || judgement === undefined ? -1 : Math.abs(size);
  return changes.toSorted((a, b) => rank(b) - rank(a));
}

/** Minimum number of values for a band or a spread. */
const LEAST_SPREAD = 4;

/** Returns the standard deviation of the values; undefined for too few, or if they do not vary. */
function spreadIn(measure: MeasuredDays, dates: Dates): number | undefined {
  const values = valuesIn(measure, dates).map(([, value]) => value);
  return values.length < LEAST_SPREAD ? undefined : deviation(values) || undefined;
}

function judgementOf(compared: ComparedDays | undefined): Judgement | undefined {
  if (compared?.found === undefined) return undefined;
  const { found: { difference, low, high }, removed } = compared;
  return { difference, low, high, direction: low > 0 ? 1 : high < 0 ? -1 : 0, removed };
}

const EPOCH = Temporal.PlainDate.from("1970-01-01");

function valuesIn({ values }: MeasuredDays, { first, last }: Dates): [string, number][] {
  const from = `${first}`, to = `${last}`;
  return [...values].filter(([date]) => date >= from && date <= to);
}

function daysIn(measure: MeasuredDays, dates: Dates): SteppedDays {
  const found = valuesIn(measure, dates);
  const days = found.map(([date]) => Temporal.PlainDate.from(date));
  return {
    at: days.map((day) => EPOCH.until(day).days),
    value: Float64Array.from(found, ([, value]) => value),
    weekday: Uint8Array.from(days, (day) => day.dayOfWeek),
  };
}

function usualIn(measure: MeasuredDays, dates: Dates): Usual | undefined {
  const days = valuesIn(measure, dates), inside = days.map(([, value]) => value);
  const centre = mean(inside);
  if (centre === undefined) return undefined;
  return {
    mean: centre,
    low: quantile(inside, 0.25)!,
    high: quantile(inside, 0.75)!,
    count: inside.length,
    vendor: days.filter(([date]) => measure.vendor.has(date)).length,
  };
}

/** Formats the middle half of the values; empty for fewer than four. */
export function bandText(
  { band }: MeasuredDays,
  { low, high, count }: Usual,
  labels: PageLabels,
): string {
  return count < LEAST_SPREAD ? "" : band(low, high, labels);
}

/**
 * Counts the values that are totals given by the vendor: `5 by the vendor's totals`; empty
 * without any.
 */
export function vendorText({ vendor, count }: Usual): string {
  if (vendor === 0) return "";
  return vendor === count
    ? say("by the vendor's totals")
    : say("{n} by the vendor's totals", { n: vendor });
}

/** Formats a mean with the middle half of the values: `57 bpm (56 to 58 bpm)`. */
export function usualText(measure: MeasuredDays, usual: Usual, labels: PageLabels): string {
  const middle = measure.text(usual.mean, labels);
  const details = [bandText(measure, usual, labels), vendorText(usual)].filter(Boolean);
  return details.length === 0 ? middle : `${middle} (${details.join("; ")})`;
}

/** Describes a difference: `22 min more`, or `0 min` if it rounds to nothing. */
export function differenceText(
  { round, difference, words }: MeasuredDays,
  value: number,
  more?: number,
): string {
  const size = round(Math.abs(value), more);
  return size === 0
    ? difference(0, more)
    : `${difference(size, more)} ${term(words[value > 0 ? 0 : 1])}`;
}

/** Describes a change in a column with that heading, so that German need not repeat "Veränderung". */
export function changeCell(change: Change): string {
  return change.judgement?.direction === 0 && change.before !== undefined
    ? say("no clear change|column")
    : changeText(change) || "–";
}

/** Describes a change: `22 min more`, `no clear change`, `too few days to tell`; empty without values before. */
export function changeText(change: Change): string {
  const { before, judgement, round, words } = change;
  if (before === undefined) return "";
  if (judgement === undefined) return say("too few days to tell");
  const { difference, direction } = judgement;
  if (direction === 0) return say("no clear change");
  return round(Math.abs(difference)) === 0
    ? say("slightly {more}", { more: term(words[direction > 0 ? 0 : 1]) })
    : differenceText(change, difference);
}

/** Describes the interval of a difference: `4 min more to 40 min more`; empty without any. */
export function intervalText(change: Change): string {
  const { judgement } = change;
  if (judgement === undefined) return "";
  const { low, high } = judgement;
  const [from, to] = intervalEnds(low, high, (end, more) => differenceText(change, end, more));
  return say("{from} to {to}", { from, to });
}
